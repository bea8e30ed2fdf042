type ProgressBarProps = {
  readonly label: string;
  /** Null while nobody knows how much there is. */
  readonly done: number | null;
  readonly total: number;
};

export function ProgressBar({ label, done, total }: ProgressBarProps) {
  if (done === null || total <= 0) return <progress className="progress" aria-label={label} />;
  return <progress className="progress" aria-label={label} value={Math.min(done, total)} max={total} />;
}
