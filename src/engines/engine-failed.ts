import { WinnowError } from '../core/domain/errors.ts';

/** A library's own fault as ours. @param what what it did, or failed to do */
export function engineFailed(what: string, cause: unknown): WinnowError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WinnowError('engine-failed', `${what}: ${reason}`, {}, cause);
}
