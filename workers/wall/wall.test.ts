import { afterEach, describe, expect, it, vi } from 'vitest';
import { throwIfCancelled } from '../../src/core/domain/cancel.ts';
import { isCancelled, WinnowError } from '../../src/core/domain/errors.ts';
import type { Wall } from './create-wall.ts';
import { createWall } from './create-wall.ts';
import { loopbackWorker } from './loopback-worker.ts';
import type { CallHandlers, StreamHandlers } from './serve-wall.ts';
import { serveWall } from './serve-wall.ts';
import type { Call, Stream } from './wall-protocol.ts';

type TestProtocol = {
  readonly calls: {
    readonly add: Call<[a: number, b: number], number>;
    readonly refuse: Call<[kind: 'winnow' | 'plain' | 'text'], void>;
    readonly steps: Call<[count: number], number, { done: number }>;
    readonly move: Call<[bytes: ArrayBuffer], ArrayBuffer>;
    readonly stuck: Call<[], void>;
    readonly obey: Call<[], void>;
    readonly unclonable: Call<[], unknown>;
    readonly takeFunction: Call<[unknown], void>;
  };
  readonly streams: {
    readonly numbers: Stream<[count: number], number>;
    readonly failing: Stream<[], number>;
    readonly silent: Stream<[], number>;
  };
  readonly notice: string;
};

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

function setUp(
  options: {
    version?: string;
    silenceLimitMs?: number;
    startLimitMs?: number;
    mute?: boolean;
    aheadCount?: number;
  } = {},
) {
  const seen = {
    produced: 0,
    released: 0,
    starts: 0,
    aborted: 0,
    deaths: [] as WinnowError[],
    notices: [] as string[],
  };
  const until = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const calls: CallHandlers<TestProtocol> = {
    add: (_job, a, b) => a + b,
    refuse: (_job, kind) => {
      if (kind === 'winnow') throw new WinnowError('document-damaged', 'Page 3 is damaged.', { page: 3 });
      if (kind === 'plain') throw new RangeError('too far');
      throw 'just text';
    },
    steps: (job, count) => {
      for (let done = 1; done <= count; done++) job.report({ done });
      return count;
    },
    move: (job, bytes) => {
      job.transfer(bytes);
      return bytes;
    },
    stuck: () => new Promise<never>(() => undefined),
    obey: async (job) => {
      await until(job.signal);
      seen.aborted++;
      throwIfCancelled(job.signal);
    },
    unclonable: () => () => 1,
    takeFunction: () => undefined,
  };
  const streams: StreamHandlers<TestProtocol> = {
    numbers: async function* (_job, count) {
      try {
        for (let n = 0; n < count; n++) {
          seen.produced++;
          yield n;
        }
      } finally {
        seen.released++;
      }
    },
    failing: async function* () {
      yield 1;
      yield 2;
      throw new WinnowError('device-lost', 'The GPU went away.', { reason: 'destroyed' });
    },
    silent: async function* (job) {
      yield 1;
      await until(job.signal);
      seen.aborted++;
    },
  };
  let notify: ((notice: string) => void) | undefined;
  let kill: (() => void) | undefined;
  const wall: Wall<TestProtocol> = createWall<TestProtocol>({
    name: 'test',
    protocolVersion: '1',
    start: () => {
      seen.starts++;
      const worker = loopbackWorker((endpoint) => {
        if (options.mute) return;
        ({ notify } = serveWall<TestProtocol>({
          protocolVersion: options.version ?? '1',
          calls,
          streams,
          endpoint,
          ...(options.aheadCount === undefined ? {} : { aheadCount: options.aheadCount }),
        }));
        notify('early');
      });
      kill = worker.terminate;
      return worker;
    },
    onDeath: (error) => seen.deaths.push(error),
    onNotice: (notice) => seen.notices.push(notice),
    silenceLimitMs: options.silenceLimitMs ?? 60_000,
    startLimitMs: options.startLimitMs ?? 30_000,
  });
  ended.push(wall.end);
  return { wall, seen, notify: (text: string) => notify?.(text), kill: () => kill?.() };
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const got: T[] = [];
  for await (const item of items) got.push(item);
  return got;
}

describe('calls', () => {
  it('bring back results and start the worker once', async () => {
    const { wall, seen } = setUp();
    expect(await Promise.all([wall.call('add', [1, 2]), wall.call('add', [3, 4])])).toEqual([3, 7]);
    expect(seen.starts).toBe(1);
  });

  it('revive a WinnowError by its code, with details and the far stack as cause', async () => {
    const error = await failure(setUp().wall.call('refuse', ['winnow']));
    expect(error).toBeInstanceOf(WinnowError);
    expect(error).toMatchObject({ code: 'document-damaged', message: 'Page 3 is damaged.', details: { page: 3 } });
    expect((error as WinnowError).cause).toContain('wall.test.ts');
  });

  it('turn any other throw into internal, message kept', async () => {
    const { wall } = setUp();
    expect(await failure(wall.call('refuse', ['plain']))).toMatchObject({
      code: 'internal',
      message: 'RangeError: too far',
    });
    expect(await failure(wall.call('refuse', ['text']))).toMatchObject({ code: 'internal', message: 'just text' });
  });

  it('deliver the last progress report before the result, and merge a flood', async () => {
    const reports: number[] = [];
    const result = await setUp().wall.call('steps', [1000], { onProgress: ({ done }) => reports.push(done) });
    expect(result).toBe(1000);
    expect(reports.at(-1)).toBe(1000);
    expect(reports.length).toBeLessThan(1000);
    expect(reports).toEqual([...reports].sort((a, b) => a - b));
  });

  it('hand buffers over in both directions', async () => {
    const bytes = new Uint8Array([1, 2, 3]).buffer;
    const back = await setUp().wall.call('move', [bytes], { transfer: [bytes] });
    expect(bytes.byteLength).toBe(0);
    expect(new Uint8Array(back)).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('reject, not hang, when something cannot be cloned', async () => {
    const { wall } = setUp();
    expect(await failure(wall.call('unclonable', []))).toMatchObject({ code: 'internal' });
    expect(await failure(wall.call('takeFunction', [() => 1]))).toMatchObject({ code: 'internal' });
    expect(await wall.call('add', [1, 1])).toBe(2);
  });
});

describe('cancel and time limits', () => {
  it('rejects with Cancelled and aborts the job', async () => {
    const { wall, seen } = setUp();
    const abort = new AbortController();
    const error = failure(wall.call('obey', [], { signal: abort.signal }));
    await wall.call('add', [1, 1]);
    abort.abort();
    expect(isCancelled(await error)).toBe(true);
    await vi.waitFor(() => expect(seen.aborted).toBe(1));
    expect(seen.deaths).toEqual([]);
  });

  it('works with a signal that is plain data', async () => {
    const { wall, seen } = setUp();
    const signal = { aborted: false };
    const error = failure(wall.call('obey', [], { signal }));
    signal.aborted = true;
    expect(isCancelled(await error)).toBe(true);
    await vi.waitFor(() => expect(seen.aborted).toBe(1));
  });

  it('does not start a worker for a call that is already cancelled', async () => {
    const { wall, seen } = setUp();
    expect(isCancelled(await failure(wall.call('add', [1, 2], { signal: { aborted: true } })))).toBe(true);
    expect(seen.starts).toBe(0);
  });

  it('ends the worker when a cancelled job does not stop, and starts another for the next call', async () => {
    const { wall, seen } = setUp();
    await wall.call('add', [1, 1]);
    const abort = new AbortController();
    const error = failure(wall.call('stuck', [], { signal: abort.signal, cancelLimitMs: 0 }));
    const neighbour = failure(wall.call('stuck', []));
    abort.abort();
    expect(isCancelled(await error)).toBe(true);
    expect(await neighbour).toMatchObject({ code: 'worker-died', details: { reason: 'cancel-limit' } });
    expect(seen.deaths).toHaveLength(1);
    expect(await wall.call('add', [2, 2])).toBe(4);
    expect(seen.starts).toBe(2);
  });

  it('rejects with time-limit and cancels the job', async () => {
    const { wall, seen } = setUp();
    expect(await failure(wall.call('obey', [], { timeLimitMs: 20 }))).toMatchObject({ code: 'time-limit' });
    await vi.waitFor(() => expect(seen.aborted).toBe(1));
  });

  it('applies the time limit to each item of a stream', async () => {
    const { wall, seen } = setUp();
    const got: number[] = [];
    const read = async () => {
      for await (const n of wall.stream('silent', [], { timeLimitMs: 50 })) got.push(n);
    };
    expect(await failure(read())).toMatchObject({ code: 'time-limit' });
    expect(got).toEqual([1]);
    await vi.waitFor(() => expect(seen.aborted).toBe(1));
  });
});

describe('streams', () => {
  it('bring every item in order', async () => {
    const { wall, seen } = setUp();
    expect(await all(wall.stream('numbers', [1000]))).toEqual(Array.from({ length: 1000 }, (_, n) => n));
    expect(seen.released).toBe(1);
  });

  it('bring nothing for an empty one', async () => {
    expect(await all(setUp().wall.stream('numbers', [0]))).toEqual([]);
  });

  it('hold the producer back when nobody reads, and free it on an early return', async () => {
    const { wall, seen } = setUp();
    for await (const n of wall.stream('numbers', [1_000_000])) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (n === 20) break;
    }
    expect(seen.produced).toBeLessThan(100);
    expect(seen.released).toBe(1);
  });

  it('with large items run only as far ahead as they may', async () => {
    const { wall, seen } = setUp({ aheadCount: 1 });
    const ahead: number[] = [];
    for await (const n of wall.stream('numbers', [10])) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      ahead.push(seen.produced - (n + 1));
    }
    expect(ahead).toHaveLength(10);
    expect(Math.max(...ahead)).toBeLessThanOrEqual(1);
  });

  it('deliver what came before an error, then the error', async () => {
    const got: number[] = [];
    const read = async () => {
      for await (const n of setUp().wall.stream('failing', [])) got.push(n);
    };
    expect(await failure(read())).toMatchObject({ code: 'device-lost', details: { reason: 'destroyed' } });
    expect(got).toEqual([1, 2]);
  });

  it('stop on the signal and free the producer', async () => {
    const { wall, seen } = setUp();
    const abort = new AbortController();
    const read = async () => {
      for await (const _ of wall.stream('silent', [], { signal: abort.signal })) abort.abort();
    };
    expect(isCancelled(await failure(read()))).toBe(true);
    await vi.waitFor(() => expect(seen.aborted).toBe(1));
    expect(await wall.call('add', [1, 1])).toBe(2);
  });
});

describe('death', () => {
  it('refuses another protocol version', async () => {
    const error = await failure(setUp({ version: '2' }).wall.call('add', [1, 2]));
    expect(error).toMatchObject({ code: 'protocol-mismatch', details: { expected: '1', got: '2' } });
  });

  it('gives up on a worker that never answers', async () => {
    const { wall, seen } = setUp({ mute: true, startLimitMs: 30 });
    expect(await failure(wall.call('add', [1, 2]))).toMatchObject({
      code: 'worker-died',
      details: { reason: 'start' },
    });
    expect(seen.deaths).toHaveLength(1);
  });

  it('notices silence while a call or a stream is pending', async () => {
    const { wall, kill, seen } = setUp({ silenceLimitMs: 80 });
    await wall.call('add', [1, 1]);
    const call = failure(wall.call('stuck', []));
    const stream = failure(all(wall.stream('silent', [])));
    kill();
    expect(await call).toMatchObject({ code: 'worker-died', details: { reason: 'silent' } });
    expect(await stream).toMatchObject({ code: 'worker-died' });
    expect(seen.deaths).toHaveLength(1);
    expect(await wall.call('add', [1, 1])).toBe(2);
  });

  it('leaves a slow but living worker alone', async () => {
    const { wall, seen } = setUp({ silenceLimitMs: 40 });
    const call = failure(wall.call('stuck', []));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(seen.deaths).toEqual([]);
    wall.end();
    expect(await call).toMatchObject({ code: 'worker-died', details: { reason: 'ended' } });
    expect(seen.deaths).toEqual([]);
  });
});

it('carries notices, also those from before the handshake, in order', async () => {
  const { wall, seen, notify } = setUp();
  await wall.call('add', [1, 1]);
  for (let n = 0; n < 20; n++) notify(String(n));
  await vi.waitFor(() => expect(seen.notices).toEqual(['early', ...Array.from({ length: 20 }, (_, n) => String(n))]));
});
