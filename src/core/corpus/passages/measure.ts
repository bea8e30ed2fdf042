// Scripts that put no spaces between words; a model reads about one token for each of their characters.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/gu;
const beyondLatin = /[\u0e00-\uffff]/;

/** A run without a space counts as one word for each of this many characters: addresses and codes are long in tokens too. */
export const charsPerWord = 12;

/** Length of a text in words as a model feels it: words between spaces, single characters of scripts without spaces. */
export function countWords(text: string): number {
  let words = 0;
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    // The white space that `\s` knows; char codes keep this loop fast.
    const code = i < text.length ? text.charCodeAt(i) : 32;
    const isSpace = code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x2028 || code === 0x2029 || code === 0x3000;
    if (!isSpace && start < 0) start = i;
    if (isSpace && start >= 0) {
      words += wordsInRun(text.slice(start, i));
      start = -1;
    }
  }
  return words;
}

function wordsInRun(run: string): number {
  if (!beyondLatin.test(run)) return Math.ceil(run.length / charsPerWord);
  const single = run.match(unspaced)?.length ?? 0;
  return single + Math.ceil((run.length - single) / charsPerWord);
}
