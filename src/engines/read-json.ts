// JSON (RFC 8259) with what `JSON.parse` loses: numbers as they are written, keys in the order of the file, also those that stand twice,
// and where a broken text breaks. It calls itself for nothing, so no depth of nesting can end it.

export type JsonValue = JsonScalar | JsonContainer;
/** `text`: of a string its characters, of all else how it is written. */
type JsonScalar = { readonly kind: 'string' | 'number' | 'word'; readonly text: string };
export type JsonContainer =
  | { readonly kind: 'list'; readonly items: JsonValue[] }
  | { readonly kind: 'object'; readonly entries: (readonly [key: string, value: JsonValue])[] };

/** `faultAt`: offset of the first character that does not fit, with the value that was whole before it, if any. */
export type JsonReading =
  | { readonly value: JsonValue; readonly faultAt: null }
  | { readonly value: JsonValue | null; readonly faultAt: number };

type Read<T> = { readonly value: T; readonly end: number };
type Open = { readonly node: JsonContainer; key: string };

const whiteSpace = /[ \t\r\n]*/y;
const numberOrWord = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids these in a string
const needsCare = /[\\\u0000-\u001f]/;

export function readJson(text: string): JsonReading {
  const stack: Open[] = [];
  const broken = (faultAt: number): JsonReading => ({ value: null, faultAt });
  // Each turn reads one value, with the key before it and the ends of lists and objects after it.
  for (let at = skip(text, text.startsWith('\ufeff') ? 1 : 0); ; ) {
    const open = stack.at(-1);
    if (open?.node.kind === 'object') {
      const key = readString(text, at);
      if (!key) return broken(at);
      const colon = skip(text, key.end);
      if (text[colon] !== ':') return broken(colon);
      open.key = key.value;
      at = skip(text, colon + 1);
    }
    const read = readValue(text, at);
    if (!read) return broken(at);
    const { value } = read;
    if (open?.node.kind === 'object') open.node.entries.push([open.key, value]);
    else open?.node.items.push(value);
    at = skip(text, read.end);
    const isContainer = value.kind === 'list' || value.kind === 'object';
    if (isContainer) {
      stack.push({ node: value, key: '' });
      if (text[at] !== closing(value)) continue;
    }
    const root = stack[0]?.node ?? value;
    for (let top = stack.at(-1); top && text[at] === closing(top.node); top = stack.at(-1)) {
      stack.pop();
      at = skip(text, at + 1);
    }
    if (stack.length === 0) return { value: root, faultAt: at < text.length ? at : null };
    if (text[at] !== ',') return broken(at);
    at = skip(text, at + 1);
  }
}

const closing = (node: JsonContainer): string => (node.kind === 'list' ? ']' : '}');

function skip(text: string, at: number): number {
  whiteSpace.lastIndex = at;
  whiteSpace.test(text);
  return whiteSpace.lastIndex;
}

/** A scalar, or a list or object that begins here. */
function readValue(text: string, at: number): Read<JsonValue> | undefined {
  switch (text[at]) {
    case '[':
      return { value: { kind: 'list', items: [] }, end: at + 1 };
    case '{':
      return { value: { kind: 'object', entries: [] }, end: at + 1 };
    case '"': {
      const string = readString(text, at);
      return string && { value: { kind: 'string', text: string.value }, end: string.end };
    }
    default: {
      numberOrWord.lastIndex = at;
      const [written] = numberOrWord.exec(text) ?? [];
      if (written === undefined) return undefined;
      const kind = /^[a-z]/.test(written) ? 'word' : 'number';
      return { value: { kind, text: written }, end: at + written.length };
    }
  }
}

function readString(text: string, at: number): Read<string> | undefined {
  if (text[at] !== '"') return undefined;
  let quote = text.indexOf('"', at + 1);
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  if (quote < 0) return undefined;
  const inside = text.slice(at + 1, quote);
  const value = needsCare.test(inside) ? unescaped(inside) : inside;
  return value === undefined ? undefined : { value, end: quote + 1 };
}

/** True after an odd number of backslashes. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text[first - 1] === '\\') first--;
  return (quote - first) % 2 === 1;
}

function unescaped(inside: string): string | undefined {
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
