import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseLines, normaliseProse } from './normalise-text.ts';

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

describe('normaliseProse', () => {
  it('undoes what only typesetting knows', () => {
    expect(normaliseProse('of\ufb01ce \ufb02ow')).toBe('office flow');
    expect(normaliseProse('exam\u00adple')).toBe('example');
    expect(normaliseProse('exam\u00ad\n  ple')).toBe('example');
    expect(normaliseProse('a\u0308')).toBe('ä');
    expect(normaliseProse('a\u200bb\ufeffc\u0007d')).toBe('abcd');
    expect(normaliseProse(' a\u00a0\n\t b ')).toBe('a b');
  });

  it('takes away marks that show text in another order than it is stored', () => {
    expect(normaliseProse('pay \u202e001\u202c euros')).toBe('pay 001 euros');
  });

  it('keeps what carries meaning', () => {
    expect(normaliseProse('x² ½ “quote” ﷺ ＡＢ 👩‍👧')).toBe('x² ½ “quote” ﷺ ＡＢ 👩‍👧');
  });

  it('gives text without control characters, double spaces or half characters, and does not change it again', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const text = normaliseProse(raw);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/\p{Cc}|\s{2}|^\s|\s$/u);
        expect(normaliseProse(text)).toBe(text);
      }),
    );
  });
});

describe('normaliseLines', () => {
  it('keeps lines and indentation', () => {
    expect(normaliseLines('\n\n  if x:\r\n    y  \r\n\n\nz\n')).toBe('  if x:\n    y\nz');
  });
});
