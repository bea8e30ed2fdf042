// ConstraintSpec × tokenizer → which ids may come next, so that a reply can only be a legal list: `[2] [5] [1]` or `[0]`.
//
// A list is spelled with the tokenizer's own encodings, cut where a label's text no longer depends on what follows:
//
//   opening(2)   link(2, 5)   link(5, 1)   closing(1)          "[2" · "] [5" · "] [1" · "]"
//
// The cuts come from encoding real lists of one and two labels, so brackets, digits and spaces may be merged in any
// way. That the pieces join into the encoding of longer lists is checked when the constraint is compiled.
import type { Constraint, ConstraintSpec, ConstraintVocabulary } from '../../domain/constraint.ts';
import { WinnowError } from '../../domain/errors.ts';
import { formatLabels } from './label-list.ts';

type Ids = readonly number[];

/** How lists of labels 1..labelCount are spelled. Index 0 is unused. */
type Spelling = {
  readonly none: Ids;
  readonly openings: readonly Ids[];
  /** `links[a][b]`: from the end of a's opening to the end of b's. */
  readonly links: readonly (readonly Ids[])[];
  readonly closings: readonly Ids[];
};

/** A way in which the ids so far can be read. */
type Reading = {
  readonly used: ReadonlySet<number>;
  /** The last label that was opened; 0 before the first, and in `[0]`. */
  readonly last: number;
  /** Ids still to come before the next branching. */
  readonly pending: Ids;
  readonly isClosed: boolean;
};

function sharedLength(a: Ids, b: Ids): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function isSame(a: Ids, b: Ids): boolean {
  return a.length === b.length && sharedLength(a, b) === a.length;
}

function cannotConstrain(text: string): WinnowError {
  return new WinnowError(
    'internal',
    `This tokenizer spells "${text}" in a way that the list constraint cannot follow; use another model.`,
    { text },
  );
}

function labelsUpTo(labelCount: number): number[] {
  return Array.from({ length: labelCount }, (_, index) => index + 1);
}

function spell(labelCount: number, encode: (text: string) => Ids): Spelling {
  const labels = labelsUpTo(labelCount);
  const alone = [[], ...labels.map((label) => encode(formatLabels([label])))];
  const openings: Ids[] = [[]];
  const closings: Ids[] = [[]];
  const pairs = new Map<string, Ids>();
  for (const label of labels) {
    const single = alone[label] ?? [];
    let shared = single.length;
    for (const next of labels) {
      if (next === label) continue;
      const pair = encode(formatLabels([label, next]));
      pairs.set(`${label} ${next}`, pair);
      shared = Math.min(shared, sharedLength(single, pair));
    }
    // Without a piece of its own, a label could not be told from the others.
    if (shared === 0) throw cannotConstrain(formatLabels([label]));
    openings.push(single.slice(0, shared));
    closings.push(single.slice(shared));
  }
  const links = [[], ...labels.map((label) => labelLinks(label))];

  function labelLinks(label: number): Ids[] {
    const row: Ids[] = [[]];
    for (const next of labels) {
      const pair = pairs.get(`${label} ${next}`);
      const opening = openings[label] ?? [];
      const closing = closings[next] ?? [];
      const link = pair?.slice(opening.length, pair.length - closing.length) ?? [];
      const isWhole = pair === undefined || (link.length > 0 && isSame(pair, [...opening, ...link, ...closing]));
      if (!isWhole) {
        throw cannotConstrain(formatLabels([label, next]));
      }
      row.push(link);
    }
    return row;
  }

  return { none: encode(formatLabels([])), openings, links, closings };
}

function spelledIds(labels: readonly number[], spelling: Spelling): Ids {
  const ids: number[] = [];
  let last = 0;
  for (const label of labels) {
    ids.push(...((last === 0 ? spelling.openings[label] : spelling.links[last]?.[label]) ?? []));
    last = label;
  }
  return [...ids, ...(spelling.closings[last] ?? [])];
}

/** Every chain of three neighbours, and the whole list forwards and backwards, must be what the tokenizer writes. */
function assertJoins(labelCount: number, spelling: Spelling, encode: (text: string) => Ids): void {
  const labels = labelsUpTo(labelCount);
  const lists = [labels, labels.toReversed()];
  for (const first of labels) {
    for (const second of labels) {
      const third = labels.find((label) => label !== first && label !== second);
      if (first !== second && third !== undefined) lists.push([first, second, third], [third, first, second]);
    }
  }
  for (const list of lists) {
    const text = formatLabels(list);
    if (!isSame(spelledIds(list, spelling), encode(text))) throw cannotConstrain(text);
  }
}

function assertSpec(spec: ConstraintSpec): void {
  const { labelCount, minLabels, maxLabels } = spec;
  const isCount = Number.isInteger(labelCount) && labelCount >= 1 && labelCount <= 99;
  if (isCount && minLabels >= 1 && maxLabels >= minLabels && minLabels <= labelCount) return;
  throw new WinnowError(
    'internal',
    `A list of ${minLabels} to ${maxLabels} of ${labelCount} labels cannot be asked for; 1 to 99 labels, at least one allowed.`,
    { labelCount, minLabels, maxLabels },
  );
}

/**
 * @throws WinnowError `internal` for an impossible spec, or a tokenizer whose pieces do not join
 */
export function compileConstraint(spec: ConstraintSpec, vocabulary: ConstraintVocabulary): Constraint {
  assertSpec(spec);
  const { encode, endTokenId } = vocabulary;
  const labels = labelsUpTo(spec.labelCount);
  const spelling = spell(spec.labelCount, encode);
  assertJoins(spec.labelCount, spelling, encode);

  function beginnings(): Reading[] {
    const readings = labels.map((label): Reading => {
      return { used: new Set([label]), last: label, pending: spelling.openings[label] ?? [], isClosed: false };
    });
    const none: Reading = { used: new Set(), last: 0, pending: spelling.none, isClosed: true };
    return spec.allowNone ? [none, ...readings] : readings;
  }

  /** Replaces readings that stand at a branching by the branches. */
  function branch(readings: readonly Reading[]): Reading[] {
    return readings.flatMap((reading) => {
      if (reading.pending.length > 0 || reading.isClosed) return [reading];
      const closed: Reading = { ...reading, pending: spelling.closings[reading.last] ?? [], isClosed: true };
      if (reading.used.size >= spec.maxLabels) return [closed];
      const longer = labels
        .filter((label) => !reading.used.has(label))
        .map((label): Reading => {
          const pending = spelling.links[reading.last]?.[label] ?? [];
          return { used: new Set([...reading.used, label]), last: label, pending, isClosed: false };
        });
      return reading.used.size < spec.minLabels ? longer : [closed, ...longer];
    });
  }

  return {
    allowedNext: (generated) => {
      let readings = branch(beginnings());
      for (const id of generated) {
        const next = readings
          .filter((reading) => reading.pending[0] === id)
          .map((reading) => ({ ...reading, pending: reading.pending.slice(1) }));
        readings = branch(next);
      }
      const allowed = new Set(readings.map((reading) => reading.pending[0] ?? endTokenId));
      if (allowed.size === 0) {
        throw new WinnowError('internal', 'The ids generated so far are no beginning of a legal list.', {
          generated: generated.join(' '),
        });
      }
      return [...allowed].sort((a, b) => a - b);
    },
  };
}
