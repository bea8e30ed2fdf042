import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentenceSpans } from './sentences.ts';

const sentencesOf = (text: string): string[] =>
  sentenceSpans(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));

describe('sentenceSpans', { timeout: 60_000 }, () => {
  it.each([
    ['Dr. Smith met Prof. Jones. They spoke.', ['Dr. Smith met Prof. Jones.', 'They spoke.']],
    ['See Fig. 3 and Eq. 4. Then stop.', ['See Fig. 3 and Eq. 4.', 'Then stop.']],
    ['J. K. Rowling wrote it. I did not.', ['J. K. Rowling wrote it.', 'I did not.']],
    ['It was Jan. 5. In Feb. it ended.', ['It was Jan. 5.', 'In Feb. it ended.']],
    ['They work for Acme Inc. The firm is old.', ['They work for Acme Inc.', 'The firm is old.']],
    ['1. Open the lid. 2. Close it.', ['1. Open the lid.', '2. Close it.']],
    ['Is it? “Yes!” he said. Good.', ['Is it?', '“Yes!” he said.', 'Good.']],
    ['Prices rose (by 3.5 %). They fell e.g. in May.', ['Prices rose (by 3.5 %).', 'They fell e.g. in May.']],
    ['第一句话。第二句话！', ['第一句话。', '第二句话！']],
    ['First line\nSecond line', ['First line', 'Second line']],
  ])('%s', (text, expected) => {
    expect(sentencesOf(text)).toEqual(expected);
  });

  it('is not disturbed by the borders of its windows', () => {
    const sentences = Array.from({ length: 400 }, (_, place) => `Sentence number ${place} of Dr. Smith is here.`);
    expect(sentencesOf(sentences.join(' '))).toEqual(sentences);
  });

  it('handles a text of 100,000 characters without an end', () => {
    const spans = sentenceSpans('x😀'.repeat(33_334), { start: 0, end: 100_002 });
    expect(spans.at(-1)?.end).toBe(100_002);
    for (const { start, end } of spans) expect('x😀'.repeat(33_334).slice(start, end).isWellFormed()).toBe(true);
  });

  it('covers every character but white space exactly once, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, skip) => {
        const within = { start: Math.min(skip, text.length), end: text.length };
        let end = within.start;
        for (const span of sentenceSpans(text, within)) {
          expect(text.slice(end, span.start).trim()).toBe('');
          const sentence = text.slice(span.start, span.end);
          expect(sentence).toBe(sentence.trim());
          expect(sentence).not.toBe('');
          end = span.end;
        }
        expect(text.slice(end, within.end).trim()).toBe('');
      }),
    );
  });
});
