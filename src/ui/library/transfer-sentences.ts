import type { ExportedLibrary, ImportedLibrary, TransferProgress } from '../../core/domain/library-file.ts';
import type { Transfer } from '../../state/transfer-store.ts';
import { errorSentence } from '../error-sentences.ts';
import { formatBytes, formatPlural } from '../format.ts';

/** `Adding documents: 12 MB of 40 MB`. */
export function transferProgressSentence(kind: Transfer['kind'], progress: TransferProgress | null): string {
  if (progress === null) return kind === 'export' ? 'Writing the library' : 'Opening the file';
  const { stage, done, total } = progress;
  const doing = { writing: 'Writing the library', checking: 'Checking the file', adding: 'Adding documents' }[stage];
  return total > 0 ? `${doing}: ${formatBytes(done)} of ${formatBytes(total)}` : doing;
}

/** How a transfer ended, in a sentence or more; empty while it runs. Why it failed is an error's to say. */
export function transferResultSentence({ kind, status, exported, imported }: Transfer): string {
  if (status === 'running' || status === 'failed') return '';
  if (status === 'cancelled') {
    return kind === 'export'
      ? 'Export cancelled. No file was written.'
      : 'Import cancelled. Documents that were added before that stay in your library.';
  }
  if (exported !== null) return exportedSentence(exported);
  return imported === null ? '' : importedSentence(imported);
}

function exportedSentence({ counts, lostOriginalCount }: Omit<ExportedLibrary, 'file'>): string {
  const questions = counts.questions > 0 ? ` and ${formatPlural(counts.questions, 'question')}` : '';
  const lost =
    lostOriginalCount > 0
      ? ` ${formatPlural(lostOriginalCount, 'document')} without the original file, which the browser had lost.`
      : '';
  return `Exported: ${formatPlural(counts.documents, 'document')}${questions}.${lost}`;
}

function importedSentence(imported: ImportedLibrary): string {
  const { addedCount, existingCount, splitAgainCount, addedTraceCount, leftOutTraceCount, error } = imported;
  const sentences = [`${formatPlural(addedCount, 'document')} added.`];
  if (existingCount > 0) sentences.push(`${formatPlural(existingCount, 'document')} in your library already.`);
  if (addedTraceCount > 0) sentences.push(`${formatPlural(addedTraceCount, 'question')} added.`);
  if (splitAgainCount > 0) {
    const were = splitAgainCount === 1 ? 'was' : 'were';
    sentences.push(
      `${formatPlural(splitAgainCount, 'document')} ${were} split anew: another version of Winnow had exported the file.`,
    );
  }
  if (error !== null) {
    const { title, advice } = errorSentence(error);
    sentences.push(`${formatPlural(imported.notAddedCount, 'document')} not added: ${title} ${advice}`);
  }
  if (leftOutTraceCount > 0) {
    const why = error === null ? ': Winnow keeps 200, and yours come first.' : '.';
    sentences.push(`${formatPlural(leftOutTraceCount, 'older question')} left out${why}`);
  }
  return sentences.join(' ');
}
