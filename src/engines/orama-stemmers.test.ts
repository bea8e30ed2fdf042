import { describe, expect, it } from 'vitest';
import stems from './fixtures/snowball.json' with { type: 'json' };
import { oramaStemmers } from './orama-stemmers.ts';

describe('oramaStemmers', () => {
  it('has words of every language to be compared', () => {
    expect(Object.keys(stems)).toEqual([...oramaStemmers.languages].sort());
  });

  it.each(Object.entries(stems))('agrees with PyStemmer in %s', (language, words) => {
    const wrong = Object.entries(words).filter(([word, stem]) => oramaStemmers.stem(language, word) !== stem);
    expect(Object.keys(words)).toHaveLength(300);
    expect(wrong.map(([word, stem]) => `${word}: ${oramaStemmers.stem(language, word)}, not ${stem}`)).toEqual([]);
  });

  it('gives a word of another language back', () => {
    expect(oramaStemmers.stem('ja', '東京')).toBe('東京');
  });
});
