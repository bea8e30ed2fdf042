import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import type { CandidateView, QueryView } from '../../core/pipeline/fold-query.ts';
import { useSource, useWinnow } from '../../state/use-winnow.ts';
import { passageTitle, placeWords } from '../evidence/passage-place.ts';
import { shownEntry } from '../evidence/shown-entry.ts';
import { countParts, decisionReason, fateOf, reasonContextOf, retrievalWords } from './decision-words.ts';

/** Every candidate as a mark in pool order: kept ones rise, dropped ones fade, each with its reason. */
export function DropoutStrip({ view }: { readonly view: QueryView }) {
  const { candidates, counts, strategy, selection } = view;
  const [pointedId, setPointedId] = useState<string | null>(null);
  const chosenId = useSource((facts) => facts.passageId);
  const shownId = shownEntry(view, chosenId)?.candidate.passage.id ?? null;
  const marks = useRef<HTMLDivElement>(null);
  const reasons = useMemo(
    () => reasonContextOf({ strategy, candidates, selection }),
    [strategy, candidates, selection],
  );
  const readingCount = candidates.filter((entry) => fateOf(entry) === 'reading').length;
  const detailId = pointedId ?? chosenId;
  const pointed = candidates.find(({ candidate }) => candidate.passage.id === detailId) ?? null;
  // One stop of the Tab key for the whole strip; the arrow keys move inside it.
  const stopId = pointedId ?? shownId;
  const stopIndex = Math.max(
    0,
    candidates.findIndex(({ candidate }) => candidate.passage.id === stopId),
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const target = targetIndex(event.key, stopIndex, candidates.length);
    if (target === null) return;
    event.preventDefault();
    marks.current?.querySelectorAll('button')[target]?.focus();
  };

  return (
    <section className="strip" aria-labelledby="strip-title">
      <h4 id="strip-title" className="section-title">
        Passages found
      </h4>
      <div
        ref={marks}
        className="strip-marks"
        role="toolbar"
        aria-label="Candidates, best first"
        onKeyDown={onKeyDown}
        onMouseLeave={() => setPointedId(null)}
      >
        {candidates.map((entry, index) => (
          <StripMark
            key={entry.candidate.passage.id}
            entry={entry}
            reason={decisionReason(entry, reasons)}
            isStop={index === stopIndex}
            isShown={entry.candidate.passage.id === shownId}
            onPoint={setPointedId}
          />
        ))}
      </div>
      <p className="strip-counts figures">
        {countParts(counts, readingCount).map(({ words, fate }) => (
          <span key={words} className="strip-count">
            {fate !== null && <span className="strip-key" data-fate={fate} aria-hidden="true" />}
            {words}
          </span>
        ))}
      </p>
      <div className="strip-detail">
        {pointed === null ? (
          <p className="fine-print">
            Each mark is a passage. Choose one to read it and to see why it was kept or dropped.
          </p>
        ) : (
          <MarkDetail entry={pointed} reason={decisionReason(pointed, reasons)} />
        )}
      </div>
    </section>
  );
}

function targetIndex(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return Math.min(count - 1, from + 1);
  if (key === 'ArrowLeft') return Math.max(0, from - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

type StripMarkProps = {
  readonly entry: CandidateView;
  readonly reason: string;
  readonly isStop: boolean;
  readonly isShown: boolean;
  readonly onPoint: (passageId: string | null) => void;
};

const StripMark = memo(function StripMark({ entry, reason, isStop, isShown, onPoint }: StripMarkProps) {
  const { sourceActions } = useWinnow();
  const { candidate, label } = entry;
  const { id } = candidate.passage;
  return (
    <button
      type="button"
      className="mark"
      data-fate={fateOf(entry)}
      aria-pressed={isShown}
      tabIndex={isStop ? 0 : -1}
      aria-label={`${candidate.rank}: ${passageTitle(candidate.passage)}, ${placeWords(candidate)}. ${reason}`}
      onMouseEnter={() => onPoint(id)}
      onFocus={() => onPoint(id)}
      onBlur={() => onPoint(null)}
      onClick={() => {
        sourceActions.showPassage(id);
        sourceActions.showPane('evidence');
      }}
    >
      <span className="mark-label" aria-hidden="true">
        {label}
      </span>
      <span className="mark-bar" aria-hidden="true" />
    </button>
  );
});

function MarkDetail({ entry, reason }: { readonly entry: CandidateView; readonly reason: string }) {
  const { candidate } = entry;
  const found = retrievalWords(entry);
  return (
    <>
      <p className="strip-detail-title">
        <span className="figures">Number {candidate.rank}:</span> {passageTitle(candidate.passage)}
        <span className="strip-detail-place"> {placeWords(candidate)}</span>
      </p>
      <p className="fine-print">
        {reason} {found !== '' && <span className="figures">{found}.</span>}
      </p>
    </>
  );
}
