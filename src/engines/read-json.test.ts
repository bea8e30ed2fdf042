import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type JsonValue, readJson } from './read-json.ts';

/** What `JSON.parse` gives, for texts that it reads without loss. */
function plain(value: JsonValue): unknown {
  if (value.kind === 'list') return value.items.map(plain);
  if (value.kind === 'object') return Object.fromEntries(value.entries.map(([key, part]) => [key, plain(part)]));
  return value.kind === 'string' ? value.text : JSON.parse(value.text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('readJson', () => {
  test.prop([fc.json(), fc.constantFrom(undefined, 1, '\t')])('reads what JSON.parse reads', (json, indent) => {
    const text = JSON.stringify(JSON.parse(json), null, indent);
    const { value, faultAt } = readJson(text);
    expect(faultAt).toBeNull();
    expect(value && plain(value)).toEqual(JSON.parse(text));
  });

  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '\\',
    'u00e9',
    '1',
    '-',
    '0',
    '.5',
    'e1',
    'true',
    'nul',
    ' ',
    '\n',
  );
  test.prop([fc.array(piece, { maxLength: 12 })], { numRuns: 2_000 })(
    'takes for JSON what JSON.parse takes',
    (pieces) => {
      const text = pieces.join('');
      const { faultAt } = readJson(text);
      expect(faultAt === null).toBe(isJson(text));
      if (faultAt !== null) expect(faultAt).toBeLessThanOrEqual(text.length);
    },
  );

  it.each([
    ['{"a": 1,}', 8],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['[1 2]', 3],
    ['[1, 2', 5],
    ['["x]', 1],
    ['["\\x"]', 1],
    ['01', 1],
    ['', 0],
    ['[1]\n{"a": 2}', 4],
  ])('says where %j breaks: %d', (text, offset) => {
    expect(readJson(text).faultAt).toBe(offset);
  });

  it('keeps numbers, the order of keys, and keys that stand twice', () => {
    const { value } = readJson('\ufeff{"b": 12345678901234567890, "2": 1.50, "a": null, "2": true}');
    expect(value).toEqual({
      kind: 'object',
      entries: [
        ['b', { kind: 'number', text: '12345678901234567890' }],
        ['2', { kind: 'number', text: '1.50' }],
        ['a', { kind: 'word', text: 'null' }],
        ['2', { kind: 'word', text: 'true' }],
      ],
    });
  });

  it('reads any depth', () => {
    const depth = 200_000;
    expect(readJson('['.repeat(depth) + ']'.repeat(depth)).faultAt).toBeNull();
    expect(readJson('{"a":'.repeat(depth)).faultAt).toBe(depth * 5);
  });
});
