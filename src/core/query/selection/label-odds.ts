// Scores of the steps of one reply → a probability for every label.
import type { GenerateEvent } from '../../domain/language-model.ts';

type TokenEvent = Extract<GenerateEvent, { type: 'token' }>;

export type LabelOdds = {
  readonly push: (event: TokenEvent) => void;
  /** Index 0 is unused. Null where the engine gave no scores, or none that tell this label from others. */
  readonly probabilities: () => readonly (number | null)[];
};

/**
 * The probability of a label is the chance that it would have been named at one of the places of the reply's list,
 * given what stands before that place: 1 − ∏ₛ (1 − pₛ), where pₛ is the probability of going on to an s-th label
 * times that of this label among those still possible. The product runs up to the label's own place, for a label that
 * is not in the list to the list's end. The place after the end is not seen, so for dropped labels it is a lower bound.
 */
export function createLabelOdds(labelCount: number): LabelOdds {
  const labels = Array.from({ length: labelCount + 1 }, (_, label) => label);
  const missed = labels.map(() => 1);
  const named = new Set<number>();
  const unclear = new Set<number>();
  let hasScores = false;
  /** Probability of the ids since the last label was settled. */
  let path = 1;
  /** Text since the last label was settled; the label's own rest comes first. */
  let open = '';
  let mass = new Map<number, number>();

  /** Labels that the text may be the beginning of, once it shows more than a bracket. */
  function possible(text: string): number[] {
    const opened = text.slice(text.indexOf('['));
    if (!opened.startsWith('[') || opened.length === 1) return [];
    return labels.filter((label) => {
      const written = `[${label}]`;
      return !named.has(label) && (written.startsWith(opened) || opened.startsWith(written));
    });
  }

  function settle(label: number): void {
    for (const [other, probability] of mass) missed[other] = (missed[other] ?? 1) * (1 - Math.min(1, probability));
    mass = new Map();
    named.add(label);
    path = 1;
    open = '';
  }

  return {
    push: (event) => {
      for (const choice of event.choices) {
        hasScores = true;
        const fitting = possible(open + choice.text);
        const [only] = fitting;
        const probability = path * Math.exp(choice.logprob);
        if (fitting.length === 1 && only !== undefined) mass.set(only, (mass.get(only) ?? 0) + probability);
        else if (choice.id !== event.id) for (const label of fitting) unclear.add(label);
      }
      path *= Math.exp(event.logprob);
      open += event.text;
      const fitting = possible(open);
      const [only] = fitting;
      if (fitting.length === 1 && only !== undefined) settle(only);
    },
    probabilities: () =>
      labels.map((label) => {
        const isKnown = label > 0 && hasScores && (named.has(label) || !unclear.has(label));
        return isKnown ? 1 - (missed[label] ?? 1) : null;
      }),
  };
}
