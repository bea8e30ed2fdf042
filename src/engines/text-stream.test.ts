import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { createByteTokenizer } from './byte-tokenizer.ts';
import { createTextStream } from './text-stream.ts';

const { encode, decode } = createByteTokenizer();

function play(text: string, stop: readonly string[]) {
  const stream = createTextStream(decode, stop);
  const shown: string[] = [];
  for (const id of encode(text)) shown.push(stream.push(id));
  shown.push(stream.flush());
  return { shown, isStopped: stream.isStopped() };
}

const stops = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', ']'), maxLength: 4 }), { maxLength: 3 });
const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', ']', 'é', '\uFEFF'), maxLength: 30 });

describe('createTextStream', () => {
  test.prop([
    fc.oneof(
      texts,
      fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
    ),
    stops,
  ])('shows the text up to the first stop string, whole characters only, and nothing else', (text, stop) => {
    // The oracle follows the characters: the stop string that is complete first wins; of those, the longest.
    const wanted = stop.filter((stopText) => stopText !== '');
    let expected = text;
    for (let end = 1; end <= text.length; end++) {
      const found = wanted.filter((stopText) => text.slice(0, end).endsWith(stopText));
      if (found.length === 0) continue;
      expected = text.slice(0, end - Math.max(...found.map((stopText) => stopText.length)));
      break;
    }
    const { shown, isStopped } = play(text, stop);
    expect(shown.join('')).toBe(expected);
    expect(isStopped).toBe(expected !== text);
    for (const part of shown) expect(part.isWellFormed()).toBe(true);
  });

  test('bytes that are no UTF-8 become U+FFFD once it is certain', () => {
    const stream = createTextStream(decode, []);
    expect([0xf0, 0x9f, 0x41].map((id) => stream.push(id)).join('')).toBe('\uFFFDA');
    expect(stream.push(0xe2) + stream.flush()).toBe('\uFFFD');
  });
});
