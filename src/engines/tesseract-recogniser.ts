import { type CancelSignal, throwIfCancelled } from '../core/domain/cancel.ts';
import { Cancelled, isCancelled, WinnowError } from '../core/domain/errors.ts';
import type { OpenRecogniser, RecognisedLine } from '../core/domain/recognition.ts';

/** Loading takes about a second; a core that WebAssembly refuses says nothing at all. */
const openLimitMs = 60_000;
/** A full page takes some seconds; a slow device ten times that. */
const pageLimitMs = 300_000;
/** Milliseconds between two looks at the cancel signal while the worker computes. */
const cancelCheckMs = 100;
const pointsPerInch = 72;
/** Finds columns and paragraphs by itself. */
const automaticSegmentation = '3';
/** The neural reader, the only one in the cores and data that ship. */
const lstmOnly = 1;

/**
 * Tesseract in tesseract.js's own worker, which is driven by its messages. The library's half for the page is left out:
 * where data or core cannot be loaded, its promise stays open and the worker cannot be ended.
 * @param folderUrl where the worker, the cores and the languages' data are served; absolute, with a slash at its end
 */
export function createTesseract(folderUrl: string): OpenRecogniser {
  return async (language, signal) => {
    throwIfCancelled(signal);
    const worker = connect(new Worker(`${folderUrl}worker.min.js`, { name: 'recogniser' }));
    const open = (action: string, payload: object) => worker.run(action, payload, openLimitMs, signal);
    try {
      await open('load', { options: { lstmOnly: true, corePath: folderUrl, logging: false } });
      await open('loadLanguage', {
        langs: language,
        options: { langPath: folderUrl, cacheMethod: 'none', gzip: true, lstmOnly: true },
      });
      await open('initialize', { langs: language, oem: lstmOnly, config: {} });
      await open('setParameters', { params: { tessedit_pageseg_mode: automaticSegmentation } });
    } catch (error) {
      worker.end();
      if (isCancelled(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Text recognition could not be loaded (${reason}). Check that Winnow is still being served whole, then try again.`;
      throw new WinnowError('recogniser-unavailable', message, { language, reason }, error);
    }
    return {
      recognise: async ({ png, pixelsPerPoint }, pageSignal) => {
        // Else it guesses, and complains of what it guessed.
        const options = { user_defined_dpi: String(Math.round(pixelsPerPoint * pointsPerInch)) };
        const payload = { image: png, options, output: { text: false, blocks: true } };
        try {
          return linesOf(await worker.run('recognize', payload, pageLimitMs, pageSignal));
        } catch (error) {
          worker.end();
          if (isCancelled(error)) throw error;
          const reason = error instanceof Error ? error.message : String(error);
          throw new WinnowError(
            'recogniser-failed',
            `Text recognition stopped at a page (${reason}).`,
            { reason },
            error,
          );
        }
      },
      end: worker.end,
    };
  };
}

/** What the worker sends; it also tells of progress. */
type Reply = { readonly jobId: string; readonly status: 'resolve' | 'reject' | 'progress'; readonly data: unknown };

type Connection = {
  /** One at a time. @throws Error with the worker's own words; Cancelled */
  readonly run: (
    action: string,
    payload: object,
    limitMs: number,
    signal: CancelSignal | undefined,
  ) => Promise<unknown>;
  readonly end: () => void;
};

function connect(worker: Worker): Connection {
  let jobCount = 0;
  return {
    end: () => worker.terminate(),
    run: async (action, payload, limitMs, signal) => {
      throwIfCancelled(signal);
      const jobId = `job-${++jobCount}`;
      let stopListening: () => void = () => undefined;
      try {
        return await new Promise<unknown>((resolve, reject) => {
          const heard = ({ data: reply }: MessageEvent<Reply>): void => {
            if (reply.jobId !== jobId) return;
            if (reply.status === 'resolve') resolve(reply.data);
            if (reply.status === 'reject') reject(new Error(String(reply.data)));
          };
          const died = (event: ErrorEvent): void =>
            reject(new Error(event.message || 'its script could not be loaded'));
          const startMs = performance.now();
          const timer = setInterval(() => {
            if (signal?.aborted) reject(new Cancelled());
            else if (performance.now() - startMs > limitMs) reject(new Error(`no answer within ${limitMs / 1000} s`));
          }, cancelCheckMs);
          worker.addEventListener('message', heard);
          worker.addEventListener('error', died);
          stopListening = () => {
            clearInterval(timer);
            worker.removeEventListener('message', heard);
            worker.removeEventListener('error', died);
          };
          worker.postMessage({ workerId: 'recogniser', jobId, action, payload });
        });
      } finally {
        stopListening();
      }
    },
  };
}

/** The parts of tesseract.js's result that are used. */
type Result = {
  readonly blocks:
    | readonly { readonly paragraphs: readonly { readonly lines: readonly ResultLine[] }[] | null }[]
    | null;
};
type Box = { readonly x0: number; readonly x1: number; readonly y0: number; readonly y1: number };
type ResultLine = {
  readonly bbox: Box;
  readonly baseline: Pick<Box, 'y0' | 'y1'>;
  readonly rowAttributes: { readonly rowHeight: number };
  readonly words: readonly { readonly text: string; readonly confidence: number; readonly bbox: Box }[];
};

function linesOf(result: unknown): readonly RecognisedLine[] {
  // SAFETY: the worker ships with this page, and a test in a browser reads a picture with it.
  const { blocks } = result as Result;
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => (paragraphs ?? []).flatMap((paragraph) => paragraph.lines));
  return lines.map(({ bbox, baseline, rowAttributes, words }) => ({
    words: words.map(({ text, confidence, bbox: { x0, x1 } }) => ({ text, confidence, left: x0, right: x1 })),
    baseline: (baseline.y0 + baseline.y1) / 2,
    height: rowAttributes.rowHeight > 0 ? rowAttributes.rowHeight : bbox.y1 - bbox.y0,
  }));
}
