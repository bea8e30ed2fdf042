import type { DocumentId, DocumentSummary } from '../core/domain/document.ts';
import { errorDataOf, isCancelled } from '../core/domain/errors.ts';
import type { RecognitionLanguage } from '../core/domain/recognition.ts';
import type { ImportOptions, LibraryService } from '../core/domain/services.ts';
import { bytesOf, type ImportJobs } from './import-jobs.ts';

export type RecognitionQueue = {
  /** Reads the pictures of files that were refused because their text is in them, and adds the files. */
  readonly recogniseImports: (jobIds: readonly number[], language: RecognitionLanguage) => Promise<void>;
  /** Reads the pictures of a document's pages without text, in a row of its own in the list of imports. */
  readonly recogniseDocument: (
    document: Pick<DocumentSummary, 'id' | 'name' | 'byteLength'>,
    language: RecognitionLanguage,
  ) => Promise<void>;
  /** Resolves when nothing is queued any more. */
  readonly ended: () => Promise<void>;
};

type Work = (options: ImportOptions & { readonly signal: AbortSignal }) => Promise<unknown>;

/**
 * Text recognition, one file at a time, beside the imports: it takes minutes, and files with text need not wait for it.
 * @param onChanged called after each file; with the id of a document whose text is another now
 */
export function createRecognitionQueue(
  jobs: ImportJobs,
  library: Pick<LibraryService, 'add' | 'recognise'>,
  onChanged: (id: DocumentId | null) => void,
): RecognitionQueue {
  let queue: Promise<void> = Promise.resolve();

  async function run(jobId: number, work: Work): Promise<void> {
    const signal = jobs.controllers.get(jobId)?.signal;
    if (signal === undefined || signal.aborted) return;
    jobs.patch(jobId, { status: 'running' });
    try {
      await work({ signal, onProgress: (progress) => jobs.patch(jobId, { progress }) });
      jobs.drop(jobId);
    } catch (error) {
      const canRecognise = jobs.keptFile(jobId) !== undefined;
      if (isCancelled(error)) jobs.patch(jobId, { status: 'cancelled', canRecognise });
      else jobs.patch(jobId, { status: 'failed', error: errorDataOf(error), canRecognise });
    } finally {
      jobs.controllers.delete(jobId);
    }
  }

  const enqueue = (jobId: number, work: Work): void => {
    jobs.controllers.set(jobId, new AbortController());
    queue = queue.then(() => run(jobId, work));
  };

  return {
    recogniseImports: (jobIds, language) => {
      for (const jobId of jobIds) {
        const file = jobs.keptFile(jobId);
        if (file === undefined || jobs.controllers.has(jobId)) continue;
        jobs.patch(jobId, { status: 'waiting', error: null, progress: null, canRecognise: false });
        enqueue(jobId, async (options) => {
          const bytes = await bytesOf(file);
          options.signal.throwIfAborted();
          await library.add({ name: file.name, bytes, language }, options);
          onChanged(null);
        });
      }
      return queue;
    },
    recogniseDocument: ({ id, name, byteLength }, language) => {
      const [job] = jobs.add([{ name, byteLength, recognisedId: id }]);
      if (job) {
        enqueue(job.id, async (options) => {
          await library.recognise(id, language, options);
          onChanged(id);
        });
      }
      return queue;
    },
    ended: () => queue,
  };
}
