import { type ReactNode, useEffect } from 'react';
import type { Citation } from '../../core/domain/answer.ts';
import type { Passage } from '../../core/domain/passage.ts';
import type { Span } from '../../core/domain/span.ts';
import { useSource, useWinnow } from '../../state/use-winnow.ts';
import { pageWords } from './passage-place.ts';
import { SourceText } from './source-text.tsx';

type PassageSourceProps = {
  readonly passage: Passage;
  readonly documentName: string;
  readonly citations: readonly Citation[];
  /** Words found, in the document's text. */
  readonly marks?: readonly Span[];
  /** Why it is shown. */
  readonly children: ReactNode;
};

/** A passage inside its document, under the name and the headings that it stands under. */
export function PassageSource({ passage, documentName, citations, marks, children }: PassageSourceProps) {
  const { sourceActions } = useWinnow();
  const { documentId } = passage;
  const source = useSource((facts) => facts.texts.get(documentId));
  const isMissing = source === undefined;
  const pages = pageWords(passage.pages);

  useEffect(() => {
    if (isMissing) void sourceActions.wantText(documentId);
  }, [isMissing, documentId, sourceActions]);

  return (
    <article className="source" aria-labelledby="source-name">
      <header className="source-head">
        <h3 id="source-name" className="source-name">
          {documentName}
          {pages !== '' && <span className="source-page">{pages}</span>}
        </h3>
        {passage.headingPath.length > 0 && (
          <ol className="heading-path" aria-label="Section">
            {passage.headingPath.map((heading, depth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a path has no other identity, and two headings may be alike
              <li key={depth}>{heading}</li>
            ))}
          </ol>
        )}
        {children}
      </header>
      <SourceText source={source} passage={passage} citations={citations} marks={marks ?? noMarks} />
    </article>
  );
}

const noMarks: readonly Span[] = [];
