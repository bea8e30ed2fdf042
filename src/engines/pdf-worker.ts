import { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { CancelSignal } from '../core/domain/cancel.ts';
import { Cancelled, WinnowError } from '../core/domain/errors.ts';

/** Milliseconds between two looks at the cancel signal while the worker computes. */
const cancelCheckMs = 100;

/** pdf.js's worker for one document. */
export type PdfWorker = {
  /** Undefined where pdf.js runs in this thread. */
  readonly proxy: PDFWorker | undefined;
  /** Rejects when the worker dies or the signal is aborted, even while a page takes for ever. Never resolves. */
  readonly stopped: Promise<never>;
  /** Ends the worker, whatever it is doing. */
  readonly end: () => void;
};

/** @param source opens a worker, or is the path of the script that then runs in this thread */
export function openPdfWorker(
  source: (() => Worker) | string,
  documentName: string,
  signal: CancelSignal | undefined,
): PdfWorker {
  let reject: (reason: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, rejectStopped) => {
    reject = rejectStopped;
  });
  // Nobody may be listening when it rejects.
  stopped.catch(() => undefined);
  const timer = setInterval(() => {
    if (signal?.aborted) reject(new Cancelled());
  }, cancelCheckMs);
  if (typeof source === 'string') {
    GlobalWorkerOptions.workerSrc = source;
    return { proxy: undefined, stopped, end: () => clearInterval(timer) };
  }
  const port = source();
  port.addEventListener('error', (event) => {
    const reason = event.message || 'its script could not be loaded';
    reject(
      new WinnowError(
        'worker-died',
        `The part that reads PDFs stopped while it read “${documentName}” (${reason}). Reload the page and add the file again.`,
        { name: documentName },
      ),
    );
  });
  const proxy = PDFWorker.create({ port });
  const end = (): void => {
    clearInterval(timer);
    proxy.destroy();
    port.terminate();
  };
  return { proxy, stopped, end };
}
