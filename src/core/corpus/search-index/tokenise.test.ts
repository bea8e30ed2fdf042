import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenise } from './tokenise.ts';

describe('tokenise', () => {
  it.each([
    ['Payments of U.S. firms, 2024', ['payment', 'of', 'u', 's', 'firm', '2024']],
    ['RÉSUMÉ naïve', ['resum', 'naiv']],
    ['Straße STRASSE', ['strass', 'strass']],
    ['ﬁnance Ｆｕｌｌ １２', ['financ', 'full', '12']],
    ['ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
    ['infor\u00admation', ['inform']],
    ['東京都', ['東', '東京', '京', '京都', '都']],
    ['iPhone手机', ['iphon', '手', '手机', '机']],
    ['한국어', ['한', '한국', '국', '국어', '어']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['ที่นี่', ['ที่', 'ที่นี่', 'นี่']],
    ['don’t re-use', ['don', 't', 're', 'us']],
  ])('turns %j into %j', (text, terms) => {
    expect(tokenise(text)).toEqual(terms);
  });

  it('gives nothing for text without letters or digits', () => {
    expect(tokenise('')).toEqual([]);
    expect(tokenise(' … — ?! 🙂 \n')).toEqual([]);
  });

  it('treats composed, decomposed and compatibility forms alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(tokenise(text.normalize('NFD'))).toEqual(tokenise(text.normalize('NFC')));
        expect(tokenise(text.normalize('NFKC'))).toEqual(tokenise(text));
      }),
    );
  });

  it('never gives an empty term or one with a line break', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const term of tokenise(text)) {
          expect(term).not.toBe('');
          expect(term).not.toContain('\n');
        }
      }),
    );
  });
});
