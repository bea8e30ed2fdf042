/**
 * BM25 in three variants. Names and formulas: C. Kamphuis et al., "Which BM25 do you mean?", ECIR 2020.
 * With tf the term's count in the passage and norm = 1 − b + b · length / averageLength:
 *
 *   lucene   ln(1 + (N − df + ½) / (df + ½)) · tf / (k1 · norm + tf)
 *   bm25+    ln((N + 1) / df)       · ((k1 + 1) · tf / (k1 · norm + tf) + delta)
 *   bm25l    ln((N + 1) / (df + ½)) · (k1 + 1) · (c + delta) / (k1 + c + delta),   c = tf / norm
 *
 * Summed over the query terms that the passage holds, as in the papers of bm25+ and bm25l. The Python package bm25s
 * adds the value at tf = 0 for the terms a passage lacks, which for bm25+ makes delta a constant without effect.
 */

export type Bm25Variant = 'lucene' | 'bm25+' | 'bm25l';

export type Bm25Parameters = {
  readonly variant: Bm25Variant;
  /**
   * How much repeating a term helps, 0 to 10; usual 0.9 to 2. Raising it lets counts weigh more before they saturate;
   * 0 asks only whether the term is there. Default 1.2.
   */
  readonly k1: number;
  /** How much length is held against a passage, 0 (not) to 1 (fully). Default 0.75. */
  readonly b: number;
  /**
   * Least worth of one occurrence in a long passage, 0 to 2. Usual 1 for bm25+, 0.5 for bm25l; without effect in
   * lucene. Raising it favours passages that hold many of the terms over those that repeat one.
   */
  readonly delta: number;
};

/** Lucene's own defaults. Passages are of similar length, so that b matters little. */
export const defaultBm25: Bm25Parameters = { variant: 'lucene', k1: 1.2, b: 0.75, delta: 0 };

/** The first thing wrong with the parameters, or null. */
export function bm25ParameterFault(parameters: Bm25Parameters): string | null {
  const { k1, b, delta } = parameters;
  if (!(k1 >= 0 && k1 <= 10)) return `k1 is ${k1}; give a number from 0 to 10.`;
  if (!(b >= 0 && b <= 1)) return `b is ${b}; give a number from 0 to 1.`;
  if (!(delta >= 0 && delta <= 2)) return `delta is ${delta}; give a number from 0 to 2.`;
  return null;
}

/** Inverse document frequency. `df` is in 1..passageCount; the value is positive. */
export function idfOf(variant: Bm25Variant, df: number, passageCount: number): number {
  switch (variant) {
    case 'lucene':
      return Math.log(1 + (passageCount - df + 0.5) / (df + 0.5));
    case 'bm25+':
      return Math.log((passageCount + 1) / df);
    case 'bm25l':
      return Math.log((passageCount + 1) / (df + 0.5));
  }
}
