import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { WinnowError } from '../core/domain/errors.ts';
import { notebookParser } from './notebook-parser.ts';

const parseText = (source: string) =>
  notebookParser.parse({ name: 'a.ipynb', bytes: new TextEncoder().encode(source) });

async function parse(notebook: unknown) {
  const { text, blocks, title, warnings } = await parseText(JSON.stringify(notebook));
  const read = blocks.map(({ kind, level, span }) => `${kind}${level || ''}: ${text.slice(span.start, span.end)}`);
  return { blocks: read, title, warnings: warnings.map(({ message }) => message) };
}

describe('notebookParser', () => {
  it('reads notes, code and what the code printed, in order', async () => {
    const { blocks, title, warnings } = await parse({
      nbformat: 4,
      metadata: {},
      cells: [
        { cell_type: 'markdown', source: ['# Sea levels\n', '\n', 'Measured *daily*.'] },
        {
          cell_type: 'code',
          source: 'mean(levels)',
          outputs: [
            { output_type: 'stream', name: 'stdout', text: ['reading\n', 'done\n'] },
            { output_type: 'execute_result', data: { 'text/plain': ['3.42'], 'text/html': ['<b>3.42</b>'] } },
            { output_type: 'display_data', data: { 'image/png': 'iVBOR', 'text/plain': '<Figure>' } },
            { output_type: 'error', ename: 'ValueError', evalue: '\u001b[31mno data\u001b[0m', traceback: ['…'] },
          ],
        },
        { cell_type: 'raw', source: 'As it is.' },
      ],
    });
    expect(blocks).toEqual([
      'heading1: Sea levels',
      'paragraph: Measured daily.',
      'code: mean(levels)',
      'code: reading\ndone',
      'code: 3.42',
      'code: ValueError: no data',
      'paragraph: As it is.',
    ]);
    expect(title).toBe('Sea levels');
    expect(warnings).toEqual(['One result is a picture; the text in it was not read.']);
  });

  it('reads the older format with its sheets', async () => {
    const cells = [
      { cell_type: 'heading', level: 2, source: 'Old' },
      { cell_type: 'code', input: 'x = 1', outputs: [{ output_type: 'pyout', text: '1', png: 'iVBOR' }] },
    ];
    const { blocks, warnings } = await parse({ nbformat: 3, worksheets: [{ cells }] });
    expect(blocks).toEqual(['heading2: Old', 'code: x = 1']);
    expect(warnings).toHaveLength(1);
  });

  it.each(['{', '{"a": 1}', '{"cells": 3}', '{"worksheets": []}', 'null'])(
    'says that %s is no notebook',
    async (source) => {
      await expect(parseText(source)).rejects.toMatchObject({ code: 'document-damaged' });
    },
  );

  test.prop([fc.array(fc.jsonValue())])('reads or refuses whatever stands in the cells', async (cells) => {
    const found = await parseText(JSON.stringify({ cells })).catch((error: unknown) => error);
    expect(found instanceof Error && !(found instanceof WinnowError)).toBe(false);
  });
});
