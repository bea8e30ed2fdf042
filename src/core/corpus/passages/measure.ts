/** A run without a space counts as one word for each of this many characters: addresses and codes are long in tokens too. */
export const charsPerWord = 12;

/** Length of a text in words as a model feels it: words between spaces, single characters of scripts without spaces. */
export function countWords(text: string): number {
  let words = 0;
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    // The white space that `\s` knows; char codes keep this loop fast.
    const code = i < text.length ? text.charCodeAt(i) : 32;
    const isSpace =
      code === 32 ||
      (code >= 9 && code <= 13) ||
      code === 0xa0 ||
      code === 0x2028 ||
      code === 0x2029 ||
      code === 0x3000;
    if (!isSpace && start < 0) start = i;
    if (isSpace && start >= 0) {
      words += wordsInRun(text.slice(start, i));
      start = -1;
    }
  }
  return words;
}

function wordsInRun(run: string): number {
  let single = 0;
  for (let i = 0; i < run.length; i++) if (isUnspaced(run.charCodeAt(i))) single++;
  return single + Math.ceil((run.length - single) / charsPerWord);
}

/** Scripts that put no spaces between words; a model reads about one token for each of their characters. */
function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false;
  return (
    (code >= 0x2e80 && code <= 0x9fff) || // Chinese, Japanese
    (code >= 0xac00 && code <= 0xd7af) || // Korean
    (code >= 0x0e00 && code <= 0x0eff) || // Thai, Lao
    (code >= 0x1000 && code <= 0x109f) || // Burmese
    (code >= 0x1780 && code <= 0x17ff) || // Khmer
    (code >= 0xd840 && code <= 0xd88f) || // first halves of rarer Chinese characters
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff66 && code <= 0xff9d)
  );
}
