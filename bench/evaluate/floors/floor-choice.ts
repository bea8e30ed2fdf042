import type { Overlap } from './word-overlap.ts';

/** What can be had from shared words alone. A ranker that is no better has learned nothing. */
export type FloorChoice =
  | { readonly id: 'floor-none' }
  | { readonly id: 'floor-all' }
  /** The first k. */
  | { readonly id: 'floor-top'; readonly k: number }
  /** Of the first two those that reach a score. */
  | { readonly id: 'floor-top-2-over'; readonly score: number }
  /** All that reach a share of the best score. */
  | { readonly id: 'floor-over-share'; readonly share: number }
  /** As many as the annotated set has: what size alone is worth. */
  | { readonly id: 'floor-size-known' };

export function isFloor<Choice extends { readonly id: string }>(choice: Choice | FloorChoice): choice is FloorChoice {
  return choice.id.startsWith('floor-');
}

/** The floors that the table shows, by their names on the command line. */
export const floorNames: readonly string[] = [
  'floor-none',
  'floor-all',
  'floor-top@1',
  'floor-top@2',
  'floor-top@3',
  'floor-over-share@0.7',
  'floor-top-2-over@4',
  'floor-size-known',
];

/** @param order best first @returns candidate numbers */
export function floorSet(floor: FloorChoice, order: readonly Overlap[], rightSize: number): readonly number[] {
  const first = (count: number) => order.slice(0, count);
  const kept = (): readonly Overlap[] => {
    switch (floor.id) {
      case 'floor-none':
        return [];
      case 'floor-all':
        return order;
      case 'floor-top':
        return first(floor.k);
      case 'floor-top-2-over':
        return first(2).filter(({ score }) => score >= floor.score);
      case 'floor-over-share':
        return order.filter(({ score }) => score >= floor.share * (order[0]?.score ?? 0));
      case 'floor-size-known':
        return first(rightSize);
    }
  };
  return kept().map(({ number }) => number);
}
