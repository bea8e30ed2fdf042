import type { Candidate } from './pool.ts';

const maxTitleChars = 80;

/** What a passage is about, for prompts: its headings, or the file's name without ending; the last 80 characters. */
export function passageTitle(candidate: Candidate): string {
  const headings = candidate.passage.headingPath.join(' > ');
  const title = headings === '' ? candidate.documentName.replace(/\.[^./]*$/u, '') : headings;
  return Array.from(title).slice(-maxTitleChars).join('');
}
