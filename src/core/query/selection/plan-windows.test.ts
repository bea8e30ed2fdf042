import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { planWindows } from './plan-windows.ts';

describe('planWindows', () => {
  const budgets = fc.record({
    baseTokens: fc.integer({ min: 1, max: 50 }),
    windowTokens: fc.integer({ min: 60, max: 800 }),
    totalTokens: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.constant(Number.POSITIVE_INFINITY)),
    windowPassages: fc.integer({ min: 1, max: 12 }),
  });

  test.prop([fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 30 }), budgets])(
    'reads from the front without a gap, within every budget',
    (tokens, budget) => {
      const windows = planWindows(tokens, budget);
      let end = 0;
      for (const { from, to } of windows) {
        expect(from).toBe(end);
        expect(to).toBeGreaterThan(from);
        expect(to - from).toBeLessThanOrEqual(budget.windowPassages);
        const cost = tokens.slice(from, to).reduce((sum, n) => sum + n, budget.baseTokens);
        if (to - from > 1) expect(cost).toBeLessThanOrEqual(budget.windowTokens);
        end = to;
      }
      expect(end > 0).toBe(tokens.length > 0);
      if (budget.totalTokens === Number.POSITIVE_INFINITY) expect(end).toBe(tokens.length);
    },
  );

  test('windows are filled evenly, with room in the reading time for the last round', () => {
    const budget = { baseTokens: 10, windowTokens: 1000, totalTokens: Number.POSITIVE_INFINITY, windowPassages: 9 };
    const tokens = Array.from({ length: 20 }, () => 100);
    expect(planWindows(tokens, budget)).toEqual([
      { from: 0, to: 7 },
      { from: 7, to: 14 },
      { from: 14, to: 20 },
    ]);
    // 9 passages cost 910; two windows of 5 and the last round cost 3 × 510.
    expect(planWindows(tokens, { ...budget, totalTokens: 1529 })).toEqual([{ from: 0, to: 9 }]);
    expect(planWindows(tokens, { ...budget, totalTokens: 1530 })).toEqual([
      { from: 0, to: 5 },
      { from: 5, to: 10 },
    ]);
    expect(planWindows(tokens, { ...budget, totalTokens: 1 })).toEqual([{ from: 0, to: 1 }]);
  });
});
