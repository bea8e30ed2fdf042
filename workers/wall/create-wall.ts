import * as Comlink from 'comlink';
import type { CancelSignal } from '../../src/core/domain/cancel.ts';
import { throwIfCancelled } from '../../src/core/domain/cancel.ts';
import { Cancelled, WinnowError } from '../../src/core/domain/errors.ts';
import type { Connection, WorkerLike } from './connection.ts';
import { createConnection } from './connection.ts';
import { interruptible } from './interrupt.ts';
import type { Batch, Outcome, WallProtocol } from './wall-protocol.ts';

type StreamOptions = {
  readonly signal?: CancelSignal | undefined;
  /** For a call: the longest it may take. For a stream: the longest wait for the next item. Default: none. */
  readonly timeLimitMs?: number | undefined;
  /**
   * How long a cancelled job may go on before its worker is ended. 0 for work that cannot be interrupted.
   * Default: null, the job is trusted to stop.
   */
  readonly cancelLimitMs?: number | null | undefined;
  /** Buffers in the arguments to hand over; they are empty on this side afterwards. */
  readonly transfer?: readonly Transferable[] | undefined;
};

type CallOptions<Progress> = StreamOptions & {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
};

export type Wall<P extends WallProtocol> = {
  /** @throws what the handler threw, `Cancelled`, or `worker-died`, `protocol-mismatch`, `time-limit`, `internal` */
  readonly call: <Name extends keyof P['calls'] & string>(
    name: Name,
    args: P['calls'][Name]['args'],
    options?: CallOptions<P['calls'][Name]['progress']>,
  ) => Promise<P['calls'][Name]['result']>;
  /** Starts at the first `next`. Leaving early resolves when the worker has let go. Throws like `call`. */
  readonly stream: <Name extends keyof P['streams'] & string>(
    name: Name,
    args: P['streams'][Name]['args'],
    options?: StreamOptions,
  ) => AsyncGenerator<P['streams'][Name]['item'], void, void>;
  /** Ends the worker, if there is one; what is pending rejects with `worker-died`. The next call starts a new one. */
  readonly end: () => void;
};

/** The page's side of a wall. The worker is started by the first call, and again by the next call after a death. */
export function createWall<P extends WallProtocol>(options: {
  /** For messages: `retrieval`. */
  readonly name: string;
  readonly protocolVersion: string;
  readonly start: () => WorkerLike;
  readonly onNotice?: (notice: P['notice']) => void;
  /** The worker is gone, and all it held with it; not called for `end`. */
  readonly onDeath?: (error: WinnowError) => void;
  /** Longest time from start to first answer; includes loading the script. Default 30 s. */
  readonly startLimitMs?: number;
  /** Longest time the worker's thread may be blocked while calls are pending. Default 60 s. */
  readonly silenceLimitMs?: number;
}): Wall<P> {
  const { name: wallName } = options;
  const progressListeners = new Map<number, (value: unknown) => void>();
  let connection: Connection | null = null;
  let nextJob = 1;

  const connect = (): Connection => {
    if (connection?.isAlive()) return connection;
    connection = createConnection({
      name: wallName,
      protocolVersion: options.protocolVersion,
      start: options.start,
      sink: (message) => {
        if (message.kind === 'notice') options.onNotice?.(message.value);
        else progressListeners.get(message.job)?.(message.value);
      },
      onEnd: (error) => {
        if (error.details['reason'] !== 'ended') options.onDeath?.(error);
      },
      startLimitMs: options.startLimitMs ?? 30_000,
      silenceLimitMs: options.silenceLimitMs ?? 60_000,
    });
    return connection;
  };

  /** Resolves when the job has stopped, or its worker was ended for it. */
  const stop = async (at: Connection, job: number, cancelLimitMs: number | null | undefined): Promise<void> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (typeof cancelLimitMs === 'number') {
      const message = `The ${wallName} worker was ended: a cancelled job did not stop within ${cancelLimitMs} ms. The next call starts a new one.`;
      const details = { worker: wallName, reason: 'cancel-limit', cancelLimitMs };
      const giveUp = (): void => at.end(new WinnowError('worker-died', message, details));
      // At once means before the next call, which must not be given to a worker that is about to end.
      if (cancelLimitMs === 0) giveUp();
      else timer = setTimeout(giveUp, cancelLimitMs);
    }
    // When the worker dies meanwhile, the job has stopped as well.
    await at.whileAlive((gate) => gate.close(job)).catch(() => undefined);
    clearTimeout(timer);
  };

  return {
    call: async (name, args, callOptions = {}) => {
      const { signal, timeLimitMs, cancelLimitMs, onProgress } = callOptions;
      throwIfCancelled(signal);
      const at = connect();
      const job = nextJob++;
      // SAFETY: the worker's handler reports what the protocol names for this call.
      if (onProgress) progressListeners.set(job, onProgress as (value: unknown) => void);
      try {
        const cargo = Comlink.transfer([...args], [...(callOptions.transfer ?? [])]);
        const outcome = await interruptible(
          at.whileAlive<Outcome>(async (gate) => gate.run(job, name, cargo)),
          { what: `${wallName}: ${name}`, signal, timeLimitMs, onInterrupt: () => void stop(at, job, cancelLimitMs) },
        );
        return unpack(outcome);
      } finally {
        progressListeners.delete(job);
      }
    },
    stream: async function* (name, args, streamOptions = {}) {
      const { signal, timeLimitMs, cancelLimitMs } = streamOptions;
      throwIfCancelled(signal);
      const at = connect();
      const job = nextJob++;
      let isOver = false;
      const interrupt = (): void => {
        isOver = true;
        void stop(at, job, cancelLimitMs);
      };
      const next = (work: Promise<Batch>): Promise<Batch> =>
        interruptible(work, { what: `${wallName}: ${name}`, signal, timeLimitMs, onInterrupt: interrupt });
      try {
        const cargo = Comlink.transfer([...args], [...(streamOptions.transfer ?? [])]);
        let batch = await next(at.whileAlive<Batch>(async (gate) => gate.open(job, name, cargo)));
        for (;;) {
          if (batch.end) isOver = true;
          for (const item of batch.items) {
            throwIfCancelled(signal);
            yield item;
          }
          if (batch.end) return void unpack(batch.end);
          throwIfCancelled(signal);
          batch = await next(at.whileAlive<Batch>(async (gate) => gate.pull(job)));
        }
      } finally {
        if (!isOver) await stop(at, job, cancelLimitMs);
      }
    },
    end: () => {
      const message = `The ${wallName} worker was ended. The next call starts a new one.`;
      connection?.end(new WinnowError('worker-died', message, { worker: wallName, reason: 'ended' }));
    },
  };
}

function unpack(outcome: Outcome): unknown {
  if (outcome.kind === 'value') return outcome.value;
  if (outcome.kind === 'cancelled') throw new Cancelled();
  const { code, message, details } = outcome.error;
  throw new WinnowError(code, message, details, outcome.stack);
}
