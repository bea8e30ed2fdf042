/** Half-open range of UTF-16 offsets: `text.slice(start, end)`. Invariant: 0 ≤ start ≤ end ≤ text.length. */
export type Span = { readonly start: number; readonly end: number };
