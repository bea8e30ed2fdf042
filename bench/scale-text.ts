import { randomFrom } from './random.ts';
import { createZipfWords } from './zipf-text.ts';

export type ScaleFile = { readonly name: string; readonly path: string; readonly text: string };

const sectionsPerDocument = 50;
const nextWord = createZipfWords();

/** The n-th document, the same in every run: 50 sections, which make about two passages each, of sentences of 8 to 20 words. */
export function scaleText(n: number): string {
  const random = randomFrom(1000 + n);
  const sections = Array.from({ length: sectionsPerDocument }, () => {
    const sentences = Array.from({ length: 16 }, () => {
      const words = Array.from({ length: 8 + Math.floor(random() * 13) }, () => nextWord(random));
      return `${words.join(' ')}.`;
    });
    return sentences.join(' ');
  });
  return sections.join('\n\n');
}

/** Questions of six different words of that text. */
export function queriesOf(text: string, count: number): readonly string[] {
  const random = randomFrom(7);
  const words = [...new Set(text.replaceAll('.', '').split(/\s+/))];
  return Array.from({ length: count }, () =>
    Array.from({ length: 6 }, () => words[Math.floor(random() * words.length)]).join(' '),
  );
}
