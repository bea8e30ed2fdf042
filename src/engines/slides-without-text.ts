import type { DocumentWarning, Page } from '../core/domain/document.ts';

/** One warning a slide. */
export function slidesWithoutText(pages: readonly Page[]): readonly DocumentWarning[] {
  return pages
    .filter(({ span }) => span.start === span.end)
    .map(({ number }) => ({ code: 'page-without-text', message: `Slide ${number} has no text.`, page: number }));
}
