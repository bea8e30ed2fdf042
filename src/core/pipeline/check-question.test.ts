import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordsOf } from '../corpus/search-index/tokenise.ts';
import { WinnowError } from '../domain/errors.ts';
import { checkQuestion } from './check-question.ts';

function codeOf(question: string): string | null {
  try {
    checkQuestion(question);
    return null;
  } catch (error) {
    return error instanceof WinnowError ? error.code : 'other';
  }
}

it.each([
  ['', 'question-empty'],
  [' \n', 'question-empty'],
  ['?!', 'question-no-terms'],
  ['… 🙂 —', 'question-no-terms'],
  // Nothing but a stroke that stretches Arabic words, which is a letter to Unicode.
  ['ـــ', 'question-no-terms'],
  ['x'.repeat(2001), 'question-too-long'],
  ['é?', null],
  ["'s", null],
  ['東', null],
  ['4711', null],
])('says of %j what is wrong: %s', (question, code) => {
  expect(codeOf(question)).toBe(code);
});

it('lets no question through that has nothing to search for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 8 }), (question) => {
      if (codeOf(question) === null) expect(wordsOf(question).length).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});
