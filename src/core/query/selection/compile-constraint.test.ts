import { readFileSync } from 'node:fs';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { createTokenizer } from '../../../engines/tokenizer.ts';
import type { Constraint, ConstraintVocabulary } from '../../domain/constraint.ts';
import { WinnowError } from '../../domain/errors.ts';
import { compileConstraint } from './compile-constraint.ts';
import { formatLabels, parseLabels } from './label-list.ts';

/** A tokenizer that takes the longest piece it knows at every place; single characters are always known. */
function longestMatch(pieces: readonly string[]) {
  const characters = [...'[]0123456789 '];
  const vocabulary = [...new Set([...characters, ...pieces])];
  const encode = (text: string): number[] => {
    const ids: number[] = [];
    for (let at = 0; at < text.length; ) {
      const fitting = vocabulary.filter((piece) => text.startsWith(piece, at));
      const longest = fitting.reduce((best, piece) => (piece.length > best.length ? piece : best));
      ids.push(vocabulary.indexOf(longest));
      at += longest.length;
    }
    return ids;
  };
  const endTokenId = vocabulary.length;
  return { encode, endTokenId, decode: (ids: readonly number[]) => ids.map((id) => vocabulary[id]).join('') };
}

const shipped = createTokenizer(
  readFileSync(new URL('../../../../models/smollm2-135m-instruct-q4/tokenizer.json', import.meta.url)),
);
const shippedVocabulary: ConstraintVocabulary = {
  encode: (text) => Array.from(shipped.encode(text)),
  endTokenId: shipped.controlId('<|im_end|>'),
};

/** Every list that the constraint lets through, as text. */
function reachableTexts(constraint: Constraint, tokenizer: ReturnType<typeof longestMatch>): Set<string> {
  const texts = new Set<string>();
  const walk = (ids: readonly number[]): void => {
    for (const id of constraint.allowedNext(ids)) {
      if (id === tokenizer.endTokenId) texts.add(tokenizer.decode(ids));
      else walk([...ids, id]);
    }
  };
  walk([]);
  return texts;
}

function legalTexts(labelCount: number, minLabels: number, maxLabels: number, allowNone: boolean): Set<string> {
  const texts = new Set<string>(allowNone ? ['[0]'] : []);
  const grow = (labels: readonly number[]): void => {
    if (labels.length >= minLabels) texts.add(formatLabels(labels));
    if (labels.length === maxLabels) return;
    for (let label = 1; label <= labelCount; label++) if (!labels.includes(label)) grow([...labels, label]);
  };
  grow([]);
  return texts;
}

function spec(labelCount: number, maxLabels = labelCount, allowNone = true, minLabels = 1) {
  return { kind: 'label-list', labelCount, minLabels, maxLabels, allowNone } as const;
}

const pieces = fc.uniqueArray(
  fc.constantFrom(
    '] [',
    ' [',
    '[1',
    '1]',
    '[1]',
    ' [2]',
    '12',
    '11',
    '][',
    '[0',
    '0]',
    '[0]',
    '] ',
    '3] [',
    '[12',
    '2] [1',
    '10',
  ),
  { maxLength: 6 },
);

describe('compileConstraint', () => {
  const counts = fc.integer({ min: 1, max: 4 });
  test.prop([pieces, counts, counts, counts, fc.boolean()])(
    'whatever the tokenizer merges: exactly the legal lists are reachable, or it is refused',
    (merged, labelCount, maxLabels, least, allowNone) => {
      const minLabels = Math.min(least, labelCount, maxLabels);
      const tokenizer = longestMatch(merged);
      let constraint: Constraint;
      try {
        constraint = compileConstraint(spec(labelCount, maxLabels, allowNone, minLabels), tokenizer);
      } catch (error) {
        expect(error).toBeInstanceOf(WinnowError);
        return;
      }
      expect(reachableTexts(constraint, tokenizer)).toEqual(legalTexts(labelCount, minLabels, maxLabels, allowNone));
    },
  );

  test.each([
    [[]],
    [['] [']],
    [[' [']],
    [['[1', '[2', '[3']],
    [['[1]', ' [1]', '[2]', ' [2]']],
    [['] [', '[0]', '12']],
  ])('compiles with the pieces %j', (merged) => {
    const tokenizer = longestMatch(merged);
    const texts = reachableTexts(compileConstraint(spec(4), tokenizer), tokenizer);
    expect(texts).toEqual(legalTexts(4, 1, 4, true));
  });

  test.prop([fc.integer({ min: 10, max: 40 }), fc.array(fc.nat(), { minLength: 130, maxLength: 130 })])(
    'labels of two digits: any walk ends in a list that needs no repair',
    (labelCount, turns) => {
      const tokenizer = longestMatch(['] [', '12', '3]']);
      const constraint = compileConstraint(spec(labelCount, 20), tokenizer);
      const ids: number[] = [];
      for (const turn of turns) {
        const allowed = constraint.allowedNext(ids);
        const id = allowed[turn % allowed.length];
        if (id === undefined || id === tokenizer.endTokenId) break;
        ids.push(id);
      }
      while (!constraint.allowedNext(ids).includes(tokenizer.endTokenId))
        ids.push(constraint.allowedNext(ids)[0] ?? -1);
      const parsed = parseLabels(tokenizer.decode(ids), labelCount);
      expect(parsed.repairs).toEqual([]);
      expect(parsed.outcome).not.toBe('unreadable');
      expect(formatLabels(parsed.labels)).toBe(tokenizer.decode(ids));
    },
  );

  test.prop([
    fc.integer({ min: 10, max: 30 }).chain((n) =>
      fc.tuple(
        fc.constant(n),
        fc.shuffledSubarray(
          Array.from({ length: n }, (_, i) => i + 1),
          { minLength: 1 },
        ),
      ),
    ),
  ])('labels of two digits: every legal list is reachable', ([labelCount, labels]) => {
    const tokenizer = longestMatch([' [', '11']);
    const constraint = compileConstraint(spec(labelCount), tokenizer);
    const ids = [...tokenizer.encode(formatLabels(labels)), tokenizer.endTokenId];
    ids.forEach((id, at) => {
      expect(constraint.allowedNext(ids.slice(0, at))).toContain(id);
    });
  });

  test.prop([
    fc
      .integer({ min: 1, max: 20 })
      .chain((n) => fc.tuple(fc.constant(n), fc.shuffledSubarray(Array.from({ length: n }, (_, i) => i + 1)))),
  ])('with the tokenizer that ships: a list is reachable just as it is spelled', ([labelCount, labels]) => {
    const constraint = compileConstraint(spec(labelCount), shippedVocabulary);
    const ids = [...shippedVocabulary.encode(formatLabels(labels)), shippedVocabulary.endTokenId];
    ids.forEach((id, at) => {
      expect(constraint.allowedNext(ids.slice(0, at))).toContain(id);
    });
  });

  test('a tokenizer that spells a label differently in the middle is refused', () => {
    const vocabulary: ConstraintVocabulary = {
      encode: (text) => [...text].map((_, at) => at + text.length),
      endTokenId: 999,
    };
    expect(() => compileConstraint(spec(3), vocabulary)).toThrow(WinnowError);
  });

  test.each([
    [0, 1, 1],
    [100, 1, 1],
    [3, 1, 0],
    [2.5, 1, 1],
    [3, 0, 2],
    [3, 3, 2],
    [3, 4, 5],
  ])('%d labels, %d to %d of them, is refused', (labelCount, minLabels, maxLabels) => {
    expect(() => compileConstraint(spec(labelCount, maxLabels, true, minLabels), longestMatch([]))).toThrow(
      WinnowError,
    );
  });

  test('ids that are no beginning of a list are refused', () => {
    const tokenizer = longestMatch([]);
    expect(() => compileConstraint(spec(2), tokenizer).allowedNext(tokenizer.encode('[3'))).toThrow(WinnowError);
  });
});
