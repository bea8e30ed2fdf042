import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from './tokenise.ts';

describe('wordsOf', () => {
  it.each([
    ['Payments of U.S. firms, 2024', 'payments of u s firms 2024'],
    ['RÉSUMÉ naïve', 'résumé naïve'],
    ['Straße STRASSE', 'strasse strasse'],
    ['infor\u00admation', 'information'],
    // compatibility forms: ligature, full width, dotted capital, composed letters
    ['ﬁnance Ｆｕｌｌ－ｗｉｄｔｈ １２', 'finance fullwidth full width 12'],
    ['İSTANBUL Cafe\u0301', 'istanbul café'],
  ])('reads letters in all their forms: %j', (text, words) => {
    expect(wordsOf(text).join(' ')).toBe(words);
  });

  it.each([
    ['parseHttpRequest()', 'parsehttprequest parse http request'],
    ['HTTPServer', 'httpserver http server'],
    ['MAX_RETRY_COUNT', 'maxretrycount max retry count'],
    ['snake_case kebab-case', 'snakecase snake case kebabcase kebab case'],
    ['__init__', 'init'],
    ['utf8Decode', 'utf8decode utf8 decode'],
    ['os.path.join', 'os path join'],
    ['iPhone, GmbH, mp3', 'iphone gmbh mp3'],
    ['éclairÀDroite', 'éclairàdroite éclair droite'],
    ['a-b-c-d-e-f-g', 'a b c d e f g'],
  ])('keeps identifiers whole and in parts: %j', (text, words) => {
    expect(wordsOf(text).join(' ')).toBe(words);
  });

  it.each([
    ['v2.3.1', '2.3.1 2 3 1'],
    ['version 2.3.1-beta', 'version 2.3.1 2 3 1 beta'],
    ['12.03.2024', '12.03.2024 12 03 2024'],
    ['2024-03-12', '20240312 2024 03 12'],
    ['€1,250.', '1250 1 250'],
    ['1.250.000', '1250000 1 250 000'],
    ['3,5 or 3.5', '3 5 or 3.5 3 5'],
    ['٢٠٢٤ ۲۰۲۴ २०२४', '2024 2024 2024'],
  ])('keeps numbers whole: %j', (text, words) => {
    expect(wordsOf(text).join(' ')).toBe(words);
  });

  it.each([
    ['don’t re-use', 'don reuse re use'],
    ["L'avion d’Anna, aujourd'hui", 'avion anna aujourd hui'],
    ["qu'il dell'anno O'Brien's", 'qu il dell anno brien'],
    ["'l' 'x'", 'l x'],
    ['e-mail', 'email e mail'],
    ['infor-\nmation', 'information infor mation'],
    ['re\u2010enter', 'reenter re enter'],
  ])('parts what apostrophes and hyphens join: %j', (text, words) => {
    expect(wordsOf(text).join(' ')).toBe(words);
  });

  it.each([
    ['東京都', '東 東京 京 京都 都'],
    ['iPhone手机', 'iphone 手 手机 机'],
    ['한국어', '한 한국 국 국어 어'],
    ['हिन्दी भाषा', 'हिन्दी भाषा'],
    ['ที่นี่', 'ที่ ที่นี่ นี่'],
    ['ﾃﾞｰﾀ', 'デ デー ー ータ タ'],
    ['parse東京Http', 'parse 東 東京 京 http'],
    // vowel signs, the stretching stroke, forms of alef, Persian letters
    ['مُحَمَّد محمـــد', 'محمد محمد'],
    ['أحمد إلى آخر', 'احمد الى اخر'],
    ['کتاب‌ها', 'كتابها'],
    ['שָׁלוֹם', 'שלום'],
  ])('reads other scripts: %j', (text, words) => {
    expect(wordsOf(text).join(' ')).toBe(words);
  });

  it('gives nothing for text without letters or digits', () => {
    expect(wordsOf('')).toEqual([]);
    expect(wordsOf(' … — ?! 🙂 \n')).toEqual([]);
  });

  it('treats composed, decomposed and compatibility forms alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(wordsOf(text.normalize('NFD'))).toEqual(wordsOf(text.normalize('NFC')));
        expect(wordsOf(text.normalize('NFKC'))).toEqual(wordsOf(text));
      }),
    );
  });

  it('reads ASCII text as it reads the same words among others', () => {
    const unit = fc.constantFrom(..."aBzT019 -_.,'\n");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        expect(wordsOf(`é ${text}`)).toEqual(['é', ...wordsOf(text)]);
      }),
      { numRuns: 2000 },
    );
  });

  it('never gives an empty word, one with a line break, or none where the text has a letter or digit', () => {
    const unit = fc.oneof(
      fc.constantFrom(..."aB1-_.’'\n\u00ad"),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
        const text = units.join('');
        const words = wordsOf(text);
        for (const word of words) expect(word).toMatch(/^\S+$/u);
        if (/[a-zA-Z0-9]/.test(text)) expect(words.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
