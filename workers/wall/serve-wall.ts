import * as Comlink from 'comlink';
import { errorDataOf, isCancelled, WinnowError } from '../../src/core/domain/errors.ts';
import type { ItemBuffer } from './item-buffer.ts';
import { createItemBuffer } from './item-buffer.ts';
import { createProgressChannel } from './progress-channel.ts';
import type { Gate, Outcome, Sink, SinkMessage, WallProtocol } from './wall-protocol.ts';

/** What a handler gets beside its arguments. */
type Job<Progress> = {
  /** Aborted when the caller cancelled, ran out of time, or left the stream early. */
  readonly signal: AbortSignal;
  /** Tells the caller how far the job is. Reports that come faster than they are read are merged: the newest stays. */
  readonly report: (progress: Progress) => void;
  /** Hands these buffers over with the result instead of copying them; they are empty here afterwards. */
  readonly transfer: (...buffers: Transferable[]) => void;
};

export type CallHandlers<P extends WallProtocol> = {
  readonly [Name in keyof P['calls']]: (
    job: Job<P['calls'][Name]['progress']>,
    ...args: P['calls'][Name]['args']
  ) => P['calls'][Name]['result'] | Promise<P['calls'][Name]['result']>;
};

export type StreamHandlers<P extends WallProtocol> = {
  readonly [Name in keyof P['streams']]: (
    job: Job<never>,
    ...args: P['streams'][Name]['args']
  ) => AsyncIterable<P['streams'][Name]['item']>;
};

/** For items of the usual size: words, rows, short texts. */
const usualAheadCount = 16;

type Running = {
  readonly abort: AbortController;
  readonly settled: Promise<unknown>;
  readonly buffer: ItemBuffer | null;
};

/**
 * The worker's side of a wall. Call it before the module's first top-level await: messages that arrive
 * before it are lost. Handlers run side by side; one that must be alone queues for itself.
 */
export function serveWall<P extends WallProtocol>(options: {
  readonly protocolVersion: string;
  readonly calls: CallHandlers<P>;
  readonly streams: StreamHandlers<P>;
  /** Items that a stream may be ahead of its reader. Default 16; 1 where each may be large. */
  readonly aheadCount?: number;
  /** Default: the worker's own global scope. */
  readonly endpoint?: Comlink.Endpoint;
}): { readonly notify: (notice: P['notice']) => void } {
  const running = new Map<number, Running>();
  const early: SinkMessage[] = [];
  let sink: Sink | null = null;
  const send = (message: SinkMessage): void => {
    if (sink) sink(message);
    else early.push(message);
  };

  const gate: Gate = {
    hello: (next) => {
      sink = next;
      for (const message of early.splice(0)) sink(message);
      return options.protocolVersion;
    },
    ping: () => undefined,
    run: async (job, name, args) => {
      const handler = handlerOf<CallHandler>(options.calls, name);
      const abort = new AbortController();
      const progress = createProgressChannel((value) => sink?.({ kind: 'progress', job, value }));
      const buffers: Transferable[] = [];
      const settled = outcomeOf(async () =>
        handler(
          { signal: abort.signal, report: progress.report, transfer: (...more) => void buffers.push(...more) },
          ...args,
        ),
      );
      running.set(job, { abort, settled, buffer: null });
      const outcome = await settled;
      await progress.flushed();
      running.delete(job);
      return outcome.kind === 'value' ? Comlink.transfer(outcome, buffers) : outcome;
    },
    open: (job, name, args) => {
      const handler = handlerOf<StreamHandler>(options.streams, name);
      const abort = new AbortController();
      const buffer = createItemBuffer(options.aheadCount ?? usualAheadCount);
      const settled = outcomeOf(async () => {
        const context = { signal: abort.signal, report: () => undefined, transfer: () => undefined };
        for await (const item of handler(context, ...args)) {
          await buffer.push(item);
          if (abort.signal.aborted) break;
        }
      }).then((outcome) => buffer.end(outcome));
      running.set(job, { abort, settled, buffer });
      return gate.pull(job);
    },
    pull: async (job) => {
      const batch = (await running.get(job)?.buffer?.take()) ?? { items: [], end: { kind: 'cancelled' } };
      if (batch.end) running.delete(job);
      return batch;
    },
    close: async (job) => {
      const entry = running.get(job);
      if (!entry) return;
      entry.abort.abort();
      entry.buffer?.drain();
      await entry.settled;
      running.delete(job);
    },
  };
  if (options.endpoint) Comlink.expose(gate, options.endpoint);
  else Comlink.expose(gate);
  return { notify: (value) => send({ kind: 'notice', value }) };
}

type CallHandler = (job: Job<unknown>, ...args: readonly unknown[]) => unknown;
type StreamHandler = (job: Job<never>, ...args: readonly unknown[]) => AsyncIterable<unknown>;

function handlerOf<Handler>(handlers: object, name: string): Handler {
  const handler: unknown = Object.hasOwn(handlers, name) ? Reflect.get(handlers, name) : undefined;
  if (typeof handler !== 'function') throw new WinnowError('internal', `The worker offers nothing named "${name}".`);
  // SAFETY: the near side's types pair each name with its arguments, and both sides compared versions.
  return handler as Handler;
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { kind: 'value', value: await work() };
  } catch (error) {
    if (isCancelled(error)) return { kind: 'cancelled' };
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    return { kind: 'error', error: errorDataOf(error), stack };
  }
}
