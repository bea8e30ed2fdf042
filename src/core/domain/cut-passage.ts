import type { LanguageModel } from './language-model.ts';
import type { Passage } from './passage.ts';
import type { Span } from './span.ts';

/** Trailing part of a word, so that a cut does not leave half of one. */
const brokenWord = /[\p{L}\p{N}]+$/u;

/** The longest beginning of `text` of at most `limitTokens`, cut between words where possible; '' if nothing fits. */
async function cutWords(text: string, limitTokens: number, model: LanguageModel): Promise<string> {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [tokens = 0] = await model.countTokens([[{ kind: 'document', text: text.slice(0, middle).toWellFormed() }]]);
    if (tokens <= limitTokens) low = middle;
    else high = middle - 1;
  }
  const cut = text.slice(0, low);
  const atWord = cut.replace(brokenWord, '').trimEnd();
  const atCharacter = cut.isWellFormed() ? cut : cut.slice(0, -1);
  return low === text.length ? text : atWord === '' ? atCharacter : atWord;
}

/**
 * The beginning of a passage that fits: whole sentences; if not even the first fits, its first words.
 *
 * @param limitTokens tokens that the text may have
 * @returns a span of `document.text` inside `passage.span`; empty when nothing fits
 */
export async function cutPassage(passage: Passage, limitTokens: number, model: LanguageModel): Promise<Span> {
  const { start, end } = passage.span;
  const borders = [...passage.sentences.map((sentence) => sentence.end), end].filter((border) => border > start);
  const texts = borders.map((border) => passage.text.slice(0, border - start));
  const counts = await model.countTokens(texts.map((text) => [{ kind: 'document', text }]));
  let best = start;
  borders.forEach((border, at) => {
    if ((counts[at] ?? Number.POSITIVE_INFINITY) <= limitTokens) best = Math.max(best, border);
  });
  if (best > start) return { start, end: best };
  const words = await cutWords(texts[0] ?? '', limitTokens, model);
  return { start, end: start + words.length };
}
