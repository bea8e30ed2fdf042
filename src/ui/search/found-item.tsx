import type { FoundPassage } from '../../core/domain/search.ts';
import { useSource, useWinnow } from '../../state/use-winnow.ts';
import { pageWords } from '../evidence/passage-place.ts';
import { MarkedText } from './marked-text.tsx';
import { snippetOf } from './snippet.ts';

/** Some four lines of the narrow column. */
const snippetChars = 150;

/** A passage found: where it stands and the words around what was typed. Pressing it opens the place. */
export function FoundItem({ found }: { readonly found: FoundPassage }) {
  const { sourceActions } = useWinnow();
  const { passage, documentName, marks, nameMarks, headingMarks } = found;
  const isOpen = useSource((facts) => facts.found?.passage.id === passage.id);
  const snippet = snippetOf(passage.text, marks, snippetChars);
  const pages = pageWords(passage.pages);
  return (
    <li>
      <button
        type="button"
        className="found-item"
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => sourceActions.showFound(found)}
      >
        <span className="found-name">
          <MarkedText text={documentName} marks={nameMarks} />
          {pages !== '' && <span className="found-page">{pages}</span>}
        </span>
        {passage.headingPath.length > 0 && (
          <span className="found-path">
            {passage.headingPath.map((heading, depth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a path has no other identity, and two headings may be alike
              <span key={depth} className="found-heading">
                <MarkedText text={heading} marks={headingMarks[depth] ?? []} />
              </span>
            ))}
          </span>
        )}
        <span className="found-text">
          {snippet.isCutBefore && '… '}
          <MarkedText text={snippet.text} marks={snippet.marks} />
          {snippet.isCutAfter && ' …'}
        </span>
      </button>
    </li>
  );
}
