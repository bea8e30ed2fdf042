import { readFileSync } from 'node:fs';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { WinnowError } from '../core/domain/errors.ts';
import { createTokenizer } from './tokenizer.ts';

const file = readFileSync(new URL('../../models/smollm2-135m-instruct-q4/tokenizer.json', import.meta.url));
const tokenizer = createTokenizer(file);
const controlTokens = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];
const controlIds = controlTokens.map(tokenizer.controlId);

/** Characters whose bytes all have a piece of their own in this vocabulary. */
const spelled = fc.oneof(
  fc.constantFrom(
    ...controlTokens,
    '<|',
    '|>',
    'im_end',
    '\u200D',
    '\uFEFF',
    'ﬁ',
    '中',
    '😀',
    'é',
    'e\u0301',
    '\n',
    '  ',
    '$&',
  ),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xd7ff }).map((point) => String.fromCodePoint(point)), maxLength: 8 }),
);

describe('createTokenizer', () => {
  test('knows the size of the vocabulary and the control tokens', () => {
    expect(tokenizer.vocabularySize).toBe(49_152);
    expect(controlIds).toEqual([0, 1, 2]);
    expect(() => tokenizer.controlId('im_end')).toThrow(WinnowError);
  });

  test.prop([fc.array(spelled, { maxLength: 12 }).map((parts) => parts.join(''))])(
    'text comes back as it was, and never holds a control token',
    (text) => {
      const ids = Array.from(tokenizer.encode(text));
      expect(ids.every((id) => id >= 17 && id < tokenizer.vocabularySize)).toBe(true);
      expect(tokenizer.decode(ids)).toBe(text);
    },
  );

  test.prop([fc.string({ unit: 'binary', maxLength: 40 })])('any string at all is encoded', (text) => {
    const ids = Array.from(tokenizer.encode(text));
    expect(ids.every((id) => Number.isInteger(id) && id >= 17 && id < tokenizer.vocabularySize)).toBe(true);
  });

  test('a control token in a text is spelled with ordinary pieces', () => {
    for (const token of controlTokens) {
      expect(tokenizer.encode(token).length).toBeGreaterThan(3);
      expect(tokenizer.decode(Array.from(tokenizer.encode(token)))).toBe(token);
    }
  });

  test('digits are pieces of their own', () => {
    expect(Array.from(tokenizer.encode('[12]'), (id) => tokenizer.decode([id]))).toEqual(['[', '1', '2', ']']);
  });

  test('control tokens decode to nothing, half a character to U+FFFD', () => {
    expect(tokenizer.decode([...controlIds, ...tokenizer.encode('so')])).toBe('so');
    expect(tokenizer.decode([])).toBe('');
    const [first] = tokenizer.encode('\u{10348}');
    expect(tokenizer.decode([first ?? 0])).toMatch(/\uFFFD$/);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['another JSON', '{"model":1}'],
  ])('%s is refused', (_, content) => {
    expect(() => createTokenizer(new TextEncoder().encode(content))).toThrow(WinnowError);
  });
});
