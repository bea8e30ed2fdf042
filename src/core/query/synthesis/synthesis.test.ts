import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { createScriptedLanguageModel } from '../../../engines/scripted-language-model.ts';
import { makePool } from '../../domain/pool-fixture.ts';
import { bindSentence, createSource } from './bind-sentence.ts';
import { contentWords } from './content-words.ts';
import { fitEvidence } from './fit-evidence.ts';
import { abstentionPhrase, isAbstention } from './is-abstention.ts';
import { createRepetitionGuard } from './repetition-guard.ts';
import { splitStatements } from './split-statements.ts';
import { type AnswerStep, writeAnswer } from './write-answer.ts';

const passages = [
  'Apple presented the MacBook Pro in January 2006. The 13-inch model came out in October 2008. It replaced the iBook.',
  'Dolores Hope was married to Bob Hope. He died at home in Toluca Lake. She lived to be 102.',
];

function scripted(reply: string) {
  const noConstraint = () => ({ allowedNext: () => [] });
  let ms = 0;
  return createScriptedLanguageModel({ reply: () => reply, compileConstraint: noConstraint, now: () => ms++ });
}

async function answer(reply: string, texts: readonly string[] = passages, maxTokens = 1000) {
  const model = scripted(reply);
  const pool = makePool(texts);
  const fitted = await fitEvidence({ candidates: pool.candidates, budgetTokens: 10_000, basis: 'selected', model });
  let ms = 0;
  const clock = { nowMs: () => ms, monotonicMs: () => ms++ };
  const running = writeAnswer({ question: 'When?', fitted, model, clock, maxTokens });
  const steps: AnswerStep[] = [];
  for (;;) {
    const next = await running.next();
    if (next.done) return { answer: next.value, steps, pool };
    steps.push(next.value);
  }
}

/** Sentences that the citations name, as text. */
function cited({ answer: { citations }, pool }: Awaited<ReturnType<typeof answer>>) {
  return citations.map(({ passageId, sentence, label, origin }) => {
    const passage = pool.candidates.find((candidate) => candidate.passage.id === passageId)?.passage;
    const offset = passage?.span.start ?? 0;
    return { label, origin, sentence: passage?.text.slice(sentence.start - offset, sentence.end - offset) };
  });
}

describe('writeAnswer', () => {
  test('a mark is bound to the sentence of its passage that says it', async () => {
    const run = await answer('The first 13-inch model came out in October 2008 [1]. Bob Hope died in Toluca Lake [2].');
    expect(run.answer.text).toBe('The first 13-inch model came out in October 2008. Bob Hope died in Toluca Lake.');
    expect(cited(run)).toEqual([
      { label: 1, origin: 'model', sentence: 'The 13-inch model came out in October 2008.' },
      { label: 2, origin: 'model', sentence: 'He died at home in Toluca Lake.' },
    ]);
    expect(run.answer).toMatchObject({ removedCitationCount: 0, abstained: false, truncated: false });
  });

  test('a statement without a mark gets the sentence that holds its words', async () => {
    expect(cited(await answer('It came out in October 2008.'))).toEqual([
      { label: 1, origin: 'attributed', sentence: 'The 13-inch model came out in October 2008.' },
    ]);
  });

  test('below the threshold there is no citation', async () => {
    expect(cited(await answer('Penguins of October live mostly near southern ice.'))).toEqual([]);
  });

  test('a sentence with another number is no support', async () => {
    expect(cited(await answer('The 13-inch model came out in October 2001.'))).toEqual([]);
  });

  test('a mark on the wrong passage stays, and the right one is added', async () => {
    const run = await answer('Bob Hope died at home in Toluca Lake [1].');
    expect(cited(run).map(({ label, origin }) => ({ label, origin }))).toEqual([
      { label: 1, origin: 'model' },
      { label: 2, origin: 'attributed' },
    ]);
  });

  test('marks of nothing shown are taken out and counted', async () => {
    const run = await answer('It came out in October 2008 [3][0][17].');
    expect(run.answer.text).toBe('It came out in October 2008.');
    expect(run.answer.removedCitationCount).toBe(3);
    expect(cited(run).every(({ label }) => label === 1)).toBe(true);
  });

  test.each([
    [abstentionPhrase, true],
    ['The sources do not mention the price. [1]', true],
    ["I don't know the answer.", true],
    ['The answer is: The documents do not say.', true],
    ['It came out in October 2008 [1]. The documents do not say more.', false],
    ['', false],
  ])('%j: abstained %s', async (reply, abstained) => {
    const run = await answer(reply);
    expect(run.answer.abstained).toBe(abstained);
    if (abstained) expect(run.answer.citations).toEqual([]);
  });

  test('a sentence that comes twice ends the answer and is never shown twice', async () => {
    const sentence = 'The 13-inch model came out in October 2008 [1]. ';
    const run = await answer(sentence.repeat(20));
    expect(run.answer.text).toBe('The 13-inch model came out in October 2008.');
    expect(run.answer.citations.length).toBe(1);
    expect(run.answer.completionTokens).toBeLessThan(sentence.length * 3);
    const shown = run.steps.map((step) => (step.type === 'token' ? step.text : '')).join('');
    expect(shown.trimEnd()).toBe(run.answer.text);
  });

  test('the same words over and over end the answer, marked as cut', async () => {
    const run = await answer(`It is ${'very '.repeat(100)}good.`);
    expect(run.answer.truncated).toBe(true);
    expect(run.answer.completionTokens).toBeLessThan(60);
  });

  test('the token limit cuts, and the answer says so', async () => {
    const run = await answer('It came out in October 2008 and so on', passages, 10);
    expect(run.answer).toMatchObject({ text: 'It came ou', truncated: true, completionTokens: 10 });
  });

  const replies = fc
    .array(
      fc.constantFrom(
        'October 2008',
        'Toluca Lake ',
        '[1]',
        '[2]',
        ' [9]',
        '. ',
        '\n',
        'Bob ',
        'died',
        '[',
        ']',
        '1',
        '😀',
        '$&',
        '<|im_end|>',
        'It ',
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));

  test.prop([replies], { numRuns: 60 })(
    'any reply: the shown texts are the answer, and citations point into evidence',
    async (reply) => {
      const run = await answer(reply);
      const shown = run.steps.map((step) => (step.type === 'token' ? step.text : '')).join('');
      expect(shown.trimEnd()).toBe(run.answer.text);
      expect(run.answer.text).not.toMatch(/\[[129]\]/);
      expect(run.steps.flatMap((step) => (step.type === 'citation' ? [step.citation] : []))).toEqual(
        run.answer.citations,
      );
      for (const { statement, sentence, passageId, support } of run.answer.citations) {
        const passage = run.pool.candidates.find((candidate) => candidate.passage.id === passageId)?.passage;
        expect(run.answer.text.slice(statement.start, statement.end).trim()).not.toBe('');
        expect(statement.end).toBeLessThanOrEqual(run.answer.text.length);
        expect(passage?.sentences).toContainEqual(sentence);
        expect(support >= 0 && support <= 1).toBe(true);
      }
    },
  );
});

describe('fitEvidence', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });

  test.prop([lengths, fc.integer({ min: 0, max: 900 })])(
    'stays in the budget, loses nothing silently',
    async (counts, budgetTokens) => {
      const texts = counts.map((count) => 'A sentence of some length. '.repeat(count).trim());
      const { candidates } = makePool(texts);
      const model = scripted('');
      const { evidence, passages: shown } = await fitEvidence({ candidates, budgetTokens, basis: 'selected', model });
      expect(evidence.tokens).toBeLessThanOrEqual(budgetTokens);
      expect(evidence.tokens).toBe(evidence.items.reduce((sum, item) => sum + item.tokens, 0));
      expect(evidence.items.map((item) => item.label)).toEqual(shown.map((_, at) => at + 1));
      const ids = [...evidence.items.map((item) => item.passageId), ...evidence.omitted];
      expect(ids.sort()).toEqual(candidates.map((candidate) => candidate.passage.id).sort());
      evidence.items.forEach((item, at) => {
        const passage = candidates.find((candidate) => candidate.passage.id === item.passageId)?.passage;
        const offset = passage?.span.start ?? 0;
        expect(shown[at]?.text).toBe(passage?.text.slice(item.shown.start - offset, item.shown.end - offset));
        expect(item.shown.end).toBeGreaterThan(item.shown.start);
      });
    },
  );

  test('a citation never names a sentence that was cut away', async () => {
    const { candidates } = makePool([
      `${'Something else entirely happened here. '.repeat(6)}It came out in October 2008.`,
    ]);
    const model = scripted('');
    const { evidence, sources } = await fitEvidence({ candidates, budgetTokens: 120, basis: 'selected', model });
    expect(evidence.items.length).toBe(1);
    expect(bindSentence('It came out in October 2008.', sources)?.support).toBe(0);
  });
});

describe('bindSentence', () => {
  test('of equal support, the sentence that says little else wins', () => {
    const [candidate] = makePool(['Ada, Bob, Cy and Dee were born in Rome in May. Ada was born in Rome.']).candidates;
    if (candidate === undefined) throw new Error('no candidate');
    const { passage } = candidate;
    const item = {
      label: 1,
      passageId: passage.id,
      documentId: passage.documentId,
      documentName: 'x',
      shown: passage.span,
      tokens: 1,
    };
    const binding = bindSentence('Ada was born in Rome', [createSource(item, passage)]);
    expect(binding).toMatchObject({ support: 1, sentence: passage.sentences[1] });
    expect(bindSentence('', [createSource(item, passage)])).toBeUndefined();
    expect(bindSentence('Ada', [])).toBeUndefined();
  });
});

describe('contentWords', () => {
  test.each([
    ['The models were released', 'model releas'],
    ['releases, releasing; RELEASE', 'releas releas releas'],
    ["Café's 1,234 crêpes", 'caf 1234 crep'],
    ['to be or not to be', 'to be or not to be'],
    ['', ''],
  ])('%j', (text, words) => {
    expect(contentWords(text).join(' ')).toBe(words);
  });
});

describe('isAbstention', () => {
  test.each(['Paris does not like rain.', 'The document says no.', 'No.', 'Information about it is in part 3.'])(
    'not: %j',
    (text) => {
      expect(isAbstention(text)).toBe(false);
    },
  );
});

describe('createRepetitionGuard', () => {
  test.prop([
    fc
      .array(fc.constantFrom('One two three. ', 'Four five six. ', 'Yes. ', 'One two', ' three', '. ', '\n'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  ])('shows a beginning of the text, without a second copy of any longer sentence', (text) => {
    const guard = createRepetitionGuard();
    const shown = [...text].map((character) => guard.push(character)).join('') + guard.flush();
    expect(text.startsWith(shown)).toBe(true);
    const statements = splitStatements(shown).map((span) => shown.slice(span.start, span.end));
    const long = statements.map((statement) => statement.match(/\w+/g) ?? []).filter((words) => words.length >= 3);
    expect(new Set(long.map((words) => words.join(' '))).size).toBe(long.length);
    if (guard.loop() === null) expect(shown).toBe(text);
  });
});
