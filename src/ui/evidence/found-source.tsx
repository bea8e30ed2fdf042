import { useMemo } from 'react';
import type { Citation } from '../../core/domain/answer.ts';
import type { FoundPassage } from '../../core/domain/search.ts';
import { useQuery, useWinnow } from '../../state/use-winnow.ts';
import { Button } from '../kit/button.tsx';
import { PassageSource } from './passage-source.tsx';

const noCitations: readonly Citation[] = [];

/** A passage that the search box found, in its document, its words lit. */
export function FoundSource({ found }: { readonly found: FoundPassage }) {
  const { sourceActions } = useWinnow();
  const hasAnswer = useQuery((facts) => (facts.run?.view.candidates.length ?? 0) > 0);
  const { passage, documentName } = found;
  const marks = useMemo(() => {
    const { start } = passage.span;
    return found.marks.map((mark) => ({ start: start + mark.start, end: start + mark.end }));
  }, [found.marks, passage]);
  return (
    <PassageSource passage={passage} documentName={documentName} citations={noCitations} marks={marks}>
      <div className="source-found">
        <p className="source-fate">Found by its words.</p>
        {hasAnswer && (
          <Button look="quiet" size="small" onClick={sourceActions.closeFound}>
            Show the answer’s evidence
          </Button>
        )}
      </div>
    </PassageSource>
  );
}
