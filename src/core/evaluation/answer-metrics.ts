/** Metrics of an answer's text against known answers: SQuAD's exact match and token F1, ALCE's string match and list scores. */

/** Lower case, no punctuation, no English articles, single spaces (SQuAD), for any script. */
export function normaliseAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .replace(/\b(a|an|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** True when the answer equals one of the known ones after normalisation. */
export function isExactMatch(answer: string, known: readonly string[]): boolean {
  const normal = normaliseAnswer(answer);
  return known.some((candidate) => normaliseAnswer(candidate) === normal);
}

/** Best F1 over shared tokens (as a multiset), 0..1. */
export function tokenF1(answer: string, known: readonly string[]): number {
  const tokens = tokensOf(answer);
  return Math.max(0, ...known.map((candidate) => pairF1(tokens, tokensOf(candidate))));
}

/** ALCE's string exact match: the share of answer groups of which some wording stands in the text. */
export function stringMatch(answer: string, groups: readonly (readonly string[])[]): number {
  if (groups.length === 0) return 0;
  const text = ` ${normaliseAnswer(answer)} `;
  const hit = groups.filter((group) => group.some((wording) => text.includes(` ${normaliseAnswer(wording)} `)));
  return hit.length / groups.length;
}

/** QAMPARI's list scores; items are compared after normalisation, each known item counts once. */
export function listScores(
  answered: readonly string[],
  known: readonly (readonly string[])[],
): { readonly precision: number; readonly recall: number; readonly f1: number } {
  const items = [...new Set(answered.map(normaliseAnswer))].filter((item) => item !== '');
  const groups = known.map((group) => new Set(group.map(normaliseAnswer)));
  const precise = items.filter((item) => groups.some((group) => group.has(item))).length;
  const found = groups.filter((group) => items.some((item) => group.has(item))).length;
  const precision = items.length === 0 ? 0 : precise / items.length;
  const recall = groups.length === 0 ? 0 : found / groups.length;
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

function tokensOf(text: string): readonly string[] {
  const normal = normaliseAnswer(text);
  return normal === '' ? [] : normal.split(' ');
}

function pairF1(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const token of b) left.set(token, (left.get(token) ?? 0) + 1);
  let both = 0;
  for (const token of a) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    left.set(token, count - 1);
    both += 1;
  }
  return both === 0 ? 0 : (2 * both) / (a.length + b.length);
}
