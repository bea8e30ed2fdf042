import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textToBlocks } from './text-to-blocks.ts';

const blocksOf = (text: string): [string, string][] =>
  [...textToBlocks(text, new Set())].map((block) => [block.kind, block.text]);

describe('textToBlocks', () => {
  it('joins lines that an editor wrapped', () => {
    const text =
      'A long paragraph of text that was wrapped by some edi-\ntor at a margin and must be joined to one\nagain.';
    expect(blocksOf(text)).toEqual([
      [
        'paragraph',
        'A long paragraph of text that was wrapped by some editor at a margin and must be joined to one again.',
      ],
    ]);
  });

  it('keeps lines that were meant', () => {
    expect(blocksOf('Roses are red\nViolets are blue')).toEqual([['paragraph', 'Roses are red\nViolets are blue']]);
  });

  it('finds list items with what follows them', () => {
    expect(blocksOf('To buy:\n- bread\n- milk and\n  honey\n2) eggs\nA. Smith called')).toEqual([
      ['paragraph', 'To buy:'],
      ['list-item', '- bread'],
      ['list-item', '- milk and honey'],
      ['list-item', '2) eggs A. Smith called'],
    ]);
  });

  it('cuts a paragraph that is a whole book, between sentences', () => {
    const pieces = blocksOf('Another sentence of it. '.repeat(3_000)).map(([, text]) => text);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) {
      expect(piece.length).toBeLessThanOrEqual(20_000);
      expect(piece).toMatch(/^Another.*it\.$/);
    }
  });

  it('loses no letter of any text', () => {
    const letters = (text: string): string => (text.match(/[a-zA-Z0-9]/g) ?? []).join('');
    const text = fc.array(fc.stringMatching(/^[ -~]{0,60}$/)).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, (source) => {
        expect(
          letters(
            blocksOf(source)
              .map(([, block]) => block)
              .join('\n'),
          ),
        ).toBe(letters(source));
      }),
    );
  });
});
