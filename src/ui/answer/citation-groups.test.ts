import { expect, test } from 'vitest';
import { groupLeaders, groupOf } from './citation-groups.ts';

const bound = (start: number, passageId: string) => ({ statement: { start, end: start + 5 }, passageId });

test('two sentences of one passage behind one statement are one number', () => {
  const citations = [bound(0, 'a'), bound(6, 'a'), bound(6, 'b'), bound(6, 'a')];
  expect(groupOf(citations, 1)).toEqual([1, 3]);
  expect(groupOf(citations, 3)).toEqual([1, 3]);
  expect(groupOf(citations, 2)).toEqual([2]);
  expect(groupOf(citations, 9)).toEqual([]);
  expect(groupLeaders(citations)).toEqual([0, 1, 2]);
});
