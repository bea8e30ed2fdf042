// A JSON value as text: things of one kind as rows with their names, all else as `path: value`, under the keys at the top.
import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';
import type { TextBlock } from './html-to-blocks.ts';
import { isContainer, isLeaf, type JsonFindings, leafText, noteOmission, partCount } from './json-leaves.ts';
import { rowText } from './named-rows.ts';
import type { JsonContainer, JsonValue } from './read-json.ts';

/** A row with more values than this is no row any more, nor one of things in things in things. */
const maxRowValues = 40;
const maxRowDepth = 4;
/** Longer texts follow their row as paragraphs, so that their sentences can be cited. */
const maxCellChars = 600;
/** Nobody can read a path of more steps. */
const maxDepth = 100;

/** A part of a value and where it stands: `rooms[2].name`. `label`: what its row begins with. */
type Part = { readonly value: JsonValue; readonly path: string; readonly label?: string };

/** A whole file. What stands at the top by itself comes first, since it would else seem to belong to the key above it. */
export function* jsonBlocks(value: JsonValue, found: JsonFindings): Generator<TextBlock> {
  if (value.kind !== 'object' || areOfOneKind(value)) return yield* partBlocks({ value, path: '' }, found);
  const single = value.entries.filter(([, part]) => isLeaf(part));
  const sections = value.entries.filter(([, part]) => !isLeaf(part));
  for (const [key, part] of single) yield* partBlocks({ value: part, path: key }, found);
  for (const [key, part] of sections) {
    yield { kind: 'heading', level: 1, text: normaliseProse(key) };
    yield* partBlocks({ value: part, path: '' }, found);
  }
}

/** One value of many, as a line of JSON Lines is. */
export function* recordBlocks(value: JsonValue, found: JsonFindings): Generator<TextBlock> {
  yield* partBlocks({ value, path: '', label: '' }, found);
}

function* partBlocks(part: Part, found: JsonFindings): Generator<TextBlock> {
  const stack: (Part & { readonly depth: number })[] = [{ ...part, depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path, label, depth } = next;
    if (!isContainer(value) || isLeaf(value)) {
      yield* textBlocks('list-item', [{ name: path, value: leafText(value, path, found) }]);
      continue;
    }
    const cells = label === undefined ? undefined : cellsOf(value, '', 0);
    if (cells) yield* rowBlocks({ label: label ?? '', path, cells }, found);
    else if (depth >= maxDepth) noteOmission(found.deepValues, path);
    else for (const inner of partsOf(value, path).toReversed()) stack.push({ ...inner, depth: depth + 1 });
  }
}

/** What a list or object holds. Things of one kind have a label, since each of them becomes a row. */
function partsOf(node: JsonContainer, path: string): readonly Part[] {
  if (node.kind === 'list') return node.items.map((value, index) => ({ value, path: `${path}[${index}]`, label: '' }));
  const isMap = areOfOneKind(node);
  return node.entries.map(([key, value]) => {
    // A path that is empty stands for the top.
    const name = key === '' ? '""' : key;
    const part = { value, path: path === '' ? name : `${path}.${name}` };
    return isMap ? { ...part, label: key } : part;
  });
}

/** True for an object whose keys are names of things (`"ada": { … }, "bo": { … }`): objects that have keys in common. */
function areOfOneKind(node: JsonContainer): boolean {
  if (node.kind !== 'object' || node.entries.length < 3) return false;
  const [first] = node.entries;
  if (first?.[1].kind !== 'object') return false;
  const keys = new Set(first[1].entries.map(([key]) => key));
  return node.entries.every(([, value]) => value.kind === 'object' && value.entries.some(([key]) => keys.has(key)));
}

type Cell = { readonly path: string; readonly value: JsonValue };

/** The values of an object that is small enough for a row; undefined for others. */
function cellsOf(value: JsonValue, path: string, depth: number): readonly Cell[] | undefined {
  if (isLeaf(value)) return depth === 0 ? undefined : [{ path, value }];
  if (!isContainer(value) || depth >= maxRowDepth || partCount(value) > maxRowValues) return undefined;
  if (depth === 0 && value.kind === 'list') return undefined;
  const cells: Cell[] = [];
  for (const part of partsOf(value, path)) {
    const inner = cellsOf(part.value, part.path, depth + 1);
    if (!inner || cells.length + inner.length > maxRowValues) return undefined;
    cells.push(...inner);
  }
  return cells;
}

type Row = { readonly label: string; readonly path: string; readonly cells: readonly Cell[] };

function* rowBlocks({ label, path, cells }: Row, found: JsonFindings): Generator<TextBlock> {
  const texts = cells.map((cell) => ({ name: cell.path, value: leafText(cell.value, `${path}.${cell.path}`, found) }));
  const short = texts.filter(({ value }) => value.length <= maxCellChars);
  yield* textBlocks('table-row', [{ name: '', value: normaliseProse(label) }, ...short]);
  for (const long of texts.filter((text) => !short.includes(text))) yield* textBlocks('paragraph', [long]);
}

function* textBlocks(
  kind: TextBlock['kind'],
  cells: readonly { readonly name: string; readonly value: string }[],
): Generator<TextBlock> {
  const named = cells.map(({ name, value }) => ({ value, name: normaliseProse(name) || undefined }));
  const text = rowText(named);
  if (text !== '') yield { kind, level: 0, text };
}
