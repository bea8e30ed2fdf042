import { useMemo } from 'react';
import type { Citation } from '../../core/domain/answer.ts';
import type { QueryView } from '../../core/pipeline/fold-query.ts';
import { useSource } from '../../state/use-winnow.ts';
import { type AnswerPiece, answerPieces } from './answer-pieces.ts';
import { CitationButton } from './citation-button.tsx';
import { groupLeaders, groupOf } from './citation-groups.ts';
import { useCitationKeys } from './use-citation-keys.ts';

/** The answer as it comes, each statement followed by the numbers of the passages behind it. */
export function AnswerText({ view }: { readonly view: QueryView }) {
  const { answerText, citations } = view;
  const pieces = useMemo(() => answerPieces(answerText, citations), [answerText, citations]);
  const leaders = useMemo(() => groupLeaders(citations), [citations]);
  const citationIndex = useSource((facts) => facts.citationIndex);
  // A lit sentence may belong to a later citation of the group; its number is the group's first.
  const litIndex = citationIndex === null ? null : (groupOf(citations, citationIndex)[0] ?? null);
  useCitationKeys(citations);
  const isWriting = view.status === 'answering';
  return (
    <div className="answer" data-writing={isWriting || undefined}>
      <p className="answer-text">
        {pieces.map((piece) => (
          <Piece key={piece.start} piece={piece} citations={citations} leaders={leaders} litIndex={litIndex} />
        ))}
        {isWriting && <span className="answer-caret" aria-hidden="true" />}
      </p>
      {citations.length > 0 && !isWriting && (
        <p className="answer-keys fine-print">
          <kbd>n</kbd> and <kbd>p</kbd> step through the citations, <kbd>Enter</kbd> goes to the sentence and back,{' '}
          <kbd>/</kbd> to the next question.
        </p>
      )}
    </div>
  );
}

type PieceProps = {
  readonly piece: AnswerPiece;
  readonly citations: readonly Citation[];
  readonly leaders: readonly number[];
  readonly litIndex: number | null;
};

function Piece({ piece, citations, leaders, litIndex }: PieceProps) {
  const isLit = litIndex !== null && piece.covering.includes(litIndex);
  return (
    <>
      <span className={piece.covering.length > 0 ? 'statement' : undefined} data-lit={isLit || undefined}>
        {piece.text}
      </span>
      {piece.ending
        .filter((index) => leaders.includes(index))
        .map((index) => {
          const citation = citations[index];
          return (
            citation && <CitationButton key={index} index={index} citation={citation} isLit={index === litIndex} />
          );
        })}
    </>
  );
}
