// A recogniser that "reads" what a test wrote onto its pictures, and what a test does with it.
import { throwIfCancelled } from './cancel.ts';
import { WinnowError } from './errors.ts';
import type { OpenRecogniser, Picture, RecognisedLine } from './recognition.ts';

/** A picture that holds lines of text, in ASCII; a line `?12 words` is read with confidence 12. */
export function writtenPicture(...lines: readonly string[]): Picture {
  const png = Uint8Array.from(lines.join('\n'), (character) => character.charCodeAt(0));
  return { png, width: 2480, height: 3508, pixelsPerPoint: 300 / 72 };
}

/** Opens recognisers that read written pictures, stop at a picture `!`, and count how many are open. */
export function writtenRecogniser() {
  const counts = { opened: 0, open: 0, read: 0 };
  const open: OpenRecogniser = async (_language, signal) => {
    throwIfCancelled(signal);
    counts.opened++;
    counts.open++;
    return {
      recognise: async ({ png }, pageSignal) => {
        throwIfCancelled(pageSignal);
        counts.read++;
        const text = String.fromCharCode(...png);
        if (text === '!') throw new WinnowError('recogniser-failed', 'Text recognition stopped at a page.');
        return text === '' ? [] : text.split('\n').map(lineOf);
      },
      end: () => {
        counts.open--;
      },
    };
  };
  return { open, counts };
}

function lineOf(written: string, place: number): RecognisedLine {
  const [, sure, text = ''] = /^(?:\?(\d+) )?(.*)$/.exec(written) ?? [];
  let left = 300;
  const words = text.split(' ').map((word) => {
    const placed = { text: word, left, right: left + 25 * word.length, confidence: Number(sure ?? 95) };
    left = placed.right + 15;
    return placed;
  });
  return { words, baseline: 600 + 60 * place, height: 45 };
}
