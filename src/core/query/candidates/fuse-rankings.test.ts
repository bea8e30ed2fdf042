import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseRankings, type Ranking } from './fuse-rankings.ts';

const ranking = fc
  .uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 })
  // Falling, with equal ones, and some below 0.
  .chain((ids) =>
    fc.tuple(
      fc.constant(ids),
      fc.array(fc.integer({ min: -3, max: 9 }), { minLength: ids.length, maxLength: ids.length }),
    ),
  )
  .map(([ids, scores]): Ranking => {
    const falling = scores.toSorted((a, b) => b - a);
    return ids.map((passageId, position) => ({ passageId, score: falling[position] ?? 0 }));
  });

describe('fuseRankings', () => {
  it('adds shares of the best scores, those of vectors 7 to 3', () => {
    const bm25 = [
      { passageId: 'a', score: 9 },
      { passageId: 'b', score: 4 },
    ];
    const dense = [
      { passageId: 'c', score: 0.8 },
      { passageId: 'a', score: 0.7 },
    ];
    expect(fuseRankings(bm25, dense)).toEqual([
      {
        passageId: 'a',
        bm25: { score: 9, rank: 1 },
        dense: { score: 0.7, rank: 2 },
        fusedScore: expect.closeTo(0.9125),
      },
      { passageId: 'c', bm25: null, dense: { score: 0.8, rank: 1 }, fusedScore: expect.closeTo(0.7) },
      { passageId: 'b', bm25: { score: 4, rank: 2 }, dense: null, fusedScore: expect.closeTo(0.3 * (4 / 9)) },
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

  it('does not care for the scale of either list', () => {
    fc.assert(
      fc.property(ranking, ranking, fc.constantFrom(0.25, 4, 64), (bm25, dense, factor) => {
        const scaled = (list: Ranking): Ranking => list.map((hit) => ({ ...hit, score: hit.score * factor }));
        const scoresOf = (hits: ReturnType<typeof fuseRankings>) => hits.map((hit) => [hit.passageId, hit.fusedScore]);
        expect(scoresOf(fuseRankings(scaled(bm25), dense))).toEqual(scoresOf(fuseRankings(bm25, dense)));
        expect(scoresOf(fuseRankings(bm25, scaled(dense)))).toEqual(scoresOf(fuseRankings(bm25, dense)));
        for (const { fusedScore } of fuseRankings(bm25, dense)) {
          expect(fusedScore).toBeGreaterThanOrEqual(0);
          expect(fusedScore).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
