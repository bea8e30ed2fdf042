// Streamed reply → clean text and the citation marks that stood in it.
// A mark is `[2]`, `[1, 3]` or `[1][2]`: labels of one or two digits. `[see 3]`, `a[i]`, `[1-3]`, `[2019]` are text.

/** A mark that was taken out. `offset` is its place in the clean text. */
export type Mark = { readonly label: number; readonly offset: number };

export type CitationStream = {
  /** @returns text that is now certain, without marks, the space before them, and space at the very beginning */
  readonly push: (text: string) => string;
  /** What was held back; call once, at the end. */
  readonly flush: () => string;
  /** Marks in the order written, those of unknown labels among them. */
  readonly marks: () => readonly Mark[];
};

const wholeMark = /\[\s*\d{1,2}(?:\s*[,;]\s*\d{1,2})*\s*\]/gu;
/** The end of a text that may still become a mark, with the space before it, which would go with it. */
const openMark = /\s*(?:\[[\s\d,;[]{0,40})?$/u;

/** In `[1[2]]` the first bracket goes too, or what is left would read as a mark. */
const openedBefore = /(?:\[[\s\d,;]*)+$/u;
const withoutBrackets = (opened: string): string => opened.replaceAll('[', '');

export function createCitationStream(): CitationStream {
  const marks: Mark[] = [];
  /** Length of the clean text so far. */
  let length = 0;
  /** Space is swallowed at the beginning, and behind a mark at the beginning of a line. */
  let isSwallowing = true;
  let isAtLineStart = true;
  let held = '';

  function clean(text: string): string {
    const kept = isSwallowing ? text.replace(length === 0 ? /^\s+/u : /^[^\S\n]+/u, '') : text;
    if (kept === '') return '';
    isSwallowing = false;
    isAtLineStart = /\n\s*$/u.test(kept);
    length += kept.length;
    return kept;
  }

  function release(text: string): string {
    let out = '';
    let end = 0;
    for (const match of text.matchAll(wholeMark)) {
      out += clean(
        text
          .slice(end, match.index)
          .replace(openedBefore, withoutBrackets)
          .replace(/[^\S\n]+$/u, ''),
      );
      end = match.index + match[0].length;
      for (const [digits] of match[0].matchAll(/\d+/gu)) marks.push({ label: Number(digits), offset: length });
      isSwallowing ||= isAtLineStart;
    }
    return out + clean(text.slice(end));
  }

  return {
    push: (text) => {
      held += text;
      const certainLength = held.length - (openMark.exec(held)?.[0].length ?? 0);
      const certain = held.slice(0, certainLength);
      held = held.slice(certainLength);
      return release(certain);
    },
    flush: () => {
      const rest = held;
      held = '';
      return release(rest);
    },
    marks: () => marks,
  };
}
