// One file over HTTP into one buffer: resumed where the connection broke, every fault told apart.

import type { CancelSignal } from '../core/domain/cancel.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { CatalogFile } from '../core/domain/catalog.ts';
import { Cancelled, WinnowError } from '../core/domain/errors.ts';

/** Connections that may break before the download is given up. */
const breakLimit = 3;
/** Longest wait for an answer or for the next bytes. */
const stallLimitMs = 30_000;

/** The platform's `fetch`, handed in by the one module that may name it. */
export type Request = (url: string, init: RequestInit) => Promise<Response>;

/** What arrived, right or wrong. `bytes` is shorter or `isTooLong` where the size is not the expected one. */
export type Download = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isTooLong: boolean;
  readonly mediaType: string;
};

/**
 * @throws WinnowError `artifact-unavailable` for a refusal of the server (404, 500) or a connection that keeps breaking
 */
export async function downloadFile(options: {
  readonly file: CatalogFile;
  readonly url: string;
  readonly request: Request;
  readonly cacheMode: RequestCache;
  readonly signal: CancelSignal | undefined;
  readonly onProgress: (doneBytes: number) => void;
}): Promise<Download> {
  const { file, url, signal } = options;
  const bytes = new Uint8Array(file.bytes);
  let filled = 0;

  for (let breakCount = 1; ; breakCount++) {
    throwIfCancelled(signal);
    const stall = createStallGuard(signal);
    try {
      const headers: Record<string, string> = filled > 0 ? { Range: `bytes=${filled}-` } : {};
      const response = await options.request(url, { cache: options.cacheMode, headers, signal: stall.signal });
      if (response.status !== 206) filled = 0;
      // 416: what the server has is no longer than what we hold. Read it anew, so that it is judged as a whole.
      if (response.status === 416) continue;
      if (!response.ok || !response.body) throw refusal(file, url, response.status);
      const mediaType = response.headers.get('Content-Type') ?? '';
      const reader = response.body.getReader();
      for (;;) {
        stall.restart();
        const { done, value } = await reader.read();
        if (done) return { bytes: bytes.subarray(0, filled), isTooLong: false, mediaType };
        throwIfCancelled(signal);
        if (filled + value.length > bytes.length) {
          await reader.cancel();
          return { bytes, isTooLong: true, mediaType };
        }
        bytes.set(value, filled);
        filled += value.length;
        options.onProgress(filled);
      }
    } catch (error) {
      if (signal?.aborted) throw new Cancelled();
      if (error instanceof WinnowError) throw error;
      if (breakCount >= breakLimit) throw broken(file, url, filled, error);
    } finally {
      stall.end();
    }
  }
}

/** A signal that aborts on cancel, and when `restart` is not called for too long. */
function createStallGuard(cancel: CancelSignal | undefined): {
  readonly signal: AbortSignal;
  readonly restart: () => void;
  readonly end: () => void;
} {
  const stalled = new AbortController();
  const abort = (): void => stalled.abort(new Error(`no bytes for ${stallLimitMs} ms`));
  let timer = setTimeout(abort, stallLimitMs);
  const end = (): void => clearTimeout(timer);
  return {
    signal: cancel instanceof AbortSignal ? AbortSignal.any([stalled.signal, cancel]) : stalled.signal,
    restart: () => {
      end();
      timer = setTimeout(abort, stallLimitMs);
    },
    end,
  };
}

function refusal(file: CatalogFile, url: string, status: number): WinnowError {
  const message = `The model file "${file.name}" could not be had: the server answered ${status} for ${url}. Reload the page, or install Winnow again.`;
  return new WinnowError('artifact-unavailable', message, { file: file.name, url, status });
}

function broken(file: CatalogFile, url: string, doneBytes: number, cause: unknown): WinnowError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message =
    `The model file "${file.name}" could not be had: the connection failed ${breakLimit} times, ` +
    `with ${doneBytes} of ${file.bytes} bytes received (${reason}). Check the connection and try again.`;
  return new WinnowError('artifact-unavailable', message, { file: file.name, url, doneBytes, reason }, cause);
}
