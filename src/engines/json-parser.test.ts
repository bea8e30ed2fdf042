import { describe, expect, it } from 'vitest';
import { jsonParser } from './json-parser.ts';

async function parse(source: string | Uint8Array, name = 'a.json') {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  const { text, blocks, warnings, mediaType } = await jsonParser.parse({ name, bytes });
  return {
    blocks: blocks.map(({ kind, span }) => `${kind}: ${text.slice(span.start, span.end)}`),
    warnings: warnings.map(({ message }) => message),
    mediaType,
  };
}

const blocksOf = async (value: unknown) => (await parse(JSON.stringify(value))).blocks;

describe('jsonParser', () => {
  it('reads a list of objects as rows with names, values in values too', async () => {
    const value = [
      { name: 'Ada', address: { city: 'Ulm', floor: 2 }, tags: ['a', 'b'], left: null },
      { name: 'Bo', note: '' },
    ];
    expect(await parse(JSON.stringify(value))).toEqual({
      blocks: ['table-row: name: Ada | address.city: Ulm | address.floor: 2 | tags: a, b', 'table-row: name: Bo'],
      warnings: [],
      mediaType: 'application/json',
    });
  });

  it('reads other values as paths, under the keys at the top, what has no parts first', async () => {
    const value = {
      server: { port: 80, hosts: ['a', 'b'], tls: { on: true } },
      version: '1.0',
      rooms: [{ no: 1 }, { no: 2 }],
    };
    expect(await blocksOf(value)).toEqual([
      'list-item: version: 1.0',
      'heading: server',
      'list-item: port: 80',
      'list-item: hosts: a, b',
      'list-item: tls.on: true',
      'heading: rooms',
      'table-row: no: 1',
      'table-row: no: 2',
    ]);
  });

  it('reads a map of things of one kind as rows that begin with their keys', async () => {
    const value = { packages: { '': { name: 'x', v: 1 }, 'a/b': { v: 2 }, c: { v: 3, dev: true } } };
    expect(await blocksOf(value)).toEqual([
      'heading: packages',
      'table-row: name: x | v: 1',
      'table-row: a/b | v: 2',
      'table-row: c | v: 3 | dev: true',
    ]);
  });

  it('gives long texts paragraphs of their own below their row', async () => {
    const body = 'A sentence of some length. '.repeat(30).trim();
    expect(await blocksOf([{ title: 'One', body, id: 7 }])).toEqual([
      'table-row: title: One | id: 7',
      `paragraph: body: ${body}`,
    ]);
  });

  it.each([
    ['a string', 'hello', ['list-item: hello']],
    ['a list of words', ['a', 'b'], ['list-item: a, b']],
    ['nothing', null, []],
    ['empty things', { a: {}, b: [] }, []],
  ])('reads %s', async (_, value, blocks) => {
    expect(await blocksOf(value)).toEqual(blocks);
  });

  it('reads JSON Lines as rows, and says which lines are none', async () => {
    const source = '{"a": 1}\n\nnot json\n{"a": 2, "id": 12345678901234567890}\r\n{"a": ';
    expect(await parse(source, 'a.ndjson')).toEqual({
      blocks: [
        'table-row: a: 1',
        'paragraph: not json',
        'table-row: a: 2 | id: 12345678901234567890',
        'paragraph: {"a":',
      ],
      warnings: ['2 lines are no JSON and were read as plain text: 3, 5.'],
      mediaType: 'application/jsonl',
    });
  });

  it('knows JSON Lines by its content where the name says JSON', async () => {
    expect(await parse('{"a": 1}\n{"a": 2}\n')).toMatchObject({
      blocks: ['table-row: a: 1', 'table-row: a: 2'],
      warnings: [],
    });
  });

  it('reads broken JSON as plain text, line by line, and says where it breaks', async () => {
    expect(await parse('{\n  "ä": 1,\n  "b": 2;\n}\n')).toEqual({
      blocks: ['code: {\n  "ä": 1,\n  "b": 2;\n}'],
      warnings: ['This is no whole JSON: it breaks in line 3, column 9. It was read as plain text.'],
      mediaType: 'application/json',
    });
    expect((await parse('{"a": [1, 2')).warnings).toEqual([
      'This is no whole JSON: it ends too early, in line 1, column 12. It was read as plain text.',
    ]);
  });

  it('reads UTF-16 and a byte-order mark', async () => {
    const source = '{"stra\u00dfe": "Ulm"}';
    const units = Uint16Array.from(`\ufeff${source}`, (character) => character.charCodeAt(0));
    for (const bytes of [new Uint8Array(units.buffer), new TextEncoder().encode(`\ufeff${source}`)]) {
      expect(await parse(bytes)).toMatchObject({ blocks: ['list-item: straße: Ulm'], warnings: [] });
    }
  });

  it('leaves out coordinates and encoded data, and says so', async () => {
    const ring = Array.from({ length: 60 }, (_, at) => [at, at / 2]);
    const value = {
      features: [
        { name: 'Ulm', geometry: { coordinates: [ring] }, picture: 'iVBORw0KGgo'.repeat(300) },
        { name: 'Bonn', at: [7.1, 50.7] },
      ],
    };
    expect(await parse(JSON.stringify(value))).toMatchObject({
      blocks: ['heading: features', 'table-row: name: Ulm', 'table-row: name: Bonn | at: 7.1, 50.7'],
      warnings: [
        'One long list of numbers was not read: [0].geometry.coordinates.',
        'One long text of encoded data was not read: [0].picture.',
      ],
    });
  });

  it('reads nesting without end to a depth, and says where it stopped', async () => {
    const depth = 100_000;
    const { blocks, warnings } = await parse(`{"top": 1, "a": ${'[[{"b":'.repeat(depth)}2${'}]]'.repeat(depth)}}`);
    expect(blocks).toEqual(['list-item: top: 1', 'heading: a']);
    expect(warnings).toEqual([
      expect.stringMatching(/^One value that is nested too deep was not read: \[0\]\[0\]\.b\[0\]/),
    ]);
    expect(warnings[0]?.length).toBeLessThan(200);
  });

  it('refuses a file whose keys make a text without end', async () => {
    // A key of 100,000 characters before each of 900 values.
    const values = '"v", {"w": {}},'.repeat(900);
    const outcome = parse(`{"a": {"${'k'.repeat(100_000)}": [${values} 1]}}`).then(
      () => 'read',
      (error: unknown) => error,
    );
    expect(await outcome).toMatchObject({ code: 'document-too-large' });
  });

  it('stops when it is told to', async () => {
    const file = { name: 'a.json', bytes: new TextEncoder().encode('{}') };
    await expect(jsonParser.parse(file, { signal: { aborted: true } })).rejects.toThrow();
  });
});
