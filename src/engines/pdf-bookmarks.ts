import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Bookmark } from '../core/corpus/documents/layout/page-text.ts';

/** Files with more bookmarks than this index every line; the first ones are enough for headings. */
const maxBookmarks = 5_000;

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

/** The file's bookmarks, outermost first in reading order. A target that cannot be resolved gives page null. */
export async function readBookmarks(pdf: PDFDocumentProxy): Promise<Bookmark[]> {
  const bookmarks: Bookmark[] = [];
  const visit = async (items: Outline, depth: number): Promise<void> => {
    for (const item of items ?? []) {
      if (bookmarks.length >= maxBookmarks) return;
      bookmarks.push({ title: item.title, depth, page: await pageOf(pdf, item.dest) });
      // SAFETY: pdf.js types nested items as any. Its own getOutline builds them by the loop that builds the outer ones.
      await visit(item.items as Outline, depth + 1);
    }
  };
  // Where the list of them is damaged, the pages may still be whole.
  await visit(await pdf.getOutline().catch(() => []), 1);
  return bookmarks;
}

async function pageOf(pdf: PDFDocumentProxy, target: string | unknown[] | null): Promise<number | null> {
  try {
    const destination = typeof target === 'string' ? await pdf.getDestination(target) : target;
    const page = destination?.[0];
    if (typeof page === 'number') return page + 1;
    if (typeof page !== 'object' || page === null) return null;
    // SAFETY: the first element of an explicit destination is a page's number or its reference.
    return (await pdf.getPageIndex(page as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1;
  } catch {
    // A bookmark that points nowhere is common and harmless: its title still names a heading.
    return null;
  }
}
