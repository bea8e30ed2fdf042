import { expect, it } from 'vitest';
import type { RecognisedLine } from '../../../domain/recognition.ts';
import { layOutPages } from './lay-out-pages.ts';
import { meanConfidence, recognisedPage, usualLook } from './recognised-page.ts';

const page = { number: 1, width: 595, height: 842 };

/** A line of words at 300 dots per inch, 25 pixels a letter. */
function line(text: string, top: number, height: number, left = 300, confidence = 95): RecognisedLine {
  let at = left;
  const words = text.split(' ').map((word) => {
    const placed = { text: word, left: at, right: at + 25 * word.length, confidence };
    at = placed.right + 15;
    return placed;
  });
  return { words, baseline: top, height };
}
const perPoint = 300 / 72;

it('lines become paragraphs and headings as those of any page, though their sizes waver', () => {
  const lines = [
    line('Rules on board', 300, 75),
    line('Nobody may stand on the ramp while the ferry is', 450, 44),
    line('moving, and dogs are kept on a leash at all times.', 510, 50),
    line('Luggage is carried by the crew and is paid for at', 650, 47),
    line('the cabin.', 710, 41),
  ];
  const { text, blocks, largestLine } = layOutPages([recognisedPage(page, lines, perPoint, null)], []);
  expect(blocks.map(({ kind, span }) => `${kind}: ${text.slice(span.start, span.end)}`)).toEqual([
    'heading: Rules on board',
    'paragraph: Nobody may stand on the ramp while the ferry is moving, and dogs are kept on a leash at all times.',
    'paragraph: Luggage is carried by the crew and is paid for at the cabin.',
  ]);
  expect(largestLine).toBe('Rules on board');
});

it('looks like the document’s other pages where it is about as large, so that nothing in it is taken for a heading', () => {
  const look = { font: 'F1', size: 12 };
  const [near] = recognisedPage(page, [line('Of usual size', 300, 50)], perPoint, look).fragments;
  expect(near).toMatchObject({ font: 'F1', size: 12, left: 72, baseline: 72 });
  const [large] = recognisedPage(page, [line('Twice as large', 300, 100)], perPoint, look).fragments;
  expect(large?.size).toBeCloseTo(26.7, 1);
});

it('leaves out specks, and lines without a letter or digit', () => {
  const lines = [line('| ~ _', 100, 40), line('a speck', 200, 40, 300, 12), line('The text', 300, 40)];
  const { fragments } = recognisedPage(page, lines, perPoint, null);
  expect(fragments.map(({ text }) => text)).toEqual(['The', 'text']);
  expect(recognisedPage(page, [], perPoint, null).fragments).toEqual([]);
});

it('weighs confidence by letters', () => {
  expect(meanConfidence([line('aaaaaaaaa', 0, 40, 0, 90), line('b', 0, 40, 0, 40)])).toBe(85);
  expect(meanConfidence([])).toBeNull();
});

it('the usual look is that of most letters', () => {
  const fragment = { left: 0, right: 1, baseline: 1, isMonospace: false, isRightToLeft: false };
  const fragments = [
    { ...fragment, text: 'Heading', font: 'F2', size: 18 },
    { ...fragment, text: 'A long line of text', font: 'F1', size: 11 },
  ];
  expect(usualLook([{ ...page, fragments }])).toEqual({ font: 'F1', size: 11 });
  expect(usualLook([{ ...page, fragments: [] }])).toBeNull();
});
