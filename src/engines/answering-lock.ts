// While a model reads or writes, in whatever tab, background work leaves the processor to it. Workers know of each other
// by a Web Lock, which the browser takes back from a worker that dies. Where there are none nobody waits.
import type { CancelSignal } from '../core/domain/cancel.ts';
import { usableLocks } from './tab-locks.ts';

const lockName = 'winnow:answering';

/** How often those who wait look. The calls of one answer follow each other faster, so it is not interrupted. */
const pollMs = 250;

/** The items of `work`; from the first `next` until it ends or is left, a model counts as answering. */
export async function* whileAnswering<Item>(work: AsyncIterable<Item>): AsyncGenerator<Item, void, void> {
  const release = await hold();
  try {
    yield* work;
  } finally {
    release();
  }
}

/** The result of `work`; while it runs, a model counts as answering. */
export async function asAnswering<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = await hold();
  try {
    return await work();
  } finally {
    release();
  }
}

/** Resolves once no model answers, or the signal is aborted. Takes no lock: answers never wait for it. */
export async function untilNoneAnswers(signal: CancelSignal): Promise<void> {
  while (!signal.aborted && (await isAnswering())) await new Promise((resolve) => setTimeout(resolve, pollMs));
}

async function isAnswering(): Promise<boolean> {
  const locks = await (await usableLocks())?.query();
  return locks?.held?.some(({ name }) => name === lockName) ?? false;
}

/** Takes the lock, beside others that hold it; returns what lets it go. */
async function hold(): Promise<() => void> {
  const locks = await usableLocks();
  if (!locks) return () => undefined;
  return new Promise((resolve, reject) => {
    locks.request(lockName, { mode: 'shared' }, () => new Promise<void>((release) => resolve(release))).catch(reject);
  });
}
