/** Numbers as people read them. All in English, because the page is. */
const whole = new Intl.NumberFormat('en');
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

export const formatCount = (count: number): string => whole.format(Math.round(count));

/** `3 passages`, `1 passage`. The plural is given where it is not the singular with an s. */
export function formatPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Decimal units, as file managers and browsers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${formatCount(bytes)} bytes`;
  if (bytes < 999_500) return `${formatCount(bytes / 1000)} KB`;
  if (bytes < 9_950_000) return `${oneDigit.format(bytes / 1e6)} MB`;
  if (bytes < 999_500_000) return `${formatCount(bytes / 1e6)} MB`;
  return `${oneDigit.format(bytes / 1e9)} GB`;
}

/** A duration; the sign of a negative one is a real minus. */
export function formatMs(ms: number): string {
  const sign = ms < 0 ? '−' : '';
  const size = Math.abs(ms);
  if (size < 999.5) return `${sign}${formatCount(size)} ms`;
  if (size < 59_950) return `${sign}${oneDigit.format(size / 1000)} s`;
  const seconds = Math.round(size / 1000);
  return `${sign}${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`;

/** A probability is never quite 0 or 1, so neither is what is shown of it. */
export function formatChance(probability: number): string {
  if (probability < 0.01) return 'under 1%';
  return probability > 0.99 ? 'over 99%' : formatPercent(probability);
}

/** `12:04` for today, `28 Nov, 12:04` before. */
export function formatMoment(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (at.toDateString() === new Date(nowMs).toDateString()) return time;
  return `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}, ${time}`;
}

/** A document's name as its own part and where it was: in a folder, an archive, an e-mail. */
export function pathParts(name: string): { readonly folder: string; readonly file: string } {
  const slash = name.lastIndexOf('/');
  return { folder: name.slice(0, slash + 1), file: name.slice(slash + 1) };
}

export const shortHash = (hash: string): string => hash.slice(0, 12);
