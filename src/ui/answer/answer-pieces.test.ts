import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerPieces } from './answer-pieces.ts';

const cited = (start: number, end: number) => ({ statement: { start, end } });

test('numbers come after their statement', () => {
  const text = 'Rent is due monthly. Notice is three months.';
  const pieces = answerPieces(text, [cited(0, 20), cited(21, 44), cited(21, 44)]);
  expect(pieces.map(({ text: words, ending }) => [words, ending])).toEqual([
    ['Rent is due monthly.', [0]],
    [' ', []],
    ['Notice is three months.', [1, 2]],
  ]);
});

const answerWithCitations = fc.string({ unit: 'grapheme' }).chain((text) =>
  fc.record({
    text: fc.constant(text),
    citations: fc.array(
      fc
        .tuple(fc.nat(text.length + 5), fc.nat(text.length + 5))
        .map(([one, other]) => cited(Math.min(one, other), Math.max(one, other))),
      { maxLength: 8 },
    ),
  }),
);

test('the pieces are the answer, each covered by exactly the statements that hold its characters', () => {
  fc.assert(
    fc.property(answerWithCitations, ({ text, citations }) => {
      const pieces = answerPieces(text, citations);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const piece of pieces) {
        for (let offset = piece.start; offset < piece.start + piece.text.length; offset += 1) {
          const holders = citations.flatMap(({ statement }, index) =>
            statement.start <= offset && offset < statement.end ? [index] : [],
          );
          expect(piece.covering).toEqual(holders);
        }
      }
    }),
  );
});

test('every citation of a non-empty answer ends in exactly one piece, unless it ends before the text begins', () => {
  fc.assert(
    fc.property(answerWithCitations, ({ text, citations }) => {
      const endings = answerPieces(text, citations).flatMap((piece) => piece.ending);
      const expected = citations.flatMap(({ statement }, index) =>
        text.length > 0 && Math.min(statement.end, text.length) > 0 ? [index] : [],
      );
      expect([...endings].sort((left, right) => left - right)).toEqual(expected);
    }),
  );
});
