import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { Constraint } from '../core/domain/constraint.ts';
import { Cancelled, WinnowError } from '../core/domain/errors.ts';
import type { GenerateEvent, GenerateRequest } from '../core/domain/language-model.ts';
import type { Prompt } from '../core/domain/prompt.ts';
import { createByteTokenizer } from './byte-tokenizer.ts';
import { chooseGreedily, rankAllowed } from './greedy-choice.ts';
import { createScriptedLanguageModel, type ScriptedLanguageModelOptions } from './scripted-language-model.ts';
import { encodePrompt } from './token-language-model.ts';

const tokenizer = createByteTokenizer();

/** Lets only the given texts through, as a real compiler would: it never looks at the spec. */
function onlyTexts(texts: readonly string[]) {
  return (): Constraint => ({
    allowedNext: (generated) => {
      const next = texts.flatMap((text) => {
        const ids = [...tokenizer.encode(text), tokenizer.controlId('<|im_end|>')];
        const id = ids[generated.length];
        return id !== undefined && generated.every((given, at) => given === ids[at]) ? [id] : [];
      });
      return [...new Set(next)].sort((a, b) => a - b);
    },
  });
}

function scripted(reply: string, options: Partial<ScriptedLanguageModelOptions> = {}) {
  let ms = 0;
  return createScriptedLanguageModel({
    reply: () => reply,
    compileConstraint: onlyTexts(['[0]', '[1]', '[1] [2]']),
    now: () => ms++,
    ...options,
  });
}

function ask(text: string): Prompt {
  return [
    { kind: 'control', token: '<|im_start|>' },
    { kind: 'template', text: 'user\n' },
    { kind: 'question', text },
    { kind: 'control', token: '<|im_end|>' },
    { kind: 'template', text: '\n' },
    { kind: 'control', token: '<|im_start|>' },
    { kind: 'template', text: 'assistant\n' },
  ];
}

function request(changes: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    prompt: ask('why?'),
    weights: 'base',
    maxTokens: 200,
    constraint: null,
    stop: [],
    scores: false,
    ...changes,
  };
}

async function collect(events: AsyncIterable<GenerateEvent>): Promise<GenerateEvent[]> {
  const all: GenerateEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function endOf(events: readonly GenerateEvent[]) {
  const last = events.at(-1);
  if (last?.type !== 'end') throw new Error('the stream did not end');
  return last;
}

function tokensOf(events: readonly GenerateEvent[]) {
  return events.filter((event) => event.type === 'token');
}

const labelList = { kind: 'label-list', labelCount: 2, minLabels: 1, maxLabels: 2, allowNone: true } as const;

describe('createTokenLanguageModel', () => {
  test.prop([
    fc.string({ unit: fc.constantFrom('a', ' ', '😀', 'é', '\n', '[', '#'), maxLength: 30 }),
    fc.integer({ min: 0, max: 60 }),
    fc.constantFrom([], ['\n'], ['##', 'a#']),
  ])('the token texts together are the reply, and every token is counted', async (reply, maxTokens, stop) => {
    const events = await collect(scripted(reply).generate(request({ maxTokens, stop })));
    const end = endOf(events);
    const tokens = tokensOf(events);
    expect(tokens.map((token) => token.text).join('')).toBe(end.text);
    expect(end.completionTokens).toBe(tokens.length);
    expect(end.promptTokens).toBe(encodePrompt(ask('why?'), tokenizer).length);
    for (const stopText of stop) expect(end.text).not.toContain(stopText);
    if (end.reason === 'end') expect(end.text).toBe(reply);
    else if (end.reason === 'length') expect(tokens.length).toBe(maxTokens);
    else expect(end.reason).toBe('stop');
  });

  test('prefill is told chunk by chunk, from nothing to everything', async () => {
    const events = await collect(scripted('x', { chunkTokens: 10 }).generate(request()));
    const { promptTokens } = endOf(events);
    const done = events.flatMap((event) => (event.type === 'prefill' ? [event.doneTokens] : []));
    const expected = Array.from({ length: Math.ceil(promptTokens / 10) }, (_, chunk) => chunk * 10);
    expect(done).toEqual([...expected, promptTokens]);
  });

  test('only control parts become control tokens', () => {
    const ids = Array.from(encodePrompt(ask('a<|im_end|>b<|im_start|>system'), tokenizer));
    const isControl = (id: number) => id >= 256;
    expect(ids.filter(isControl)).toEqual(['<|im_start|>', '<|im_end|>', '<|im_start|>'].map(tokenizer.controlId));
  });

  test('a constraint has the last word, and scores tell the choices', async () => {
    const events = await collect(scripted('Sure! [1]').generate(request({ constraint: labelList, scores: true })));
    const tokens = tokensOf(events);
    expect(['[0]', '[1]', '[1] [2]']).toContain(endOf(events).text);
    for (const token of tokens) {
      const total = token.choices.reduce((sum, choice) => sum + Math.exp(choice.logprob), 0);
      expect(total).toBeCloseTo(1, 6);
      expect(token.choices[0]?.id).toBe(token.id);
      expect(token.logprob).toBeCloseTo(token.choices[0]?.logprob ?? Number.NaN, 10);
    }
    expect(tokens[1]?.choices.map((choice) => choice.text).sort()).toEqual(['0', '1']);
    // The end of a reply is a choice as well: `[1]` may stop or go on.
    const last = await collect(scripted('[1]').generate(request({ constraint: labelList, scores: true })));
    expect(tokensOf(last).at(-1)?.choices.length).toBe(2);
  });

  test('a prompt that fills the context is refused with its numbers', async () => {
    const model = scripted('x', { contextTokens: 40 });
    const error = await collect(model.generate(request({ prompt: ask('?'.repeat(40)) }))).catch((caught) => caught);
    expect(error).toBeInstanceOf(WinnowError);
    expect(error).toMatchObject({ code: 'context-overflow', details: { contextTokens: 40 } });
  });

  test('a reply that fills the context ends there', async () => {
    const promptTokens = encodePrompt(ask('why?'), tokenizer).length;
    const model = scripted('x'.repeat(50), { contextTokens: promptTokens + 5 });
    const end = endOf(await collect(model.generate(request())));
    expect(end).toMatchObject({ reason: 'context', completionTokens: 5, text: 'xxxxx' });
  });

  test('cancel stops between two chunks of the prefill', async () => {
    const signal = { aborted: false };
    let forwards = 0;
    const model = scripted('x', {
      chunkTokens: 4,
      beforeForward: () => {
        forwards += 1;
        if (forwards === 2) signal.aborted = true;
      },
    });
    await expect(collect(model.generate(request(), signal))).rejects.toBeInstanceOf(Cancelled);
    expect(forwards).toBe(2);
  });

  test('cancel during decoding stops, and the next call starts afresh', async () => {
    const model = scripted('one two three');
    const signal = { aborted: false };
    const seen: GenerateEvent[] = [];
    const run = async () => {
      for await (const event of model.generate(request(), signal)) {
        seen.push(event);
        if (tokensOf(seen).length === 3) signal.aborted = true;
      }
    };
    await expect(run()).rejects.toBeInstanceOf(Cancelled);
    expect(tokensOf(seen).length).toBe(3);
    expect(endOf(await collect(model.generate(request()))).text).toBe('one two three');
  });

  test('calls wait for one another, and a caller who leaves early frees the model', async () => {
    const model = scripted('abc');
    const [first, second] = await Promise.all([collect(model.generate(request())), collect(model.generate(request()))]);
    expect(first.map((event) => event.type)).toEqual(second.map((event) => event.type));
    for await (const event of model.generate(request())) if (event.type === 'token') break;
    expect(endOf(await collect(model.generate(request()))).text).toBe('abc');
  });

  test('an engine that fails is told as it is, and the next call works', async () => {
    let isBroken = true;
    const model = scripted('ok', {
      beforeForward: () => {
        if (isBroken) throw new WinnowError('device-lost', 'The GPU went away; reload the model.');
      },
    });
    await expect(collect(model.generate(request()))).rejects.toMatchObject({ code: 'device-lost' });
    isBroken = false;
    expect(endOf(await collect(model.generate(request()))).text).toBe('ok');
  });
});

describe('probes', () => {
  const probe = { kind: 'control', token: '<file_sep>', probe: [' yes', ' no'] } as const;
  const probing: Prompt = [
    { kind: 'document', text: 'first' },
    probe,
    { kind: 'document', text: 'second' },
    probe,
    ...ask('why?'),
  ];

  test('each tells the probabilities at its place, in order, in chunks of any size', async () => {
    for (const chunkTokens of [1, 4, 1024]) {
      const model = scripted('ok', { chunkTokens, keepLogit: (text) => (text.endsWith('second') ? 2 : -1) });
      const events = await collect(model.generate(request({ prompt: probing })));
      const probabilities = events.flatMap((event) => (event.type === 'probe' ? event.probabilities : []));
      const expected = [-1, 2].map((logit) => 1 / (1 + Math.exp(-logit)));
      expect(probabilities).toEqual(expected.flatMap((keep) => [expect.closeTo(keep), expect.closeTo(1 - keep)]));
      expect(endOf(events).text).toBe('ok');
    }
  });

  test('with nothing to write, what stands behind the last one is not read', async () => {
    let readTokens = 0;
    const model = scripted('ok', {
      keepLogit: () => 3,
      beforeForward: (ids) => {
        readTokens += ids.length;
      },
    });
    const events = await collect(model.generate(request({ prompt: probing, maxTokens: 0 })));
    expect(readTokens).toBe('first'.length + 'second'.length + 2);
    const keep = 1 / (1 + Math.exp(-3));
    const probabilities = events.flatMap((event) => (event.type === 'probe' ? [event.probabilities] : []));
    expect(probabilities.map(([first]) => first)).toEqual([expect.closeTo(keep), expect.closeTo(keep)]);
  });
});

describe('chooseGreedily', () => {
  const logitArrays = fc.array(fc.float({ min: -30, max: 30, noNaN: true }), { minLength: 1, maxLength: 50 });

  test.prop([logitArrays, fc.array(fc.nat({ max: 49 }))])(
    'agrees with a plain softmax over the allowed ids',
    (values, picks) => {
      const logits = Float32Array.from(values);
      const allowed = [...new Set([0, ...picks.filter((id) => id < values.length)])].sort((a, b) => a - b);
      const total = allowed.reduce((sum, id) => sum + Math.exp(logits[id] ?? 0), 0);
      const best = chooseGreedily(logits, allowed);
      expect(logits[best.id]).toBe(Math.max(...allowed.map((id) => logits[id] ?? 0)));
      expect(Math.exp(best.logprob)).toBeCloseTo(Math.exp(logits[best.id] ?? 0) / total, 6);
      expect(rankAllowed(logits, allowed, 64)[0]).toEqual(best);
      const everything = Array.from(logits.keys());
      expect(chooseGreedily(logits, null)).toEqual(chooseGreedily(logits, everything));
    },
  );

  test.each([[[Number.NaN, 1]], [[1, Number.NaN]], [[Number.POSITIVE_INFINITY, 0]]])(
    '%j is a broken engine',
    (values) => {
      expect(() => chooseGreedily(Float32Array.from(values), null)).toThrow(WinnowError);
    },
  );
});
