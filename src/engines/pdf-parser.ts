import {
  getDocument,
  PasswordResponses,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type LaidOutPages, layOutPages } from '../core/corpus/documents/layout/lay-out-pages.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { DocumentWarning, ParsedDocument } from '../core/domain/document.ts';
import { WinnowError } from '../core/domain/errors.ts';
import { documentLocked } from '../core/domain/library-errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import { readBookmarks } from './pdf-bookmarks.ts';
import { type ExtractedPage, extractPageText } from './pdf-page-text.ts';
import { noRecognition, type PdfPictureParts, readPdfPictures } from './pdf-pictures.ts';
import { openPdfWorker } from './pdf-worker.ts';
import { noTextFound } from './picture-parser.ts';

/** Where pdf.js finds its own parts. All of them are served by the app itself. */
export type PdfAssets = {
  /**
   * Opens pdf.js's worker, one for each document; it is ended with the document. Where there are no web workers (Node):
   * the path of its script, which then runs in this thread.
   */
  readonly worker: (() => Worker) | string;
  /** Folder with `cmaps/`, `standard_fonts/` and `wasm/` of pdfjs-dist: an absolute URL, in Node a path. Ends with a slash. */
  readonly dataUrl: string;
};

/** Pages that are asked for at the same time, so that worker and layout do not wait for each other. */
const pagesAtOnce = 4;
/** A page with this share of unreadable characters is reported. */
const unreadableShare = 0.1;

/**
 * PDF: the text layer as paragraphs, headings, lists and tables, page by page. Scanned pages have none; they are reported,
 * or their pictures are read where that is asked for. One that is locked is opened by its user's or its owner's password.
 */
export function createPdfParser(assets: PdfAssets, pictures?: PdfPictureParts): Parser {
  return {
    mediaTypes: ['application/pdf'],
    parse: async (file, options) => {
      throwIfCancelled(options?.signal);
      const worker = openPdfWorker(assets.worker, file.name, options?.signal);
      const task = getDocument({
        // pdf.js takes the buffer over; the caller keeps its own.
        data: file.bytes.slice(),
        ...(worker.proxy ? { worker: worker.proxy } : {}),
        ...(file.password === undefined ? {} : { password: file.password }),
        cMapUrl: `${assets.dataUrl}cmaps/`,
        standardFontDataUrl: `${assets.dataUrl}standard_fonts/`,
        wasmUrl: `${assets.dataUrl}wasm/`,
        // Both are needed inside a worker: without them pdf.js reaches for `document`.
        useWorkerFetch: worker.proxy !== undefined,
        disableFontFace: true,
        isEvalSupported: false,
        verbosity: 0,
        ...(options?.recognition && pictures ? pictures.drawing : {}),
      });
      const reading = readDocument(task, file.name, pictures, options);
      try {
        return await Promise.race([reading, worker.stopped]);
      } finally {
        // A worker that is ended answers no more: what was asked of it stays open, and no longer matters.
        reading.catch(() => undefined);
        const destroyed = task.destroy();
        worker.end();
        if (!worker.proxy) await destroyed;
      }
    },
  };
}

async function readDocument(
  task: PDFDocumentLoadingTask,
  name: string,
  pictures: PdfPictureParts | undefined,
  options: ParseOptions,
): Promise<ParsedDocument> {
  const pdf = await task.promise.catch((error: unknown) => {
    throw openingError(error, name);
  });
  const pages = await extractPages(pdf, name, options);
  const bookmarks = await readBookmarks(pdf);
  const drawn = layOutPages(pages.read, bookmarks);
  const recognised = options?.recognition
    ? await readPdfPictures(pdf, pages.read, drawn.emptyPages, pictures, {
        ...options,
        recognition: options.recognition,
      })
    : noRecognition(pages.read);
  const text = recognised.triedPages.size > 0 ? layOutPages(recognised.pages, bookmarks) : drawn;
  if (text.text === '') {
    if (recognised.triedPages.size > 0) throw noTextFound(name, recognised.triedPages.size);
    throw noTextError(name, pdf.numPages);
  }
  return {
    mediaType: 'application/pdf',
    title: (await titleOf(pdf)) ?? text.largestLine,
    text: text.text,
    blocks: text.blocks,
    pages: text.pages,
    warnings: [
      ...pages.warnings,
      ...pageWarnings(text, pages.read, recognised.triedPages),
      ...recognised.warnings,
      ...text.warnings,
    ],
  };
}

type ParseOptions = Parameters<Parser['parse']>[1];

async function extractPages(
  pdf: PDFDocumentProxy,
  name: string,
  options: ParseOptions,
): Promise<{ readonly read: ExtractedPage[]; readonly warnings: DocumentWarning[] }> {
  const read: ExtractedPage[] = [];
  const warnings: DocumentWarning[] = [];
  for (let first = 1; first <= pdf.numPages; first += pagesAtOnce) {
    const numbers = Array.from(
      { length: Math.min(pagesAtOnce, pdf.numPages - first + 1) },
      (_, place) => first + place,
    );
    const results = await Promise.allSettled(
      numbers.map(async (number) => {
        const page = await pdf.getPage(number);
        const text = await extractPageText(page);
        page.cleanup();
        return text;
      }),
    );
    throwIfCancelled(options?.signal);
    results.forEach((result, place) => {
      const number = first + place;
      if (result.status === 'fulfilled') read.push(result.value);
      else
        warnings.push({ code: 'part-not-read', page: number, message: `Page ${number} is damaged and was not read.` });
    });
    options?.onProgress?.(Math.min(first + pagesAtOnce - 1, pdf.numPages), pdf.numPages);
  }
  if (read.length === 0) throw damagedError(name, `none of its ${pdf.numPages} pages can be read`);
  return { read, warnings };
}

/** @param told pages of whose text something else is said */
function pageWarnings(
  text: LaidOutPages,
  pages: readonly ExtractedPage[],
  told: ReadonlySet<number>,
): DocumentWarning[] {
  const warnings: DocumentWarning[] = [];
  for (const page of pages) {
    const { number } = page;
    if (text.emptyPages.includes(number) && !told.has(number)) {
      warnings.push({
        code: 'page-without-text',
        page: number,
        message: `Page ${number} has no text; if it is a scan, it cannot be searched before its picture is read.`,
      });
    }
    if (page.unreadableChars > unreadableShare * (page.unreadableChars + page.readableChars)) {
      warnings.push({
        code: 'unreadable-characters',
        page: number,
        message: `Page ${number}: ${page.unreadableChars} characters cannot be read, because the file does not say which letters its font draws.`,
      });
    }
  }
  const turned = pages.filter((page) => page.hasTurnedText).map((page) => page.number);
  if (turned.length > 0) {
    const where = `${turned.length === 1 ? 'page' : 'pages'} ${turned.join(', ')}`;
    warnings.push({ code: 'part-not-read', message: `Text that stands at an angle was left out (${where}).` });
  }
  return warnings;
}

/** The title that the file states, unless it is what a program writes there by itself. */
async function titleOf(pdf: PDFDocumentProxy): Promise<string | null> {
  // Where this is damaged, the pages may still be whole.
  const metadata = await pdf.getMetadata().catch(() => null);
  const title: unknown = metadata && 'Title' in metadata.info ? metadata.info.Title : undefined;
  if (typeof title !== 'string') return null;
  const trimmed = title.trim();
  const isMachineMade = /^(?:untitled|microsoft word - .*|.*\.(?:docx?|odt|tex|dvi|pdf|indd|qxd))$/i.test(trimmed);
  return trimmed === '' || isMachineMade ? null : trimmed;
}

function openingError(error: unknown, name: string): unknown {
  const kind = error instanceof Error ? error.name : '';
  if (kind === 'PasswordException') {
    // SAFETY: pdf.js's own class, which it does not export here, has this number.
    const { code } = error as { readonly code?: number };
    return documentLocked(name, code === PasswordResponses.INCORRECT_PASSWORD ? 'wrong' : 'needed', error);
  }
  if (kind === 'InvalidPDFException' || kind === 'FormatError' || kind === 'UnknownErrorException') {
    return damagedError(name, error instanceof Error ? error.message : String(error), error);
  }
  return error;
}

function damagedError(name: string, reason: string, cause?: unknown): WinnowError {
  return new WinnowError(
    'document-damaged',
    `“${name}” is damaged and cannot be read as a PDF (${reason.replace(/\.$/, '')}). Try to get the file again, or open it elsewhere and save a copy.`,
    { name },
    cause,
  );
}

function noTextError(name: string, pageCount: number): WinnowError {
  return new WinnowError(
    'document-no-text',
    `“${name}” has ${pageCount === 1 ? 'one page' : `${pageCount} pages`} but no text: it seems to be scanned. The text in the pictures is read when you ask for it.`,
    { name, pageCount, pictureCount: pageCount },
  );
}
