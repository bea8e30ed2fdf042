import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { createCitationStream } from './citation-stream.ts';

function play(parts: readonly string[]) {
  const stream = createCitationStream();
  const shown = parts.map((part) => stream.push(part));
  shown.push(stream.flush());
  return { text: shown.join(''), marks: stream.marks() };
}

describe('createCitationStream', () => {
  test.each([
    ['Rayleigh scatters it [1].', 'Rayleigh scatters it.', [1]],
    ['One [1][2] two [3].', 'One two.', [1, 2, 3]],
    ['One [1, 2; 3].', 'One.', [1, 2, 3]],
    ['[2] It is blue.', 'It is blue.', [2]],
    ['First.\n[1] Second.', 'First.\nSecond.', [1]],
    ['In [2019] see a[i], [see 3], [1-3], [] and [x].', 'In [2019] see a[i], [see 3], [1-3], [] and [x].', []],
    ['a[1', 'a[1', []],
    ['[[1]]', ']', [1]],
    ['[1]', '', [1]],
    ['plain', 'plain', []],
    ['$& [7] <b>', '$& <b>', [7]],
  ] as const)('%j', (reply, text, labels) => {
    const played = play([reply]);
    expect(played.text).toBe(text);
    expect(played.marks.map((mark) => mark.label)).toEqual(labels);
  });

  const pieces = fc.array(
    fc.constantFrom(
      '[',
      ']',
      '1',
      '2',
      '14',
      '201',
      ',',
      ' ',
      '\n',
      'a',
      '. ',
      '[3]',
      ' [1]',
      '[1][2]',
      'Word',
      '😀',
      '[x]',
      '$&',
    ),
    { maxLength: 25 },
  );

  test.prop([pieces, fc.array(fc.nat({ max: 60 }), { maxLength: 10 })])(
    'however the reply is cut into tokens, text and marks are the same',
    (parts, cuts) => {
      const reply = parts.join('');
      const borders = [...new Set([0, ...cuts.filter((cut) => cut < reply.length), reply.length])].sort(
        (a, b) => a - b,
      );
      const tokens = borders.slice(1).map((border, at) => reply.slice(borders[at], border));
      expect(play(tokens)).toEqual(play([reply]));
      expect(play(Array.from({ length: reply.length }, (_, at) => reply.charAt(at)))).toEqual(play([reply]));
    },
  );

  test('no mark is left where a mark stood inside another', () => {
    expect(play(['[1[2]]']).text).toBe('1]');
    expect(play(['a [1[', '[2', ']]']).text).toBe('a 1]');
  });

  test.prop([pieces])(
    'nothing but marks, brackets opened before them and space is taken out, and offsets are inside the text',
    (parts) => {
      const reply = parts.join('');
      const { text, marks } = play([reply]);
      const rest = reply
        .replaceAll(/(?:\[[\s\d,;]*)+(?=\[\s*\d{1,2}(\s*[,;]\s*\d{1,2})*\s*\])/gu, (opened) =>
          opened.replaceAll('[', ''),
        )
        .replaceAll(/\[\s*\d{1,2}(\s*[,;]\s*\d{1,2})*\s*\]/gu, '');
      expect(text.replaceAll(/\s/gu, '')).toBe(rest.replaceAll(/\s/gu, ''));
      let before = 0;
      for (const { offset } of marks) {
        expect(offset).toBeGreaterThanOrEqual(before);
        expect(offset).toBeLessThanOrEqual(text.length);
        before = offset;
      }
    },
  );
});
