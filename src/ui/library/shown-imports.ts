import type { ImportJob } from '../../state/library-store.ts';
import { errorSentence } from '../error-sentences.ts';
import { formatCount, formatPlural } from '../format.ts';

/** A folder may bring thousands: rows beyond these are counted. */
const maxWaiting = 5;
const maxEnded = 20;

export type ShownImports = {
  /** In the order of the list. */
  readonly rows: readonly ImportJob[];
  /** Sentences that count the others, by what became of them. */
  readonly others: readonly string[];
};

/** The imports that get a row: all that run, the next ones that wait, the first ones that ended without becoming a document. */
export function shownImports(imports: readonly ImportJob[]): ShownImports {
  const rows: ImportJob[] = [];
  const counts = new Map<string, number>();
  let waiting = 0;
  let ended = 0;
  for (const job of imports) {
    const isShown =
      job.status === 'running' ||
      job.status === 'noted' ||
      (job.status === 'waiting' ? ++waiting <= maxWaiting : ++ended <= maxEnded);
    if (isShown) rows.push(job);
    else counts.set(fateOf(job), (counts.get(fateOf(job)) ?? 0) + 1);
  }
  return { rows, others: [...counts].map(([fate, count]) => `${formatCount(count)} more: ${fate}`) };
}

function fateOf({ status, error }: ImportJob): string {
  if (status === 'waiting') return 'waiting.';
  return error === null ? 'cancelled.' : errorSentence(error).title;
}

/** What an archive, a mailbox or a folder says when all in it had its turn: `12 files added. Left out: 2 files that …`. */
export function insideSentence({ addedCount, leftOut }: NonNullable<ImportJob['inside']>): string {
  const count = leftOut.length;
  const named = leftOut.slice(0, 3).map((path) => path.slice(path.lastIndexOf('/') + 1));
  const rest = count > named.length ? ` and ${formatCount(count - named.length)} more` : '';
  const files = formatPlural(count, 'file');
  const what = `${files} that ${count === 1 ? 'holds' : 'hold'} no document (of the system, lock files, links)`;
  const added = addedCount === null ? '' : `${formatPlural(addedCount, 'file')} added. `;
  return `${added}Left out: ${what}: ${named.join(', ')}${rest}.`;
}
