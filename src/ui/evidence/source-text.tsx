import { useEffect, useMemo, useRef, useState } from 'react';
import type { Citation } from '../../core/domain/answer.ts';
import type { Document } from '../../core/domain/document.ts';
import type { Passage } from '../../core/domain/passage.ts';
import type { Span } from '../../core/domain/span.ts';
import type { SourceText as SourceTextState } from '../../state/source-store.ts';
import { errorSentence } from '../error-sentences.ts';
import { Button } from '../kit/button.tsx';
import { ProgressBar } from '../kit/progress-bar.tsx';
import { LitSentence } from './lit-sentence.tsx';
import { type SourceBlock, type SourceSegment, sourceView } from './source-view.ts';

/** Characters shown around a passage at first, and added by each "show more". */
const REACH_CHARS = 600;
const MORE_CHARS = 2400;

type SourceTextProps = {
  readonly source: SourceTextState | undefined;
  readonly passage: Passage;
  readonly citations: readonly Citation[];
  /** Words found by the search, in the document's text. */
  readonly marks: readonly Span[];
};

export function SourceText({ source, passage, citations, marks }: SourceTextProps) {
  if (source === undefined || source.status === 'loading') {
    return <ProgressBar label="Opening the document" done={null} total={0} />;
  }
  if (source.status === 'failed') {
    const sentence = errorSentence(source.error);
    return (
      <>
        <p className="source-gone">
          {sentence.title} The passage is shown as it was when you asked. {sentence.advice}
        </p>
        <div className="source-scroll">
          <p className="source-block">{passage.text}</p>
        </div>
      </>
    );
  }
  const { start, end } = passage.span;
  if (source.document.text.slice(start, end) !== passage.text) {
    return (
      <>
        <p className="source-gone">
          The document’s text has changed since: it was added anew, or its pictures were read. The passage is shown as
          it was when you asked.
        </p>
        <div className="source-scroll">
          <p className="source-block">{passage.text}</p>
        </div>
      </>
    );
  }
  return <DocumentText document={source.document} passage={passage} citations={citations} marks={marks} />;
}

type DocumentTextProps = {
  readonly document: Document;
  readonly passage: Passage;
  readonly citations: readonly Citation[];
  readonly marks: readonly Span[];
};

function DocumentText({ document, passage, citations, marks }: DocumentTextProps) {
  const [reachBefore, setReachBefore] = useState(REACH_CHARS);
  const [reachAfter, setReachAfter] = useState(REACH_CHARS);
  const view = useMemo(() => {
    const sentences = citations.map((citation) => (citation.documentId === document.id ? citation.sentence : null));
    const lit = [...sentences, ...marks];
    return sourceView({ document, passage: passage.span, reachBefore, reachAfter, sentences: lit });
  }, [document, passage, citations, marks, reachBefore, reachAfter]);
  const firstInPassage = view.blocks.findIndex((block) => block.segments.some((segment) => segment.isInPassage));
  const scroller = useRef<HTMLDivElement>(null);

  // Once per passage: text that is shown later above it must not move the reader.
  useEffect(() => {
    const lit = scroller.current?.querySelector('.lit[data-lit]');
    if (lit) lit.scrollIntoView({ block: 'center' });
    else scroller.current?.querySelector('[data-first]')?.scrollIntoView({ block: 'start' });
  }, []);

  return (
    <div ref={scroller} className="source-scroll">
      {view.hasMoreBefore && (
        <Button look="quiet" size="small" onClick={() => setReachBefore(reachBefore + MORE_CHARS)}>
          Show what comes before
        </Button>
      )}
      {view.blocks.map((block, index) => (
        <BlockText
          key={block.segments[0]?.start ?? 0}
          block={block}
          isFirst={index === firstInPassage}
          citations={citations}
        />
      ))}
      {view.hasMoreAfter && (
        <Button look="quiet" size="small" onClick={() => setReachAfter(reachAfter + MORE_CHARS)}>
          Show what comes after
        </Button>
      )}
    </div>
  );
}

type BlockTextProps = {
  readonly block: SourceBlock;
  /** True for the first block of the passage. */
  readonly isFirst: boolean;
  readonly citations: readonly Citation[];
};

function BlockText({ block, isFirst, citations }: BlockTextProps) {
  const isInPassage = block.segments.some((segment) => segment.isInPassage);
  return (
    <>
      {block.beginsPage !== null && <p className="source-page-mark figures">Page {block.beginsPage}</p>}
      <p
        className="source-block"
        data-kind={block.kind}
        data-in-passage={isInPassage || undefined}
        data-first={isFirst || undefined}
      >
        {block.segments.map((segment) => (
          <SegmentText key={segment.start} segment={segment} citations={citations} />
        ))}
      </p>
    </>
  );
}

function SegmentText({
  segment,
  citations,
}: {
  readonly segment: SourceSegment;
  readonly citations: readonly Citation[];
}) {
  const cited = segment.citations.filter((index) => index < citations.length);
  if (cited.length > 0) return <LitSentence text={segment.text} indexes={cited} citations={citations} />;
  if (segment.citations.length > 0) {
    return (
      <mark className="lit" data-lit data-found>
        {segment.text}
      </mark>
    );
  }
  return <span className={segment.isInPassage ? undefined : 'source-around'}>{segment.text}</span>;
}
