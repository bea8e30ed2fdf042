import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { splitStatements } from './split-statements.ts';

function split(text: string) {
  return splitStatements(text).map((span) => text.slice(span.start, span.end));
}

describe('splitStatements', () => {
  test.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['Dr. Smith left. He went home.', ['Dr. Smith left.', 'He went home.']],
    ['It cost approx. five euros, e.g. Monday.', ['It cost approx. five euros, e.g. Monday.']],
    ['Version 3.5 is out. It works.', ['Version 3.5 is out.', 'It works.']],
    ['- one\n- two', ['- one', '- two']],
    ['今天很热。明天下雨。', ['今天很热。', '明天下雨。']],
    ['He said "Go." Then he went.', ['He said "Go."', 'Then he went.']],
    ['J. R. Tolkien wrote it.', ['J. R. Tolkien wrote it.']],
    ['', []],
    [' \n ', []],
  ])('%j', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  const texts = fc
    .array(fc.constantFrom('One', 'two', 'Dr', '.', '. ', '! ', '\n', '?" ', ' ', 'e.g', '5', '。', '😀'), {
      maxLength: 20,
    })
    .map((parts) => parts.join(''));

  test.prop([texts])('statements are in order, trimmed, and hold every character but space', (text) => {
    const spans = splitStatements(text);
    let end = 0;
    for (const span of spans) {
      expect(text.slice(end, span.start).trim()).toBe('');
      expect(text.slice(span.start, span.end)).toBe(text.slice(span.start, span.end).trim());
      expect(span.end).toBeGreaterThan(span.start);
      end = span.end;
    }
    expect(text.slice(end).trim()).toBe('');
  });

  test.prop([texts, texts])('all statements but the last stay as they are when text is added', (text, added) => {
    const before = splitStatements(text).slice(0, -1);
    expect(splitStatements(text + added).slice(0, before.length)).toEqual(before);
  });
});
