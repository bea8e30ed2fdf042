import { describe, expect, it } from 'vitest';
import { Cancelled, WinnowError } from '../core/domain/errors.ts';
import { storageError } from './storage-errors.ts';

const quota = () => Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
const estimate = (usedBytes: number, quotaBytes: number | null) => async () => ({ usedBytes, quotaBytes });

describe('storageError', () => {
  it('tells a full storage by numbers, also when the error is wrapped', async () => {
    const wrapped = Object.assign(new Error('aborted'), { name: 'AbortError', inner: quota() });
    const cutOff = Object.assign(new Error('Failed to write data to data pipe'), { name: 'AbortError' });
    for (const error of [quota(), wrapped, new Error('outer', { cause: wrapped }), cutOff]) {
      expect(await storageError(error, 'add “a.pdf”', 20_000_000, estimate(55_000_000, 60_000_000))).toMatchObject({
        code: 'storage-full',
        details: { neededBytes: 20_000_000, usedBytes: 55_000_000, quotaBytes: 60_000_000 },
        message: expect.stringContaining(
          'about 20 MB are needed; 5.0 MB of the 60 MB that the browser allows are free',
        ),
      });
    }
  });

  it('does not repeat a quota that the browser made up', async () => {
    const error = await storageError(quota(), 'add “a.pdf”', 20_000_000, estimate(1_000_000, 10_738_000_000));
    expect(error.message).toContain('1.0 MB are in use and the browser gives no more');
    expect((await storageError(quota(), 'add', 1, estimate(0, null))).message).toContain('gives no more');
  });

  it('lets our own errors through, also when Dexie wrapped them', async () => {
    const cancelled = new Cancelled();
    const own = new WinnowError('document-duplicate', 'twice');
    for (const error of [cancelled, own]) {
      const wrapped = Object.assign(new Error('x'), { name: 'AbortError', inner: error });
      expect(await storageError(wrapped, 'add', 0, estimate(0, 0))).toBe(error);
    }
  });

  it('takes an aborted transaction for a fault, not for a cancel', async () => {
    const aborted = Object.assign(new Error('aborted'), { name: 'AbortError' });
    expect(await storageError(aborted, 'add', 0, estimate(0, 0))).toMatchObject({ code: 'storage-failed' });
    expect(await storageError('odd', 'add', 0, estimate(0, 0))).toMatchObject({ code: 'storage-failed' });
  });
});
