import type { Span } from '../../core/domain/span.ts';

type MarkedTextProps = {
  readonly text: string;
  /** In order, not overlapping. */
  readonly marks: readonly Span[];
};

/** Text with the words found in it marked. It stays text: whatever it holds, no markup is made of it. */
export function MarkedText({ text, marks }: MarkedTextProps) {
  return (
    <>
      {marks.map(({ start, end }, place) => (
        <span key={start}>
          {text.slice(marks[place - 1]?.end ?? 0, start)}
          <mark className="found-word">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  );
}
