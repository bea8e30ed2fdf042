import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '../../core/domain/document.ts';
import type { Span } from '../../core/domain/span.ts';
import { sourceView } from './source-view.ts';

const paragraph = (start: number, end: number): Block => ({ kind: 'paragraph', level: 0, span: { start, end } });

test('a cited sentence is lit exactly, across two blocks too', () => {
  const text = 'One two.\n\nThree four.';
  const { blocks } = sourceView({
    document: { text, blocks: [paragraph(0, 8), paragraph(10, 21)], pages: [] },
    passage: { start: 0, end: 21 },
    reachBefore: 0,
    reachAfter: 0,
    sentences: [{ start: 4, end: 15 }],
  });
  expect(blocks.map(({ segments }) => segments.map((part) => [part.text, part.citations.length]))).toEqual([
    [
      ['One ', 0],
      ['two.', 1],
    ],
    [
      ['Three', 1],
      [' four.', 0],
    ],
  ]);
});

test('text without blocks is shown as paragraphs', () => {
  const text = 'First line\nsecond line\n\n\nNext.\n';
  const { blocks } = sourceView({
    document: { text, blocks: [], pages: [] },
    passage: { start: 0, end: 10 },
    reachBefore: 50,
    reachAfter: 50,
    sentences: [],
  });
  expect(blocks.map(({ segments }) => segments.map((part) => part.text).join('|'))).toEqual([
    'First line|\nsecond line',
    'Next.',
  ]);
});

test('says where there is more text, and where a page begins', () => {
  const text = 'Page one.\n\nPage two.\n\nEnd.';
  const document = {
    text,
    blocks: [paragraph(0, 9), paragraph(11, 20), paragraph(22, 26)],
    pages: [
      { number: 1, span: { start: 0, end: 11 } },
      { number: 2, span: { start: 11, end: 26 } },
    ],
  };
  const narrow = sourceView({
    document,
    passage: { start: 11, end: 20 },
    reachBefore: 0,
    reachAfter: 0,
    sentences: [],
  });
  expect([narrow.hasMoreBefore, narrow.hasMoreAfter]).toEqual([true, true]);
  expect(narrow.blocks.map((block) => block.beginsPage)).toEqual([2]);
  const wide = sourceView({
    document,
    passage: { start: 11, end: 20 },
    reachBefore: 99,
    reachAfter: 99,
    sentences: [],
  });
  expect([wide.hasMoreBefore, wide.hasMoreAfter]).toEqual([false, false]);
  expect(wide.blocks.map((block) => block.beginsPage)).toEqual([1, 2, null]);
});

const requests = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).chain((text) => {
  const span = fc
    .tuple(fc.nat(text.length), fc.nat(text.length))
    .map(([one, other]): Span => ({ start: Math.min(one, other), end: Math.max(one, other) }));
  const cuts = fc.uniqueArray(fc.nat(text.length), { maxLength: 6 }).map((list) => list.sort((a, b) => a - b));
  return fc.record({
    document: cuts.map((borders) => ({
      text,
      pages: [],
      blocks: borders
        .slice(0, -1)
        .flatMap((start, index) => (index % 3 === 2 ? [] : [paragraph(start, borders[index + 1]!)])),
    })),
    passage: span,
    reachBefore: fc.nat(40),
    reachAfter: fc.nat(40),
    sentences: fc.array(fc.option(span), { maxLength: 4 }),
  });
});

test('segments are exact slices in order, hide no ink of the passage, and light exactly the cited characters', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const segments = sourceView(request).blocks.flatMap((block) => block.segments);
      const shown = new Map<number, (typeof segments)[number]>();
      let at = -1;
      for (const segment of segments) {
        expect(segment.start).toBeGreaterThan(at);
        expect(request.document.text.slice(segment.start, segment.start + segment.text.length)).toBe(segment.text);
        for (let offset = segment.start; offset < segment.start + segment.text.length; offset += 1) {
          shown.set(offset, segment);
        }
        at = segment.start + segment.text.length - 1;
      }
      for (let offset = request.passage.start; offset < request.passage.end; offset += 1) {
        const segment = shown.get(offset);
        if (segment === undefined) {
          // Half of a surrogate pair is no white space by itself: test the whole character.
          expect(request.document.text.slice(offset, offset + 1)).toMatch(/^\s$/u);
          continue;
        }
        expect(segment.isInPassage).toBe(true);
        const holders = request.sentences.flatMap((span, index) =>
          span !== null && span.start <= offset && offset < span.end ? [index] : [],
        );
        expect(segment.citations).toEqual(holders);
      }
    }),
  );
});
