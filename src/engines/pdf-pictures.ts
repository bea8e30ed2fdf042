import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageText } from '../core/corpus/documents/layout/page-text.ts';
import { usualLook } from '../core/corpus/documents/layout/recognised-page.ts';
import { recognisePages } from '../core/corpus/documents/recognise-pages.ts';
import type { CancelSignal } from '../core/domain/cancel.ts';
import type { DocumentWarning } from '../core/domain/document.ts';
import { isCancelled, WinnowError } from '../core/domain/errors.ts';
import type { OpenRecogniser, Picture, Recognition } from '../core/domain/recognition.ts';

export type PdfPictureParts = {
  readonly open: OpenRecogniser;
  readonly drawPdfPage: (page: PDFPageProxy) => Promise<Picture>;
  /** How pdf.js draws: options of `getDocument`. */
  readonly drawing: { readonly CanvasFactory?: object; readonly FilterFactory?: object };
};

type ReadPictures = {
  /** All of the document's pages that were read, recognised ones among them. */
  readonly pages: readonly PageText[];
  readonly triedPages: ReadonlySet<number>;
  readonly warnings: readonly DocumentWarning[];
};

export function noRecognition(pages: readonly PageText[]): ReadPictures {
  return { pages, triedPages: new Set(), warnings: [] };
}

/**
 * Draws the pages without text and reads what they show.
 * @param wanted numbers of those pages
 * @throws WinnowError as `recognisePages`; Cancelled
 */
export async function readPdfPictures(
  pdf: PDFDocumentProxy,
  pages: readonly PageText[],
  wanted: readonly number[],
  parts: PdfPictureParts | undefined,
  { recognition, signal }: { readonly recognition: Recognition; readonly signal?: CancelSignal },
): Promise<ReadPictures> {
  if (!parts) throw recognitionMissing();
  const sources = pages
    .filter(({ number }) => wanted.includes(number))
    .map(({ number, width, height }) => ({ number, width, height, draw: () => draw(pdf, number, parts) }));
  const read = await recognisePages(sources, parts.open, recognition, usualLook(pages), signal);
  const recognised = new Map(read.pages.map((page) => [page.number, page]));
  return {
    pages: pages.map((page) => recognised.get(page.number) ?? page),
    triedPages: new Set(wanted),
    warnings: read.warnings,
  };
}

export function recognitionMissing(): WinnowError {
  return new WinnowError('recogniser-unavailable', 'There is nothing here that reads the text in pictures.', {
    reason: 'missing',
  });
}

async function draw(pdf: PDFDocumentProxy, number: number, parts: PdfPictureParts): Promise<Picture> {
  try {
    const page = await pdf.getPage(number);
    const picture = await parts.drawPdfPage(page);
    page.cleanup();
    return picture;
  } catch (error) {
    if (error instanceof WinnowError || isCancelled(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new WinnowError('document-damaged', `Page ${number} cannot be drawn (${reason}).`, { page: number }, error);
  }
}
