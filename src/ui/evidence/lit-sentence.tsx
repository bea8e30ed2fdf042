import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Citation } from '../../core/domain/answer.ts';
import { useSource, useWinnow } from '../../state/use-winnow.ts';
import { groupOf } from '../answer/citation-groups.ts';

type LitSentenceProps = {
  readonly text: string;
  /** The citations whose sentence this is, ascending. */
  readonly indexes: readonly number[];
  readonly citations: readonly Citation[];
};

/** A cited sentence in its document. Pressing it goes to the statement that cites it. */
export function LitSentence({ text, indexes, citations }: LitSentenceProps) {
  const { sourceActions } = useWinnow();
  const citationIndex = useSource((facts) => facts.citationIndex);
  const focus = useSource((facts) => facts.focus);
  const element = useRef<HTMLSpanElement>(null);
  // All sentences behind the chosen number are lit; the keyboard and the view go to the first.
  const group = citationIndex === null ? [] : groupOf(citations, citationIndex);
  const isActive = indexes.some((index) => group.includes(index));
  const isFirst = group[0] !== undefined && indexes.includes(group[0]);

  useEffect(() => {
    if (!isFirst) return;
    element.current?.scrollIntoView({ block: 'nearest' });
    if (focus?.on === 'evidence') element.current?.focus();
  }, [isFirst, focus]);

  const goToStatement = (): void => {
    const index = isActive && citationIndex !== null ? citationIndex : indexes[0];
    const citation = index === undefined ? undefined : citations[index];
    if (index === undefined || citation === undefined) return;
    sourceActions.showPane('question');
    sourceActions.showCitation(index, citation, 'answer');
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    goToStatement();
  };

  return (
    <mark className="lit" data-lit={isActive || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a button element cannot flow over several lines of text */}
      <span
        ref={element}
        className="lit-text"
        role="button"
        tabIndex={0}
        title="Go to the statement that cites this"
        onClick={goToStatement}
        onKeyDown={onKeyDown}
      >
        {text}
      </span>
    </mark>
  );
}
