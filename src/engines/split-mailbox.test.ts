import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { splitMailbox } from './split-mailbox.ts';

const encoder = new TextEncoder();
const from = 'From ada@example.org Mon Nov  2 09:00:00 2026';

/** @param sizes of the pieces that the bytes come in, over and over */
function* piecesOf(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, place = 0; at < bytes.length; place++) {
    const size = sizes[place % sizes.length] ?? 1;
    yield bytes.slice(at, at + size);
    at += size;
  }
}

async function split(text: string, sizes: readonly number[] = [1 << 20], maxBytes?: number) {
  const bytes = encoder.encode(text);
  const messages: { number: number; text: string | null; source: string }[] = [];
  for await (const message of splitMailbox(piecesOf(bytes, sizes), maxBytes)) {
    const source = new TextDecoder().decode(bytes.subarray(message.start, message.end));
    const own = message.bytes && new TextDecoder().decode(message.bytes);
    messages.push({ number: message.number, text: own, source });
  }
  return messages;
}
const textsOf = async (text: string) => (await split(text)).map((message) => message.text);

describe('splitMailbox', () => {
  it('cuts where a line "From …" follows a blank line', async () => {
    const one = `${from}\nSubject: One\n\nText.\n\n`;
    const two = `From - Tue, 03 Nov 2026 10:00:00 +0100\nSubject: Two\n\nFrom here on, Mon 2026 at 09:00.\n`;
    expect(await textsOf(one + two)).toEqual([one, two]);
    expect(await textsOf((one + two).replaceAll('\n', '\r\n'))).toEqual(
      [one, two].map((t) => t.replaceAll('\n', '\r\n')),
    );
  });

  it('cuts without a blank line where a head follows, and without a head where a blank line is ahead', async () => {
    const one = `${from}\nSubject: One\n\nText.\n`;
    const two = `${from}\nSubject: Two\n\nText.\n\n`;
    const headless = `${from}\nNo head at all.\n`;
    expect(await textsOf(one + two + headless)).toEqual([one, two, headless]);
  });

  it('does not cut at quoted or spoken "From"', async () => {
    const mail = `${from}\nSubject: One\n\nFrom me to you.\n\nFrom Monday on.\n\n>${from}\n>X: y\n\n${from.slice(0, -5)}\n`;
    expect(await textsOf(mail)).toEqual([mail]);
    const quoted = `${from}\nSubject: One\n\nShe wrote:\n${from}\nand I answered.\n`;
    expect(await textsOf(quoted)).toEqual([quoted]);
  });

  it('tells of a message that is too long without holding it, and reads the next', async () => {
    const long = `${from}\nSubject: Long\n\n${'All work and no play.\n'.repeat(500)}\n`;
    const wide = `${from}\nSubject: Wide\n\n${'x'.repeat(10_000)}\n\n`;
    const short = `${from}\nSubject: Short\n\nText.\n`;
    for (const sizes of [[1 << 20], [100], [7, 1000]]) {
      expect(await split(short + long + wide + short, sizes, 2_000)).toEqual([
        { number: 1, text: `${short}`, source: short },
        { number: 2, text: null, source: long },
        { number: 3, text: null, source: wide },
        { number: 4, text: short, source: short },
      ]);
    }
  });

  const line = fc.oneof(
    fc.constantFrom(
      '',
      from,
      `>${from}`,
      'From ',
      'From me',
      'Subject: x',
      '\r',
      'F',
      'x'.repeat(700),
      `${from} ${'y'.repeat(600)}`,
    ),
    fc.string({ maxLength: 30 }),
  );
  const mailbox = fc
    .tuple(fc.array(line, { maxLength: 20 }), fc.constantFrom('\n', '\r\n'))
    .map(([lines, end]) => lines.join(end));
  const sizes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 4 });

  test.prop([mailbox, sizes], { numRuns: 500 })(
    'loses no byte, and cuts alike in whatever pieces',
    async (text, some) => {
      const whole = await split(text);
      expect(whole.map(({ source }) => source).join('')).toBe(text);
      expect(whole.map((message) => message.text)).toEqual(whole.map(({ source }) => source));
      expect(await split(text, some)).toEqual(whole);
      const limited = await split(text, some, 200);
      expect(limited.map(({ source }) => source)).toEqual(whole.map(({ source }) => source));
      for (const { text: own, source } of limited) {
        expect(own).toBe(encoder.encode(source).length > 200 ? null : source);
      }
    },
  );
});
