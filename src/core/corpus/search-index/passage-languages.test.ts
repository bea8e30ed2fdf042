import { describe, expect, it } from 'vitest';
import multilingual from '../../../../bench/evaluate/fixtures/multilingual.json' with { type: 'json' };
import { eldDetector } from '../../../engines/eld-detector.ts';
import { oramaStemmers } from '../../../engines/orama-stemmers.ts';
import { passageLanguages } from './passage-languages.ts';

const german =
  'Der Vermieter hat die Kaution innerhalb von sechs Monaten nach dem Auszug zurückzuzahlen, sofern keine Schäden festgestellt werden.';
const english =
  'The landlord returns the deposit within six months of the end of the tenancy, unless there is any damage.';
const polish = 'Najemca płaci czynsz z góry do piątego dnia każdego miesiąca na rachunek bankowy wynajmującego.';
const chinese =
  '租客应当在每月第一天之前将房租转入房东的银行账户，逾期将收取滞纳金。请使用 online banking 支付，并保留凭证。';

const languagesOf = (...texts: string[]): string[] =>
  passageLanguages(
    texts.map((text) => ({ text })),
    eldDetector,
    oramaStemmers.languages,
  );

describe('passageLanguages', () => {
  it.each(multilingual.languages)('tells $code, each passage by itself too', ({ code, passages }) => {
    const expected = code === 'ja' ? 'en' : code;
    expect(languagesOf(...passages)).toEqual(passages.map(() => expected));
    for (const passage of passages) expect(languagesOf(passage)).toEqual([expected]);
  });

  it('tells the languages of a document that has two', () => {
    expect(languagesOf(german, english, german)).toEqual(['de', 'en', 'de']);
  });

  it('gives passages of few words the language of their document', () => {
    expect(languagesOf(german, 'Tabelle 7', 'Alice Bob', '4711', german)).toEqual(Array(5).fill('de'));
  });

  it('takes what tells nothing as English', () => {
    expect(languagesOf('Owls fly at dusk.')).toEqual(['en']);
    expect(languagesOf('4711 0815', '12')).toEqual(['en', 'en']);
    expect(languagesOf()).toEqual([]);
  });

  it('leaves Latin words alone in a language without a stemmer, unless they must be foreign', () => {
    expect(languagesOf(polish)).toEqual(['und']);
    expect(languagesOf(chinese)).toEqual(['en']);
  });

  it('is not led by a long passage of another language', () => {
    expect(languagesOf(english.repeat(20), german, german, german, 'Anhang B')).toEqual(['en', 'de', 'de', 'de', 'de']);
  });
});
