import type { Passage } from '../../core/domain/passage.ts';
import type { Candidate } from '../../core/domain/pool.ts';

/** `page 3`, `pages 3–4`, or empty where the format has no pages. */
export function pageWords(pages: Passage['pages']): string {
  if (pages === null) return '';
  return pages.first === pages.last ? `page ${pages.first}` : `pages ${pages.first}–${pages.last}`;
}

/** Tells passages of one document apart: its pages or, where the format has none, its innermost heading. */
export function spotWords(passage: Pick<Passage, 'pages' | 'headingPath'>): string {
  return passage.pages === null ? (passage.headingPath.at(-1) ?? '') : pageWords(passage.pages);
}

/** `lease.pdf, page 3`. */
export function placeWords(candidate: Pick<Candidate, 'documentName' | 'passage'>): string {
  const pages = pageWords(candidate.passage.pages);
  return pages === '' ? candidate.documentName : `${candidate.documentName}, ${pages}`;
}

/** A short name for a passage: its innermost heading, else its first words. */
export function passageTitle(passage: Pick<Passage, 'headingPath' | 'text'>): string {
  const heading = passage.headingPath.at(-1);
  if (heading !== undefined && heading !== '') return heading;
  const words = passage.text.replace(/\s+/gu, ' ').trim();
  return words.length <= 72 ? words : `${words.slice(0, 72).replace(/\s\S*$/u, '')} …`;
}
