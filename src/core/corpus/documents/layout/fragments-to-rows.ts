import type { Fragment, PageText, Row, Segment } from './page-text.ts';

/** Baselines this share of a font's height apart are one row: superscripts stand about a third above, subscripts below. */
const rowTolerance = 0.5;
/** A gap of this many font heights ends a segment between fragments that the page draws one after the other… */
const wideGap = 1.6;
/** …and between ones that it draws at different times, as it does with columns. */
const wideGapOutOfOrder = 0.6;
/** After a bullet or number the gap may be this wide. */
const wideGapAfterMark = 4;
/** A gap of this many font heights is a space. */
const spaceGap = 0.14;

type Placed = { readonly fragment: Fragment; readonly order: number };

/** Groups what a page draws into rows of segments, top to bottom. */
export function fragmentsToRows(page: PageText): Row[] {
  const placed = page.fragments
    .map((fragment, order) => ({ fragment, order }))
    .filter(({ fragment }) => fragment.text.trim() !== '' && fragment.size > 0)
    .sort((a, b) => a.fragment.baseline - b.fragment.baseline || a.order - b.order);
  const rows: Placed[][] = [];
  for (const item of placed) {
    const row = rows.at(-1);
    if (row && isSameRow(row, item.fragment)) row.push(item);
    else rows.push([item]);
  }
  return rows.map(toRow);
}

/** Compared with the row's largest fragment, so that a row cannot creep down step by step. */
function isSameRow(row: readonly Placed[], fragment: Fragment): boolean {
  let anchor = fragment;
  let anchorSize = 0;
  for (const { fragment: other } of row) {
    if (other.size > anchorSize) {
      anchor = other;
      anchorSize = other.size;
    }
  }
  return Math.abs(fragment.baseline - anchor.baseline) <= rowTolerance * Math.max(anchorSize, fragment.size);
}

function toRow(items: Placed[]): Row {
  items.sort((a, b) => a.fragment.left - b.fragment.left || a.order - b.order);
  const groups: Placed[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group && !isWideGap(group, item)) group.push(item);
    else groups.push([item]);
  }
  const segments = groups.map(toSegment).filter((segment) => segment.text !== '');
  return { baseline: Math.max(...segments.map((segment) => segment.baseline)), segments };
}

function isWideGap(group: readonly Placed[], next: Placed): boolean {
  const last = group.at(-1);
  if (!last) return false;
  const gap = next.fragment.left - last.fragment.right;
  const size = Math.max(last.fragment.size, next.fragment.size);
  // White fragments and a sub- or superscript may stand between the two, so "one after the other" allows for a few.
  const isInOrder = next.order > last.order && next.order - last.order <= 4;
  const isMark =
    group.length === 1 && /^\s*(?:[•‣◦▪●○∙·–—-]|\(?\w{1,3}[.)]|\[\d+\]|\d+(?:\.\d+)*)\s*$/u.test(last.fragment.text);
  return gap > size * (isMark ? wideGapAfterMark : isInOrder ? wideGap : wideGapOutOfOrder);
}

function toSegment(group: readonly Placed[]): Segment {
  const isRightToLeft = weigh(group, ({ isRightToLeft: rtl }) => String(rtl)) === 'true';
  const ordered = isRightToLeft ? [...group].reverse() : group;
  let text = '';
  let previous: Fragment | undefined;
  for (const { fragment } of ordered) {
    if (previous) {
      const gap = isRightToLeft ? previous.left - fragment.right : fragment.left - previous.right;
      const touches = gap < spaceGap * Math.min(previous.size, fragment.size);
      text += touches || /\s$/.test(text) || /^\s/.test(fragment.text) ? fragment.text : ` ${fragment.text}`;
    } else text = fragment.text;
    previous = fragment;
  }
  const size = Number(weigh(group, (fragment) => String(fragment.size)));
  const main = group.find(({ fragment }) => fragment.size === size) ?? group[0];
  return {
    text: text.trim(),
    left: Math.min(...group.map(({ fragment }) => fragment.left)),
    right: Math.max(...group.map(({ fragment }) => fragment.right)),
    baseline: main?.fragment.baseline ?? 0,
    size,
    font: weigh(group, (fragment) => fragment.font),
    isMonospace: group.every(({ fragment }) => fragment.isMonospace),
  };
}

/** The value that holds for most characters of the group. */
function weigh(group: readonly Placed[], valueAt: (fragment: Fragment) => string): string {
  const weights = new Map<string, number>();
  let best = '';
  for (const { fragment } of group) {
    const value = valueAt(fragment);
    const weight = (weights.get(value) ?? 0) + fragment.text.trim().length;
    weights.set(value, weight);
    if (value !== best && weight > (weights.get(best) ?? 0)) best = value;
  }
  return best;
}
