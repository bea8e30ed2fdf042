import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oramaStemmers } from '../../../engines/orama-stemmers.ts';
import { termsOfWord } from './terms-of-word.ts';
import { wordsOf } from './tokenise.ts';

const termsOf = (text: string, language: string): string[] =>
  wordsOf(text).map((word) => termsOfWord(word, language, oramaStemmers).join('/'));

/** What a question's word is looked for by. */
const soughtAs = (word: string, language: string): string | undefined =>
  termsOfWord(wordsOf(word)[0] ?? '', language, oramaStemmers)[0];

describe('termsOfWord', () => {
  it.each([
    ['en', 'running naïve résumés', 'en:run en:naiv en:resum'],
    ['de', 'Häuser Haus Mieten', 'de:haus de:haus de:miet'],
    ['fr', 'arrivées arriver', 'fr:arriv/fr:arrive fr:arriv'],
    ['es', 'pólizas', 'es:poliz'],
    ['pt', 'reclamações', 'pt:reclam/pt:reclamaco'],
    ['it', 'restituirono città', 'it:restitu it:citt'],
    ['ru', 'новый новая', 'ru:нов ru:нов'],
    ['ar', 'السيارة سيارات', 'ar:سيار ar:سيار'],
    ['tr', 'kitapların', 'tr:kitap'],
    ['und', 'słowa', 'und:slowa'],
  ])('stems %s: %j', (language, text, terms) => {
    expect(termsOf(text, language).join(' ')).toBe(terms);
  });

  it('leaves what is the same in every language without one', () => {
    for (const language of ['en', 'de', 'ru', 'und']) {
      expect(termsOf('mp3 2.3.1 東京', language)).toEqual(['mp3', '2.3.1', '2', '3', '1', '東', '東京', '京']);
    }
  });

  it('takes Latin words among other letters as English', () => {
    expect(termsOf('модели models', 'ru')).toEqual(['ru:модел', 'en:model']);
  });

  it.each([
    ['de', 'Häuser', ['Häuser', 'Haeuser', 'Hauser', 'HÄUSER', 'Haus']],
    ['de', 'Öl', ['Öl', 'Oel', 'ol']],
    ['de', 'Größe', ['Größe', 'Groesse', 'GRÖSSE', 'Grosse']],
    ['fr', 'réclamations', ['réclamations', 'reclamations', 'RÉCLAMATION']],
    ['fr', 'cœur', ['cœur', 'coeur']],
    ['pt', 'reclamação', ['reclamação', 'reclamacao', 'reclamações']],
    ['es', 'garantía', ['garantía', 'garantia', 'garantías']],
    ['tr', 'ışık', ['ışık', 'isik', 'IŞIK']],
    ['ru', 'ёлка', ['ёлка', 'елка', 'ёлки']],
    ['ar', 'أحمد', ['أحمد', 'احمد']],
    ['ar', 'مدرسة', ['مدرسة', 'مدرسه', 'المدرسة', 'مَدْرَسَة']],
    ['sv', 'lägenheten', ['lägenheten', 'lagenheten', 'lägenhet']],
  ])('in %s finds %s by other spellings and forms', (language, held, sought) => {
    const terms = termsOfWord(wordsOf(held)[0] ?? '', language, oramaStemmers);
    for (const form of sought) expect([form, terms.includes(soughtAs(form, language) ?? '')]).toEqual([form, true]);
  });

  it('does not take neue, Bauer and Quelle for umlauts', () => {
    expect(termsOf('neue Bauer Quelle', 'de')).toEqual(['de:neu', 'de:bau', 'de:quell']);
  });

  it('finds every word by itself and by its plain spelling, in every language', () => {
    const letters = 'aàäçéeèiïoöőøuüûyşğıñãõnstrlmdkßжйёьиابةى';
    const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(word, fc.constantFrom('ar', 'en', 'und', ...oramaStemmers.languages), (text, language) => {
        for (const form of wordsOf(text)) {
          const held = termsOfWord(form, language, oramaStemmers);
          expect(held.length).toBeLessThanOrEqual(2);
          expect(held).toContain(soughtAs(form, language));
          for (const term of held) expect(term).toMatch(/^[a-z]+:\S+$/u);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
