import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areTags, countTags, maxTagChars, maxTagCount, normalTag, tagKey, withoutTag, withTag } from './tags.ts';

describe('a tag', () => {
  it('is trimmed, composed, with single spaces and without unseen signs', () => {
    expect(normalTag('  to \t do\n')).toBe('to do');
    expect(normalTag('A\u0308rger')).toBe('Ärger');
    expect(normalTag('a \u200b b')).toBe('a b');
    expect(normalTag('\u200d')).toBe('');
    expect(normalTag('می\u200cخواهم')).toBe('می\u200cخواهم');
    expect(normalTag('a\u200bb\u0007\ud800')).toBe('ab');
  });

  it('is there once, whatever its capitals, in the spelling it was first given anywhere', () => {
    expect(withTag(['Tax'], 'tAX ')).toEqual(['Tax']);
    expect(withTag(['Lease'], 'ÄRGER', ['Ärger'])).toEqual(['Lease', 'Ärger']);
    expect(withoutTag(['Tax', 'Lease'], 'TAX')).toEqual(['Lease']);
  });

  it.each([
    ['  \u200b', 'empty'],
    ['x'.repeat(maxTagChars + 1), 'too-long'],
  ])('is refused: %j, %s', (typed, reason) => {
    expect(() => withTag([], typed)).toThrow(
      expect.objectContaining({ code: 'tag-refused', details: expect.objectContaining({ reason }) }),
    );
  });

  it('may have as many characters as are allowed, of any plane; and a document as many tags', () => {
    expect(withTag([], '🦓'.repeat(maxTagChars))).toHaveLength(1);
    const full = Array.from({ length: maxTagCount }, (_, n) => `tag ${n}`);
    expect(full.reduce<readonly string[]>((tags, tag) => withTag(tags, tag), [])).toEqual(full);
    expect(() => withTag(full, 'one more')).toThrow(/20 are allowed/);
    expect(withTag(full, 'TAG 3')).toEqual(full);
  });
});

it('whatever is typed, what is kept could be read again, and finds itself', () => {
  const typed = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 30 });
  fc.assert(
    fc.property(typed, (words) => {
      let tags: readonly string[] = [];
      for (const word of words) {
        try {
          tags = withTag(tags, word);
        } catch (error) {
          expect(error).toMatchObject({ code: 'tag-refused' });
        }
      }
      expect(areTags(tags)).toBe(true);
      for (const tag of tags) expect(tagKey(normalTag(tag))).toBe(tagKey(tag));
      for (const tag of tags) expect(withoutTag(tags, tag)).toHaveLength(tags.length - 1);
    }),
  );
});

it.each([
  [null],
  ['Tax'],
  [[1]],
  [['']],
  [[' Tax']],
  [['Tax', 'tax']],
  [['A\u0308']],
  [Array.from({ length: 21 }, String)],
])('%j are no tags', (value) => {
  expect(areTags(value)).toBe(false);
});

it('tags are counted over documents, by name', () => {
  expect(countTags([{ tags: ['Tax', 'b'] }, {}, { tags: ['tax', 'A'] }])).toEqual([
    { tag: 'A', documentCount: 1 },
    { tag: 'b', documentCount: 1 },
    { tag: 'Tax', documentCount: 2 },
  ]);
});
