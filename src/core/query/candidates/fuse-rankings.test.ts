import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseRankings, type Ranking } from './fuse-rankings.ts';

const ranking = fc
  .uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 })
  .map((ids): Ranking => ids.map((passageId, position) => ({ passageId, score: 10 - position })));

describe('fuseRankings', () => {
  it('adds 1 / (60 + rank) over the lists', () => {
    const bm25 = [
      { passageId: 'a', score: 9 },
      { passageId: 'b', score: 4 },
    ];
    const dense = [
      { passageId: 'c', score: 0.8 },
      { passageId: 'a', score: 0.7 },
    ];
    expect(fuseRankings(bm25, dense)).toEqual([
      { passageId: 'a', bm25: { score: 9, rank: 1 }, dense: { score: 0.7, rank: 2 }, fusedScore: 1 / 61 + 1 / 62 },
      { passageId: 'c', bm25: null, dense: { score: 0.8, rank: 1 }, fusedScore: 1 / 61 },
      { passageId: 'b', bm25: { score: 4, rank: 2 }, dense: null, fusedScore: 1 / 62 },
    ]);
  });

  it('holds every passage once, never above one that both lists rank better', () => {
    fc.assert(
      fc.property(ranking, ranking, (bm25, dense) => {
        const fused = fuseRankings(bm25, dense);
        expect(fused.map(({ passageId }) => passageId).sort()).toEqual(
          [...new Set([...bm25, ...dense].map(({ passageId }) => passageId))].sort(),
        );
        const rankIn = (list: Ranking, id: string) => list.findIndex((hit) => hit.passageId === id) + 1 || 99;
        for (const [i, a] of fused.entries()) {
          for (const b of fused.slice(i + 1)) {
            const isWorse =
              rankIn(bm25, a.passageId) >= rankIn(bm25, b.passageId) &&
              rankIn(dense, a.passageId) >= rankIn(dense, b.passageId);
            expect(isWorse).toBe(false);
          }
        }
      }),
    );
  });

  it('keeps a single ranking as it is', () => {
    fc.assert(
      fc.property(ranking, (only) => {
        const ids = only.map(({ passageId }) => passageId);
        expect(fuseRankings(only, []).map(({ passageId }) => passageId)).toEqual(ids);
        expect(fuseRankings([], only).map(({ passageId }) => passageId)).toEqual(ids);
      }),
    );
  });
});
