import * as Comlink from 'comlink';
import { WinnowError } from '../../src/core/domain/errors.ts';
import { createHeartbeat } from './heartbeat.ts';
import type { Gate, Sink } from './wall-protocol.ts';

/** A `Worker`, or one end of a loopback channel in a test. */
export type WorkerLike = Comlink.Endpoint & { readonly terminate: () => void };

export type Connection = {
  readonly isAlive: () => boolean;
  /** Settles as `work` does, or rejects with `worker-died` once the worker is gone. Never hangs. */
  readonly whileAlive: <T>(work: (gate: Comlink.Remote<Gate>) => Promise<T>) => Promise<T>;
  /** Ends the worker; everything that waits rejects with `error`. */
  readonly end: (error: WinnowError) => void;
};

/** One worker's life: the version handshake, its pending work, its death. */
export function createConnection(options: {
  readonly name: string;
  readonly protocolVersion: string;
  readonly start: () => WorkerLike;
  readonly sink: Sink;
  /** The worker died or was ended; called once. */
  readonly onEnd: (error: WinnowError) => void;
  readonly startLimitMs: number;
  readonly silenceLimitMs: number;
}): Connection {
  const { name } = options;
  const pending = new Set<(error: WinnowError) => void>();
  let death: WinnowError | null = null;
  const worker = options.start();
  const gate = Comlink.wrap<Gate>(worker);

  const end = (error: WinnowError): void => {
    if (death) return;
    death = error;
    clearTimeout(startTimer);
    heartbeat.stop();
    worker.terminate();
    for (const reject of pending) reject(error);
    pending.clear();
    options.onEnd(error);
  };
  const die = (reason: string, message: string): void =>
    end(
      new WinnowError('worker-died', `The ${name} worker ${message} Try again: a new one is started.`, {
        worker: name,
        reason,
      }),
    );

  worker.addEventListener('error', (event) => {
    const text = 'message' in event && typeof event.message === 'string' ? event.message : '';
    die('error', `failed${text ? ` (${text})` : ' to load'}.`);
  });
  worker.addEventListener('messageerror', () => die('messageerror', 'sent a message that cannot be read.'));
  const startTimer = setTimeout(
    () => die('start', `did not answer within ${options.startLimitMs} ms of its start.`),
    options.startLimitMs,
  );
  const heartbeat = createHeartbeat({
    ping: () => gate.ping(),
    limitMs: options.silenceLimitMs,
    onSilence: () => die('silent', `was silent for ${options.silenceLimitMs} ms.`),
  });

  const ready = gate.hello(Comlink.proxy(options.sink)).then((version) => {
    clearTimeout(startTimer);
    if (version === options.protocolVersion) return;
    const details = { worker: name, expected: options.protocolVersion, got: version };
    const message = `The ${name} worker speaks version ${version}, the page ${options.protocolVersion}. Reload the page.`;
    end(new WinnowError('protocol-mismatch', message, details));
  });
  // Whoever waits for a call hears of the failure there.
  ready.catch(() => undefined);

  return {
    isAlive: () => death === null,
    end,
    whileAlive: (work) =>
      new Promise((resolve, reject) => {
        if (death) return reject(death);
        pending.add(reject);
        ready
          .then(() => {
            // Until then the time limit of the start watches.
            if (pending.size > 0) heartbeat.start();
            return work(gate);
          })
          .then(resolve, (error: unknown) => reject(faultOfTransport(name, error)))
          .finally(() => {
            pending.delete(reject);
            if (pending.size === 0) heartbeat.stop();
          });
      }),
  };
}

/** Handlers' errors travel as data, so whatever still arrives as a throw is a fault of ours: mostly data that cannot be cloned. */
function faultOfTransport(name: string, error: unknown): WinnowError {
  if (error instanceof WinnowError) return error;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new WinnowError(
    'internal',
    `A message to or from the ${name} worker failed: ${text}`,
    { worker: name },
    error,
  );
}
