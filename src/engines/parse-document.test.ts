import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodePdfAssets } from '../../scripts/pdf-assets-node.ts';
import { passagesOf, splitPassages } from '../core/corpus/passages/split-passages.ts';
import { isCancelled, WinnowError } from '../core/domain/errors.ts';
import { writtenPicture, writtenRecogniser } from '../core/domain/recogniser-fixture.ts';
import { createDocumentParser, maxDocumentBytes, maxPictureBytes } from './parse-document.ts';

const parse = createDocumentParser(nodePdfAssets);
const folder = new URL('../../e2e/fixtures/documents/', import.meta.url);
const fixture = (name: string): { name: string; bytes: Uint8Array } => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(name, folder))),
});

type Questions = {
  readonly answerable: readonly {
    readonly document: string;
    readonly answer: readonly string[];
    readonly sentence: string;
    readonly page: number | null;
  }[];
};

describe('createDocumentParser', { timeout: 120_000 }, () => {
  it('makes a passage that holds the sentence to cite, for every question of the fixtures', async () => {
    const questions: Questions = JSON.parse(readFileSync(new URL('questions.json', folder), 'utf8'));
    for (const { document, answer, sentence, page } of questions.answerable) {
      const parsed = await parse(fixture(document));
      const passages = splitPassages({ id: document, ...parsed });
      const holders = passages.filter((passage) =>
        passage.sentences.some(({ start, end }) => parsed.text.slice(start, end) === sentence),
      );
      expect(holders, document).toHaveLength(1);
      expect(answer.some((words) => sentence.includes(words))).toBe(true);
      if (page !== null) expect(holders[0]?.pages).toEqual({ first: page, last: page });
    }
  });

  it.each([
    ['empty.txt', 'document-empty', /0 bytes/],
    ['photo-named.pdf', 'document-no-text', /it is a JPEG image named \.pdf/],
    ['encrypted.pdf', 'document-encrypted', /password/],
    ['damaged.pdf', 'document-damaged', /damaged/],
    ['scanned.pdf', 'document-no-text', /scanned/],
  ])('says what is wrong with %s', async (name, code, message) => {
    const failure = await parse(fixture(name)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WinnowError);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('reads a picture as a document of one page where that is asked for, whatever its name says', async () => {
    const { open, counts } = writtenRecogniser();
    const drawPictureFile = async () => writtenPicture('Notice to all tenants:', 'the water is turned off.');
    const drawPdfPage = async () => writtenPicture();
    const read = createDocumentParser(nodePdfAssets, { open, drawPictureFile, drawPdfPage, drawing: {} });
    const recognition = { language: 'eng' } as const;
    const parsed = await read(fixture('photo-named.pdf'), { recognition });
    expect(parsed).toMatchObject({
      mediaType: 'image/jpeg',
      text: 'Notice to all tenants: the water is turned off.',
      pages: [{ number: 1 }],
      warnings: [{ code: 'recognised', page: 1 }],
    });
    await expect(read(fixture('photo-named.pdf'))).rejects.toMatchObject({ code: 'document-no-text' });
    const bytes = new Uint8Array(maxPictureBytes + 1);
    bytes.set([0xff, 0xd8, 0xff]);
    await expect(read({ name: 'a.jpg', bytes }, { recognition })).rejects.toMatchObject({ code: 'document-too-large' });
    await expect(parse(fixture('photo-named.pdf'), { recognition })).rejects.toMatchObject({
      code: 'recogniser-unavailable',
    });
    expect(counts.open).toBe(0);
  });

  it('refuses what is too large, and names the limit', async () => {
    const bytes = new Uint8Array(maxDocumentBytes.text + 1).fill(97);
    await expect(parse({ name: 'a.txt', bytes })).rejects.toMatchObject({
      code: 'document-too-large',
      message: expect.stringContaining('32 MB'),
    });
  });

  it('refuses a file of nothing but white space', async () => {
    const bytes = new TextEncoder().encode(' \n\t\n');
    await expect(parse({ name: 'a.txt', bytes })).rejects.toMatchObject({ code: 'document-no-text' });
  });

  it('reads a text file of 20 MB whole', async () => {
    const line = 'The quick brown fox jumps over the lazy dog near the river, as Dr. Smith reported in 2019.\n';
    const bytes = new TextEncoder().encode(line.repeat(Math.ceil(20_000_000 / line.length)));
    const parsed = await parse({ name: 'large.txt', bytes });
    expect(parsed.text.length).toBeGreaterThan(19_000_000);
    let end = 0;
    let passageCount = 0;
    for (const passage of passagesOf({ id: 'large', ...parsed })) {
      expect(parsed.text.slice(end, passage.span.start).trim()).toBe('');
      end = passage.span.end;
      passageCount++;
    }
    expect(end).toBe(parsed.text.length);
    expect(passageCount).toBeGreaterThan(20_000);
  });

  it('stops a long text when cancelled', async () => {
    const bytes = new TextEncoder().encode('A paragraph.\n\n'.repeat(200_000));
    const controller = new AbortController();
    const outcome = parse({ name: 'long.txt', bytes }, { signal: controller.signal });
    setTimeout(() => controller.abort());
    await expect(outcome).rejects.toSatisfy(isCancelled);
  });

  it('never fails in another way, whatever the bytes and the name', async () => {
    const name = fc.constantFrom(
      'a.txt',
      'a.md',
      'a.html',
      'a.pdf',
      'a',
      '😀 ü.markdown',
      'a.json',
      'a.jsonl',
      'a.py',
      'a.tex',
      'a.xlsx',
    );
    const start = fc.constantFrom(
      '',
      '<html>',
      '# ',
      '| a | b |\n|--|--|\n',
      '%PDF-1.4\n',
      '\ufeff',
      '---\n',
      '<table><tr><td>',
      '{"a":[',
      'def f():\n ',
    );
    await fc.assert(
      fc.asyncProperty(
        name,
        start,
        fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' })),
        async (fileName, head, tail) => {
          const encoder = new TextEncoder();
          const bytes = new Uint8Array([
            ...encoder.encode(head),
            ...(typeof tail === 'string' ? encoder.encode(tail) : tail),
          ]);
          try {
            const parsed = await parse({ name: fileName, bytes });
            splitPassages({ id: 'd', ...parsed });
          } catch (error) {
            expect(error).toBeInstanceOf(WinnowError);
            expect(error).not.toMatchObject({ code: 'internal' });
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
