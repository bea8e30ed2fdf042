import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePool } from '../../core/domain/pool-fixture.ts';
import type { Decision, StrategyChoice } from '../../core/domain/selection.ts';
import { countParts, decisionReason } from './decision-words.ts';

const countWords = (counts: Parameters<typeof countParts>[0]) => countParts(counts).map((part) => part.words);

test('the counts line reads as in the design', () => {
  expect(countWords({ kept: 2, dropped: 6, notRead: 10, nearDuplicate: 2, pending: 0 }).join(' · ')).toBe(
    '20 found · 8 read · 2 kept · 6 dropped · 10 not read · 2 near-duplicates',
  );
});

test('the counts add up for every selection', () => {
  const count = fc.nat(100);
  fc.assert(
    fc.property(count, count, count, count, (kept, dropped, notRead, nearDuplicate) => {
      const words = countWords({ kept, dropped, notRead, nearDuplicate, pending: 0 });
      const named = (word: string): number => Number.parseInt(words.find((part) => part.includes(word)) ?? '0', 10);
      expect(named('found')).toBe(named('read') + named('not read') + named('near-duplicate'));
      expect(named(' read')).toBe(named('kept') + named('dropped'));
    }),
  );
});

test('while passages are read, the counts line says how many', () => {
  const counts = { kept: 0, dropped: 0, notRead: 0, nearDuplicate: 0, pending: 20 };
  expect(countParts(counts, 8).map((part) => part.words)).toEqual(['20 found', '8 being read', '12 waiting']);
});

const [candidate] = makePool(['Only one.']).candidates;
if (!candidate) throw new Error('no candidate');

const reasonFor = (
  strategy: StrategyChoice,
  decision: Decision,
  probability: number | null,
  label: number | null = 1,
) =>
  decisionReason(
    { candidate, decision, probability, label, isBeingRead: false },
    { strategy, rankOf: () => null, isCut: () => false, isScoredOnly: () => false },
  );

const kept: Decision = { kind: 'kept', rank: 1 };
const dropped: Decision = { kind: 'dropped' };

test('each strategy gives its own reason, with the probability where it decided', () => {
  expect(reasonFor({ id: 'identity', k: 3 }, kept, null)).toBe('Kept as [1]: among the first found.');
  expect(reasonFor({ id: 'zero-shot-adaptive' }, kept, 0.9)).toBe('Kept as [1]: the ranker found it needed.');
  expect(reasonFor({ id: 'zero-shot-adaptive' }, dropped, 0.1, null)).toBe(
    'Dropped: read, and not needed (chance of keeping: 10%).',
  );
  expect(reasonFor({ id: 'cross-encoder', k: 3 }, kept, 0.87)).toBe(
    'Kept as [1]: among the 3 best-scored (chance of helping: 87%).',
  );
  expect(reasonFor({ id: 'cross-encoder', k: 1 }, dropped, 0.2, null)).toBe(
    'Dropped: another scored better (chance of helping: 20%).',
  );
  expect(reasonFor({ id: 'cross-encoder-threshold', threshold: 0.4 }, dropped, 0.2, null)).toBe(
    'Dropped: it scored under 40% (chance of helping: 20%).',
  );
});

test('a kept passage that did not fit says so', () => {
  expect(reasonFor({ id: 'cross-encoder', k: 3 }, kept, 0.6, null)).toBe(
    'Kept: among the 3 best-scored (chance of helping: 60%). Not shown to the answer: it did not fit.',
  );
});

test('of what was scored but not read, the score is the reason', () => {
  const entry = { candidate, decision: dropped, probability: 0.03, label: null, isBeingRead: false };
  const context = { rankOf: () => null, isCut: () => false, isScoredOnly: () => true };
  expect(decisionReason(entry, { ...context, strategy: { id: 'distilled-adaptive' } })).toBe(
    'Dropped: others scored better and were read instead (chance of helping: 3%).',
  );
});
