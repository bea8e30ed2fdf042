// An mbox file, piece by piece → where each of its messages lies. Only the message at hand is in memory.
import { isHeaderLine, isMailboxLine } from '../core/corpus/documents/mailbox-line.ts';
import { maxMessageBytes } from './mailbox-limits.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const letterF = 0x46;
/** Enough of a line to know whether it begins a message, or a message's head. */
const lineProbeBytes = 600;
/** What is kept ahead of the place that is looked at, to see whether the line before it is blank. */
const lookBackBytes = 4;

export type MailboxMessage = {
  /** 1-based. */
  readonly number: number;
  /** Where it lies in the file, the line `From …` ahead of it included. */
  readonly start: number;
  readonly end: number;
  /** Those bytes; null for a message longer than the limit. */
  readonly bytes: Uint8Array | null;
};

/**
 * A line `From …` begins a message when a blank line is ahead of it or a head follows it: some programs leave out the blank
 * line, some messages have lost their head, and a message may quote such a line in its text.
 */
export async function* splitMailbox(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes = maxMessageBytes,
): AsyncGenerator<MailboxMessage> {
  let buffer: Uint8Array = new Uint8Array(0);
  /** Where the buffer's first byte lies in the file. */
  let offset = 0;
  /** Of the message at hand, in the file. */
  let start = 0;
  let isTooLong = false;
  let number = 0;
  /** What is looked at next, in the buffer. */
  let place: Place = { next: 0, isInLine: false };

  const message = (end: number): MailboxMessage => {
    const isWhole = !isTooLong && end - start <= maxBytes;
    return { number: ++number, start, end, bytes: isWhole ? buffer.subarray(start - offset, end - offset) : null };
  };
  function* complete(isEnd: boolean): Generator<MailboxMessage> {
    for (;;) {
      const { at, ...rest } = nextSeparator(buffer, place, isEnd);
      place = rest;
      if (at === null) return;
      if (offset + at > start) yield message(offset + at);
      start = offset + at;
      isTooLong = false;
    }
  }

  for await (const piece of pieces) {
    // What belongs to messages before goes; of one that is too long, all that was looked at.
    const keepFrom = isTooLong ? Math.max(0, place.next - lookBackBytes) : start - offset;
    buffer = joined(buffer.subarray(keepFrom), piece);
    offset += keepFrom;
    place = { ...place, next: place.next - keepFrom };
    yield* complete(false);
    if (offset + place.next - start > maxBytes) isTooLong = true;
  }
  yield* complete(true);
  const end = offset + buffer.length;
  if (end > start) yield message(end);
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length === 0) return right;
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}

/** `isInLine`: the line that goes on at `next` begins no message. */
type Place = { readonly next: number; readonly isInLine: boolean };

/**
 * The first separator from that place on; null when there is none. With the place to go on from.
 * @param isEnd no more bytes follow
 */
function nextSeparator(buffer: Uint8Array, from: Place, isEnd: boolean): Place & { readonly at: number | null } {
  let at = from.next;
  let isInLine = from.isInLine;
  while (at < buffer.length) {
    const end = buffer.indexOf(lineFeed, at);
    if (!isInLine && buffer[at] === letterF) {
      const isKnown = isEnd || (end >= 0 && isLineKnown(buffer, end + 1)) || isOtherLine(buffer, at);
      if (!isKnown) return { at: null, next: at, isInLine: false };
      if (isSeparator(buffer, at, end)) {
        return { at, next: end < 0 ? buffer.length : end + 1, isInLine: false };
      }
    }
    if (end < 0) return { at: null, next: buffer.length, isInLine: true };
    at = end + 1;
    isInLine = false;
  }
  return { at: null, next: buffer.length, isInLine };
}

function isSeparator(buffer: Uint8Array, at: number, end: number): boolean {
  if (!isMailboxLine(lineAt(buffer, at))) return false;
  return isBlankBefore(buffer, at) || (end >= 0 && isHeaderLine(lineAt(buffer, end + 1)));
}

/** True when enough of the line at `at` is there to know it. */
function isLineKnown(buffer: Uint8Array, at: number): boolean {
  return buffer.length - at >= lineProbeBytes || buffer.indexOf(lineFeed, at) >= 0;
}

/** True for a line that is no separator, whatever follows. */
function isOtherLine(buffer: Uint8Array, at: number): boolean {
  return buffer.length - at >= lineProbeBytes && !isMailboxLine(lineAt(buffer, at));
}

function isBlankBefore(buffer: Uint8Array, at: number): boolean {
  if (at === 0) return true;
  const before = buffer[at - 2] === carriageReturn ? at - 3 : at - 2;
  return before < 0 || buffer[before] === lineFeed;
}

/** One character a byte: all that matters of the line is ASCII. */
function lineAt(buffer: Uint8Array, at: number): string {
  const probe = buffer.subarray(at, at + lineProbeBytes);
  const end = probe.indexOf(lineFeed);
  return String.fromCharCode(...(end < 0 ? probe : probe.subarray(0, end))).trimEnd();
}
