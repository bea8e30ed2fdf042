import { describe, expect, it } from 'vitest';
import { oramaStemmers } from '../../../engines/orama-stemmers.ts';
import { foldAccents } from './fold.ts';
import { functionWordsOf } from './function-words.ts';
import { queryWords } from './query-words.ts';
import { wordsOf } from './tokenise.ts';

const all = ['ar', 'en', ...oramaStemmers.languages].sort();
const wordsIn = (question: string, languages: readonly string[] = all): string =>
  queryWords(question, languages, oramaStemmers)
    .map(({ word }) => word)
    .join(' ');

describe('queryWords', () => {
  it.each([
    ['When is the rent due?', 'rent due'],
    ['Wann ist die Miete für den März fällig?', 'miete marz fallig'],
    ['Quand est-ce que le loyer est dû ? Où ?', 'loyer'],
    ['¿Cuándo vence el alquiler?', 'vence alquiler'],
    ['Quando é que vence o aluguel?', 'vence aluguel'],
    ['Quando scade l’affitto della casa?', 'scade affitto casa'],
    ['Wanneer moet ik de huur betalen?', 'huur betalen'],
    ['När ska jag betala hyran?', 'betala hyran'],
    ['Hvornår skal jeg betale huslejen?', 'betale huslejen'],
    ['Milloin vuokra on maksettava?', 'vuokra maksettava'],
    ['Mikor kell fizetni a bérleti díjat?', 'fizetni berleti dijat'],
    ['Când trebuie să plătesc chiria?', 'platesc chiria'],
    ['Kira ne zaman ödenir?', 'kira odenir'],
    ['Когда нужно платить за квартиру?', 'платить квартиру'],
    ['متى يجب دفع الإيجار إلى المالك؟', 'يجب دفع الايجار المالك'],
  ])('leaves out what only asks, whatever the other languages: %s', (question, words) => {
    expect(wordsIn(question)).toBe(words);
  });

  it('goes by the list of the question’s own language', () => {
    expect(wordsIn('When did he die in the war?', ['de', 'en'])).toBe('die war');
    expect(wordsIn('Wann war die Wahl?', ['de', 'en'])).toBe('wahl');
    expect(wordsIn('die war', ['en'])).toBe('die war');
    expect(wordsIn('Who may die?', ['de', 'en'])).toBe('who may die');
  });

  it('searches a question of nothing but function words by these', () => {
    expect(wordsIn('Who is it?')).toBe('who is it');
    expect(wordsIn('Was ist das?', ['de'])).toBe('was ist das');
    expect(wordsIn('?!')).toBe('');
  });

  it('looks for a word by its stem in every language held, and once where they agree', () => {
    const [word] = queryWords('Verträge', ['de', 'en', 'fr', 'und'], oramaStemmers);
    expect(word).toEqual({ word: 'vertrage', terms: ['de:vertrag', 'en:vertrag', 'fr:vertrag', 'und:vertrage'] });
    expect(queryWords('2024', ['de', 'en'], oramaStemmers)).toEqual([{ word: '2024', terms: ['2024'] }]);
  });
});

it('lists function words in the form that a question’s words have', () => {
  for (const language of all) {
    const list = functionWordsOf(language);
    expect(list.size).toBeGreaterThan(20);
    for (const word of list) expect(wordsOf(word).map(foldAccents)).toEqual([word]);
  }
});
