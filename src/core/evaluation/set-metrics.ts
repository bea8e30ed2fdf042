/** Metrics of a selection as a set of ids. None against none counts as a full hit. */
export type SetScore = {
  readonly exact: boolean;
  /** 0 where nothing was chosen and something is right. */
  readonly precision: number;
  /** 0 where something was chosen and nothing is right. */
  readonly recall: number;
  readonly f1: number;
};

/** Scores against one right set. */
export function scoreSet<Id>(predicted: readonly Id[], right: readonly Id[]): SetScore {
  const wanted = new Set(right);
  const chosen = new Set(predicted);
  if (wanted.size === 0 && chosen.size === 0) return { exact: true, precision: 1, recall: 1, f1: 1 };
  const both = [...chosen].filter((id) => wanted.has(id)).length;
  return {
    exact: both === wanted.size && both === chosen.size,
    precision: chosen.size === 0 ? 0 : both / chosen.size,
    recall: wanted.size === 0 ? 0 : both / wanted.size,
    f1: both === 0 ? 0 : (2 * both) / (wanted.size + chosen.size),
  };
}

/** Scores against the right set that fits best; an exact set wins over all. @throws Error without a right set */
export function scoreAgainstSets<Id>(predicted: readonly Id[], rightSets: readonly (readonly Id[])[]): SetScore {
  const scores = rightSets.map((right) => scoreSet(predicted, right));
  const [first, ...rest] = scores;
  if (first === undefined) throw new Error('a sample needs at least one right set, which may be empty');
  return rest.reduce((best, score) => (score.f1 > best.f1 ? score : best), first);
}

/** Mean Jaccard similarity of all pairs: 1 when every order of the candidates gave the same set. */
export function meanPairJaccard<Id>(sets: readonly (readonly Id[])[]): number {
  const pairs = sets.flatMap((a, index) => sets.slice(index + 1).map((b) => jaccard(new Set(a), new Set(b))));
  return pairs.length === 0 ? 1 : pairs.reduce((sum, value) => sum + value, 0) / pairs.length;
}

function jaccard<Id>(a: ReadonlySet<Id>, b: ReadonlySet<Id>): number {
  const both = [...a].filter((id) => b.has(id)).length;
  const either = a.size + b.size - both;
  return either === 0 ? 1 : both / either;
}
