import type { SearchFacts } from '../../state/search-store.ts';
import { errorSentence } from '../error-sentences.ts';
import { formatCount, formatPlural } from '../format.ts';

/** What the search has come to, as a sentence; empty while there is nothing to say. */
export function searchWords({ phase, results, error }: SearchFacts, isFiltered: boolean): string {
  if (phase === 'no-words') return 'There is no letter or digit to search for.';
  if (phase === 'failed' && error !== null) {
    const { title, advice } = errorSentence(error);
    return `${title} ${advice}`;
  }
  if (results === null) return '';
  const { found, matchCount, passageCount } = results;
  const among = isFiltered ? ' that the filter lets through' : '';
  if (matchCount === 0) return `Nothing found in ${formatPlural(passageCount, 'passage')}${among}.`;
  const all = `${formatPlural(matchCount, 'passage')} found`;
  return found.length < matchCount ? `${all}, the best ${formatCount(found.length)} shown.` : `${all}.`;
}
