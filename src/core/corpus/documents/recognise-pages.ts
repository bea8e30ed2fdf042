import { type CancelSignal, throwIfCancelled } from '../../domain/cancel.ts';
import type { DocumentWarning } from '../../domain/document.ts';
import { isCancelled, WinnowError } from '../../domain/errors.ts';
import type { OpenRecogniser, Picture, Recognition, TextRecogniser } from '../../domain/recognition.ts';
import type { PageText } from './layout/page-text.ts';
import { meanConfidence, recognisedPage, type TextLook } from './layout/recognised-page.ts';

/** A page whose text is in its picture. Width and height in points. */
export type PicturePage = Pick<PageText, 'number' | 'width' | 'height'> & {
  readonly draw: () => Promise<Picture>;
};

export type RecognisedPages = {
  /** Those that could be read, in order; without fragments where no text was found. */
  readonly pages: readonly PageText[];
  readonly warnings: readonly DocumentWarning[];
};

/**
 * Of a page below this mean confidence (0..100) the person is told to check it. A page drawn for trial came to 95 at 150 and
 * 300 dots per inch, 91 at 100, 78 at 75 (with words lost), 73 and 50 when it was blurred (a word in eight, every second wrong)…
 */
const sureConfidence = 80;
/** …and of one below this nothing is kept: on its side that page came to 34, blurred beyond reading to 39 and 17. */
const readConfidence = 40;
/** So often in a row a recogniser that failed is replaced by a new one: then it is not the page. */
const maxFailures = 3;

/**
 * Reads the pictures of pages, one after another. A page that cannot be read is named in a warning, and the others go on;
 * where none can, the first reason is thrown.
 * @param look of the document's other pages; null where there are none
 * @throws WinnowError `recogniser-unavailable`, `recogniser-failed`, `picture-too-large`, `document-damaged`; Cancelled
 */
export async function recognisePages(
  sources: readonly PicturePage[],
  open: OpenRecogniser,
  { language, onPage }: Recognition,
  look: TextLook | null,
  signal?: CancelSignal,
): Promise<RecognisedPages> {
  const pages: PageText[] = [];
  const warnings: DocumentWarning[] = [];
  let recogniser: TextRecogniser | null = null;
  let failures = 0;
  let firstError: unknown;
  try {
    for (const [place, source] of sources.entries()) {
      throwIfCancelled(signal);
      onPage?.(place, sources.length);
      try {
        const picture = await source.draw();
        throwIfCancelled(signal);
        recogniser ??= await open(language, signal);
        const lines = await recogniser.recognise(picture, signal);
        throwIfCancelled(signal);
        const confidence = meanConfidence(lines);
        const isKept = confidence !== null && confidence >= readConfidence;
        const page = recognisedPage(source, isKept ? lines : [], picture.pixelsPerPoint, look);
        pages.push(page);
        warnings.push(...warningsOf(page, confidence));
        failures = 0;
      } catch (error) {
        if (!(error instanceof WinnowError) || isCancelled(error) || error.code === 'recogniser-unavailable')
          throw error;
        if (error.code === 'recogniser-failed') {
          recogniser?.end();
          recogniser = null;
          failures++;
          if (failures === maxFailures) throw error;
        }
        firstError ??= error;
        warnings.push({ code: 'picture-not-read', page: source.number, message: notReadMessage(source.number, error) });
      }
    }
    onPage?.(sources.length, sources.length);
  } finally {
    recogniser?.end();
  }
  if (pages.length === 0 && firstError !== undefined) throw firstError;
  return { pages, warnings };
}

function warningsOf({ number, fragments }: PageText, confidence: number | null): DocumentWarning[] {
  const sure = `${Math.round(confidence ?? 0)} of 100 sure`;
  if (confidence !== null && confidence < readConfidence) {
    const message = `Page ${number}: what could be made out in its picture is too uncertain (${sure}) and was left out. Is it upright and sharp?`;
    return [{ code: 'picture-not-read', page: number, message }];
  }
  if (fragments.length === 0) {
    return [{ code: 'picture-not-read', page: number, message: `Page ${number}: no text was found in its picture.` }];
  }
  const recognised: DocumentWarning = {
    code: 'recognised',
    page: number,
    message: `Page ${number} was read from its picture; letters may be wrong.`,
  };
  if (confidence === null || confidence >= sureConfidence) return [recognised];
  return [
    recognised,
    { code: 'hard-to-read', page: number, message: `Page ${number}: hard to read (${sure}). Check it.` },
  ];
}

function notReadMessage(number: number, { code, message }: WinnowError): string {
  switch (code) {
    case 'recogniser-failed':
      return `Page ${number} was not read: text recognition stopped at it.`;
    case 'document-damaged':
      return `Page ${number} was not read: its picture is damaged.`;
    default:
      return `Page ${number} was not read. ${message}`;
  }
}
