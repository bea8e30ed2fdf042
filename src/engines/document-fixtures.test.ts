// Files of every format and fault, made by the programs that people use, against what a careful reader would want of them.
// How each was made: fixtures/documents/SOURCES.md.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodePdfAssets } from '../../scripts/pdf-assets-node.ts';
import type { ParsedDocument } from '../core/domain/document.ts';
import { errorDataOf } from '../core/domain/errors.ts';
import { createDocumentParser } from './parse-document.ts';
import { unpackFile } from './unpack-file.ts';

type Expectation = {
  /** Below fixtures/documents. */
  readonly file: string;
  /** Why the parser does not do it yet. The test then fails on the day that it does, so that this line goes. */
  readonly wrong?: string;
  readonly title?: string;
  readonly mediaType?: string;
  /** All of the text: `heading1: Title`, in paged formats `2 paragraph: …` with the page that it begins on. */
  readonly blocks?: readonly string[];
  /** Where the whole is long: what stands in it, in this order. */
  readonly holds?: readonly string[];
  readonly lacks?: readonly string[];
  readonly headings?: readonly string[];
  readonly pageCount?: number;
  /** All of them: `code page: a part of the sentence`. */
  readonly warnings?: readonly string[];
  /** Instead of all that: the code of the error, and a part of its sentence. */
  readonly error?: string;
  readonly says?: string;
  /** What comes out of an archive, a mailbox or an e-mail, by name: its text, `(left out)`, or `! code`. */
  readonly inside?: Readonly<Record<string, string>>;
};

const folder = new URL('./fixtures/documents/', import.meta.url);
const { files }: { readonly files: readonly Expectation[] } = JSON.parse(
  readFileSync(new URL('expected.json', folder), 'utf8'),
);
const parse = createDocumentParser(nodePdfAssets);
const read = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(file.split('/').map(encodeURIComponent).join('/'), folder)));
/** Fixed in later versions; browsers never had it. */
const decodesWindows1252 = new TextDecoder('windows-1252').decode(Uint8Array.of(0x80)) === '€';
const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

function blocksOf({ text, blocks, pages }: ParsedDocument): readonly string[] {
  return blocks.map(({ kind, level, span }) => {
    const page = pages.find(({ span: { start, end } }) => start <= span.start && span.start < end);
    return `${page ? `${page.number} ` : ''}${kind}${level || ''}: ${text.slice(span.start, span.end)}`;
  });
}

function compare(parsed: ParsedDocument, expected: Expectation): void {
  const blocks = blocksOf(parsed);
  if (expected.blocks) expect(blocks).toEqual(expected.blocks);
  if (expected.headings) expect(blocks.filter((block) => /^(?:\d+ )?heading/.test(block))).toEqual(expected.headings);
  let at = 0;
  for (const part of expected.holds ?? []) {
    expect(parsed.text.slice(at), `after ${at} characters`).toContain(part);
    at = parsed.text.indexOf(part, at) + part.length;
  }
  for (const part of expected.lacks ?? []) expect(parsed.text).not.toContain(part);
  if (expected.title !== undefined) expect(parsed.title).toBe(expected.title);
  if (expected.mediaType !== undefined) expect(parsed.mediaType).toBe(expected.mediaType);
  if (expected.wrong !== undefined) return;
  expect(parsed.pages.map(({ number }) => number)).toEqual(
    Array.from({ length: expected.pageCount ?? 0 }, (_, index) => index + 1),
  );
  const warnings = expected.warnings ?? [];
  expect(parsed.warnings.map(({ message }) => message)).toHaveLength(warnings.length);
  parsed.warnings.forEach(({ code, page, message }, place) => {
    expect(`${code}${page === undefined ? '' : ` ${page}`}`).toBe(warnings[place]?.split(':')[0]);
    expect(message).toContain(warnings[place]?.split(': ').slice(1).join(': '));
  });
}

async function unpacked(file: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for await (const item of unpackFile({ name: nameOf(file), data: new Blob([read(file)]) })) {
    if (item.kind === 'left-out') found[item.name] = '(left out)';
    else if (item.kind === 'failed') found[item.name] = `! ${item.error.code}`;
    else {
      const bytes = new Uint8Array(await item.data.arrayBuffer());
      found[item.name] = (await parse({ name: item.name, bytes })).text;
    }
  }
  return found;
}

describe('a file of the set', () => {
  for (const expected of files) {
    const { file, wrong, error, says, inside } = expected;
    const isFixed = wrong?.startsWith('Node 20 decodes windows-1252') && decodesWindows1252;
    const check = wrong === undefined || isFixed ? it : it.fails;
    check(wrong === undefined ? `${file}` : `${file}: ${wrong}`, async () => {
      if (inside) {
        const found = await unpacked(file);
        expect(Object.keys(found)).toEqual(Object.keys(inside));
        for (const [name, text] of Object.entries(inside)) expect(found[name], name).toContain(text);
        return;
      }
      const isArchive = file.endsWith('.zip');
      const outcome = isArchive ? unpacked(file) : parse({ name: nameOf(file), bytes: read(file) });
      if (error === undefined) return compare((await outcome) as ParsedDocument, expected);
      const failure = errorDataOf(await outcome.then(() => null).catch((reason: unknown) => reason));
      expect(failure.code).toBe(error);
      expect(failure.message).toContain(says);
      expect(failure.message).toContain(nameOf(file));
    });
  }

  it('is small, and expected to say something', () => {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath.replace(/\/$/, '') !== folder.pathname.replace(/\/$/, ''))
      .map((entry) => `${nameOf(entry.parentPath)}/${entry.name}`);
    expect([...new Set(files.map(({ file }) => file))].sort()).toEqual(found.sort());
    const sizes = found.map((file) => read(file).length);
    expect(Math.max(...sizes)).toBeLessThan(60 * 1024);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1536 * 1024);
  });
});
