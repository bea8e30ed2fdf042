import { describe, expect, it } from 'vitest';
import stems from './fixtures/porter.json' with { type: 'json' };
import { porterStem } from './porter-stem.ts';

describe('porterStem', () => {
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['agreed', 'agre'],
    ['hopping', 'hop'],
    ['relational', 'relat'],
    ['generalizations', 'gener'],
    ['sky', 'sky'],
    ['is', 'is'],
    ['controlling', 'control'],
  ])('stems %s to %s', (word, stem) => {
    expect(porterStem(word)).toBe(stem);
  });

  it('leaves words with digits or other letters alone', () => {
    expect(porterStem('4s')).toBe('4s');
    expect(porterStem('mp3players')).toBe('mp3players');
    expect(porterStem('größes')).toBe('größes');
  });

  it('agrees with PyStemmer on 4,000 words', () => {
    const wrong = Object.entries(stems).filter(([word, stem]) => porterStem(word) !== stem);
    expect(Object.keys(stems).length).toBe(4000);
    expect(wrong.map(([word, stem]) => `${word}: ${porterStem(word)}, not ${stem}`)).toEqual([]);
  });
});
