/**
 * Joins two lines of running text. A word that was split by a hyphen at the line's end becomes one word again.
 *
 * `exam-` + `ple` is `example`, but `well-` + `known` is `well-known`: which one is meant, the rest of the document tells.
 * Where it is silent, the hyphen goes, since most hyphens at line ends are typesetters'.
 */
export function joinLines(first: string, second: string, words: ReadonlySet<string>): string {
  if (first === '' || second === '') return first + second;
  if (first.endsWith('\u00ad')) return first.slice(0, -1) + second;
  const head = /(\p{L}[\p{L}\p{M}'’]*)[-\u2010]$/u.exec(first.slice(-longestWordChars));
  const tail = /^\p{Ll}[\p{L}\p{M}'’]*/u.exec(second);
  if (head && tail) {
    const left = (head[1] ?? '').toLowerCase();
    const right = tail[0].toLowerCase();
    const keepHyphen = !words.has(left + right) && (words.has(`${left}-${right}`) || compoundPrefixes.has(left));
    return keepHyphen ? first + second : first.slice(0, -1) + second;
  }
  const touch = /[^\s][-\u2010/]$/u.test(first) || (unspacedEnd.test(first) && unspacedStart.test(second));
  return touch ? first + second : `${first} ${second}`;
}

/** `joinLines` over many lines, in time linear in their length. */
export function joinAllLines(lines: Iterable<string>, words: ReadonlySet<string>): string {
  const parts: string[] = [];
  for (const line of lines) {
    if (line === '') continue;
    const last = parts.pop() ?? '';
    const joined = joinLines(last, line, words);
    parts.push(joined.slice(0, joined.length - line.length), line);
  }
  return parts.join('');
}

/** Words and hyphenated compounds of whole lines, in lower case; what a line's end may have split is left out. */
export function collectWords(lines: Iterable<string>): Set<string> {
  const words = new Set<string>();
  for (const line of lines) {
    for (const [word] of line.matchAll(/\p{L}[\p{L}\p{M}'’]*(?:-\p{L}[\p{L}\p{M}'’]*)*/gu))
      words.add(word.toLowerCase());
  }
  return words;
}

/** More than any word at a line's end; keeps the search for it short on very long lines. */
const longestWordChars = 100;

/** First parts after which English keeps its hyphen. */
const compoundPrefixes = new Set(
  'self non well ex all cross high low long short half so two three four one'.split(' '),
);

// Chinese, Japanese, Thai, Khmer and Lao put no space between words, so none between lines.
const unspacedScripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\u3000-\u303f\uff00-\uff65`;
const unspacedEnd = new RegExp(`[${unspacedScripts}]$`, 'u');
const unspacedStart = new RegExp(`^[${unspacedScripts}]`, 'u');
