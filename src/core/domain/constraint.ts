/** What a reply may be, as plain data that can cross a worker wall. Compiled beside the tokenizer. */
export type ConstraintSpec = {
  readonly kind: 'label-list';
  /** Labels 1..labelCount may appear, each at most once; `[0]` alone means none. */
  readonly labelCount: number;
  /** Shortest list of labels allowed, 1..maxLabels. With labelCount it is a permutation. */
  readonly minLabels: number;
  /** Longest list allowed, 1..labelCount. */
  readonly maxLabels: number;
  /** False forbids `[0]`. */
  readonly allowNone: boolean;
};

/** A compiled constraint. Stateless: it looks at all ids generated so far. */
export type Constraint = {
  /** Ids allowed next, ascending and never empty; the end token is among them where the reply may end. */
  readonly allowedNext: (generated: readonly number[]) => readonly number[];
};

/** What a constraint compiler needs from a tokenizer. */
export type ConstraintVocabulary = {
  readonly encode: (text: string) => readonly number[];
  readonly endTokenId: number;
};
