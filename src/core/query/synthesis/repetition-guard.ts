// Small models fall into loops. The guard shows text only once it is certain not to be a sentence said before.
import { splitStatements } from './split-statements.ts';

export type RepetitionGuard = {
  /** @returns new text to show */
  readonly push: (text: string) => string;
  /** What was held back and is no repetition; call once, at the end. */
  readonly flush: () => string;
  /** `statement`: a sentence came twice, its second copy was held back; `words`: the same words over and over. */
  readonly loop: () => 'statement' | 'words' | null;
};

/** Sentences with fewer words ("Yes.") may come twice. */
const leastWords = 3;
/** The longest group of words that is looked for in loops inside a sentence. */
const longestGroup = 12;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** True when the end of the words is one group of words again and again: three times, and at least eight words. */
function endsInLoop(words: readonly string[]): boolean {
  for (let size = 1; size <= longestGroup; size++) {
    const span = size * Math.max(3, Math.ceil(8 / size));
    if (words.length < span) continue;
    const tail = words.slice(-span);
    if (tail.every((word, at) => word === tail[at % size])) return true;
  }
  return false;
}

export function createRepetitionGuard(): RepetitionGuard {
  let text = '';
  let shownLength = 0;
  let loop: 'statement' | 'words' | null = null;

  function show(end: number): string {
    const shown = text.slice(shownLength, end);
    shownLength = Math.max(shownLength, end);
    return shown;
  }

  /** Looks at the statement being written, or at the last one when the text is complete. */
  function look(isComplete: boolean): string {
    const statements = splitStatements(text);
    const keys = statements.map((statement) => wordsOf(text.slice(statement.start, statement.end)));
    const last = statements.length - 1;
    for (const [at, words] of keys.entries()) {
      const isFinished = at < last || isComplete;
      const key = words.join(' ');
      const earlier = keys.slice(0, at).map((other) => other.join(' '));
      if (isFinished && words.length >= leastWords && earlier.includes(key)) {
        loop = 'statement';
        text = text.slice(0, statements[at]?.start ?? 0).trimEnd();
        return show(text.length);
      }
      if (!isFinished && earlier.some((other) => other.startsWith(key))) return show(statements[at - 1]?.end ?? 0);
    }
    if (endsInLoop(keys[last] ?? [])) loop = 'words';
    return show(text.length);
  }

  return {
    push: (added) => {
      if (loop !== null || added === '') return '';
      text += added;
      return look(false);
    },
    flush: () => (loop === null ? look(true) : ''),
    loop: () => loop,
  };
}
