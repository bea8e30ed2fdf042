import { afterEach, describe, expect, it } from 'vitest';
import { isCancelled } from '../../src/core/domain/errors.ts';
import { createWall } from './create-wall.ts';
import type { TestWorkerProtocol } from './fixtures/test-protocol.ts';
import { testProtocolVersion } from './fixtures/test-protocol.ts';

const testWorker = () => new Worker(new URL('./fixtures/test-worker.ts', import.meta.url), { type: 'module' });

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

function setUp(options: { start?: () => Worker; silenceLimitMs?: number } = {}) {
  const seen = { workers: [] as Worker[], deaths: [] as string[] };
  const wall = createWall<TestWorkerProtocol>({
    name: 'test',
    protocolVersion: testProtocolVersion,
    start: () => {
      const worker = (options.start ?? testWorker)();
      seen.workers.push(worker);
      return worker;
    },
    onDeath: (error) => seen.deaths.push(String(error.details['reason'])),
    silenceLimitMs: options.silenceLimitMs ?? 60_000,
  });
  ended.push(wall.end);
  return { wall, seen };
}
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('a real worker', () => {
  it('answers calls and streams', async () => {
    const { wall, seen } = setUp();
    expect(await wall.call('add', [2, 3])).toBe(5);
    let sum = 0;
    for await (const n of wall.stream('count', [1000])) sum += n;
    expect(sum).toBe(499_500);
    expect(seen.workers).toHaveLength(1);
  });

  it('that throws at its start rejects the call, and every call again', async () => {
    const start = () => new Worker(new URL('./fixtures/throwing-worker.ts', import.meta.url), { type: 'module' });
    const { wall, seen } = setUp({ start });
    expect(await failure(wall.call('add', [1, 2]))).toMatchObject({
      code: 'worker-died',
      details: { reason: 'error' },
    });
    expect(await failure(wall.call('add', [1, 2]))).toMatchObject({ code: 'worker-died' });
    expect(seen.deaths).toEqual(['error', 'error']);
  });

  it('whose script is missing rejects the call', async () => {
    const { wall } = setUp({ start: () => new Worker('/nowhere/worker.js', { type: 'module' }) });
    expect(await failure(wall.call('add', [1, 2]))).toMatchObject({
      code: 'worker-died',
      details: { reason: 'error' },
    });
  });

  it('with an uncaught error is ended, and says which', async () => {
    const { wall, seen } = setUp();
    expect(await failure(wall.call('throwLater', []))).toMatchObject({
      code: 'worker-died',
      message: expect.stringContaining('nobody catches this'),
    });
    expect(seen.deaths).toEqual(['error']);
    expect(await wall.call('add', [1, 2])).toBe(3);
  });

  it('that vanishes in the middle of a call and a stream is noticed', async () => {
    const { wall } = setUp({ silenceLimitMs: 400 });
    const stream = wall.stream('count', [1_000_000]);
    await stream.next();
    expect(await failure(wall.call('vanish', []))).toMatchObject({
      code: 'worker-died',
      details: { reason: 'silent' },
    });
    const rest = async () => {
      for await (const _ of stream);
    };
    expect(await failure(rest())).toMatchObject({ code: 'worker-died' });
    expect(await wall.call('add', [1, 2])).toBe(3);
  });

  it('that is killed from outside is noticed', async () => {
    const { wall, seen } = setUp({ silenceLimitMs: 400 });
    await wall.call('add', [1, 1]);
    const pending = failure(wall.call('hang', []));
    seen.workers[0]?.terminate();
    expect(await pending).toMatchObject({ code: 'worker-died', details: { reason: 'silent' } });
  });

  it('that blocks its thread for less than the limit is left alone', async () => {
    const { wall, seen } = setUp({ silenceLimitMs: 4000 });
    await wall.call('block', [1500]);
    expect(seen.deaths).toEqual([]);
  });

  it('in uninterruptible work is ended by a cancel, and the next call works', async () => {
    const { wall, seen } = setUp();
    await wall.call('add', [1, 1]);
    const abort = new AbortController();
    const pending = failure(wall.call('block', [60_000], { signal: abort.signal, cancelLimitMs: 0 }));
    abort.abort();
    expect(isCancelled(await pending)).toBe(true);
    expect(await wall.call('add', [1, 2])).toBe(3);
    expect(seen.workers).toHaveLength(2);
    expect(seen.deaths).toEqual(['cancel-limit']);
  });
});
