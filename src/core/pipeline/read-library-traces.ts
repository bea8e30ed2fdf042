import type { CancelSignal } from '../domain/cancel.ts';
import type { QueryEvent, Trace } from '../domain/events.ts';
import { tracesPath } from '../domain/library-file.ts';
import { traceLimit } from '../domain/store.ts';
import { foldQueryEvents } from './fold-query.ts';
import { type Fields, isFields, jsonLinesOf } from './json-shape.ts';
import { damagedMember } from './library-file-errors.ts';
import type { LibraryFile } from './open-library-file.ts';

const eventTypes: Readonly<Record<QueryEvent['type'], true>> = {
  started: true,
  candidates: true,
  window: true,
  prefill: true,
  selection: true,
  evidence: true,
  token: true,
  citation: true,
  done: true,
  cancelled: true,
  failed: true,
};

/**
 * The questions of a library's file, oldest first.
 * @throws WinnowError `library-file-damaged`; Cancelled
 */
export async function readLibraryTraces(file: LibraryFile, signal?: CancelSignal): Promise<readonly Trace[]> {
  const lines = jsonLinesOf(file.textOf(await file.read(tracesPath, signal)));
  if (lines?.length !== file.counts.questions) throw damagedMember(tracesPath, 'holds another number of questions');
  if (lines.length > traceLimit) throw damagedMember(tracesPath, `holds more than ${traceLimit} questions`);
  if (!lines.every(isTrace)) throw damagedMember(tracesPath, 'holds something that is no question');
  return lines;
}

function isTrace(value: unknown): value is Trace {
  if (!isFields(value) || value['version'] !== 1) return false;
  const { id, startedAtMs, fingerprint, events } = value;
  if (typeof id !== 'string' || typeof startedAtMs !== 'number' || typeof fingerprint !== 'string') return false;
  return Array.isArray(events) && events.every(isEvent) && canBeShown(events);
}

function isEvent(value: unknown): value is Fields {
  return isFields(value) && typeof value['type'] === 'string' && Object.hasOwn(eventTypes, value['type']);
}

/** The page folds the events into what it shows: events that it cannot fold are none that it wrote. */
function canBeShown(events: readonly Fields[]): boolean {
  try {
    // SAFETY: whether they are events is what is asked; a wrong one gives no view, or is a TypeError.
    return isFields(foldQueryEvents(events as unknown as Trace['events']));
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
