import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makePdf } from '../../bench/fixtures/make-pdf.ts';
import { type PdfInput, type PdfLine, writePdf } from '../../bench/fixtures/write-pdf.ts';
import { nodePdfAssets } from '../../scripts/pdf-assets-node.ts';
import { checkParsedDocument } from '../core/corpus/documents/check-parsed-document.ts';
import type { ParsedDocument } from '../core/domain/document.ts';
import { errorDataOf, isCancelled, WinnowError } from '../core/domain/errors.ts';
import { writtenPicture, writtenRecogniser } from '../core/domain/recogniser-fixture.ts';
import { createPdfParser } from './pdf-parser.ts';

const parser = createPdfParser(nodePdfAssets);
const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../e2e/fixtures/documents/${name}`, import.meta.url)));
const lockedFixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`fixtures/locked-pdfs/${name}`, import.meta.url)));

async function parse(input: PdfInput): Promise<ParsedDocument> {
  const parsed = await parser.parse({ name: 'made.pdf', bytes: writePdf(input) });
  checkParsedDocument(parsed);
  return parsed;
}

function blocksOf({ text, blocks }: ParsedDocument): string[] {
  return blocks.map(({ kind, level, span }) => `${kind}${level || ''}: ${text.slice(span.start, span.end)}`);
}

/** Lines set one below the other, 12 points apart. */
function column(lines: readonly string[], x: number, y: number, size = 10): PdfLine[] {
  return lines.map((text, place) => ({ text, x, y: y + place * 12, size }));
}

describe('createPdfParser', { timeout: 60_000 }, () => {
  it('reads a real manual: headings by bookmarks, paragraphs, lists, pages', async () => {
    const parsed = await parser.parse({ name: 'debian-history.pdf', bytes: fixture('debian-history.pdf') });
    checkParsedDocument(parsed);
    expect(parsed.title).toBe('A Brief History of Debian');
    expect(parsed.pages).toHaveLength(27);
    const blocks = blocksOf(parsed);
    expect(blocks).toContain('heading1: Chapter 2 Leadership');
    expect(blocks).toContain('heading2: 1.1 In the Beginning');
    expect(blocks).toContain('heading3: 4.1.1 The Early Debian Packaging System');
    expect(blocks).toContain('list-item: • 1.1 Buzz released June 1996 (474 packages, 2.0 kernel, fully ELF, dpkg)');
    // Split over two lines in the file.
    expect(parsed.text).toContain('produce the Debian Free Software Guidelines and the Debian Social Contract');
    // The running header and the page numbers are gone, the sentence on page 7 is where it belongs.
    expect(parsed.text.match(/A Brief History of Debian/g)?.length).toBeLessThan(5);
    expect(parsed.text).not.toMatch(/\d+ \/ 21/);
    const page = parsed.pages[6]?.span;
    expect(parsed.text.slice(page?.start, page?.end)).toContain(
      'officially founded by Ian Murdock on August 16th, 1993.',
    );
    expect(parsed.warnings).toEqual([
      { code: 'part-not-read', message: 'The table of contents or index (pages 4, 5) was left out.' },
    ]);
  });

  it('reads two columns one after the other, below a title that spans both', async () => {
    const left = Array.from({ length: 12 }, (_, place) => `left column line ${place} with several words`);
    const right = Array.from({ length: 12 }, (_, place) => `right column line ${place} with more words`);
    const page = [
      { text: 'A title over both columns of the page', x: 120, y: 70, size: 18 },
      // Drawn row by row, so that the order in the file does not help.
      ...left.flatMap((text, place) => [
        { text, x: 60, y: 110 + place * 12, size: 10 },
        { text: right[place] ?? '', x: 310, y: 110 + place * 12, size: 10 },
      ]),
    ];
    const { text } = await parse({ pages: [page] });
    expect(text.indexOf('left column line 11')).toBeLessThan(text.indexOf('right column line 0'));
    expect(text.indexOf('A title')).toBe(0);
  });

  it('joins a paragraph over a page break and a split word, and drops headers and page numbers', async () => {
    const body = [
      'The first line of a paragraph fills the whole width of its page and then',
      'goes on and on until the very last line of the page breaks an exam-',
    ];
    const next = ['ple in two, which is why the pages have to be read as one text for any use.'];
    const pages = [body, next, ['Another page with one more line of text that says nothing at all of interest.']].map(
      (lines, place) => [
        { text: 'Annual report', x: 60, y: 40, size: 9 },
        ...column(lines, 60, 100),
        { text: `Page ${place + 1} of 3`, x: 280, y: 800, size: 9 },
      ],
    );
    const parsed = await parse({ pages });
    expect(parsed.text).toContain('breaks an example in two');
    expect(parsed.text).not.toMatch(/Page \d/);
    expect(parsed.text.match(/Annual report/g)).toHaveLength(1);
    expect(parsed.pages).toHaveLength(3);
    const second = parsed.pages[1]?.span;
    expect(parsed.text.slice(second?.start, second?.end)).toMatch(/^ple in two/);
  });

  it('finds headings by size, lists by their marks, tables by their cells', async () => {
    const page: PdfLine[] = [
      { text: '1 Large heading', x: 60, y: 60, size: 16, font: 'bold' },
      ...column(['Body text of the section stands here and is long enough to be body text of this page.'], 60, 90),
      { text: 'A bold line of its own', x: 60, y: 130, size: 10, font: 'bold' },
      ...column(['More body text follows below the bold line, so that the bold line is a heading of it.'], 60, 146),
      ...column(['- first item', '- second item'], 60, 180),
      ...['Name', 'Anna', 'Ben'].map((text, place) => ({ text, x: 60, y: 230 + place * 14, size: 10 })),
      ...['Age', '41', '7'].map((text, place) => ({ text, x: 200, y: 230 + place * 14, size: 10 })),
    ];
    expect(blocksOf(await parse({ pages: [page] }))).toEqual([
      'heading1: 1 Large heading',
      'paragraph: Body text of the section stands here and is long enough to be body text of this page.',
      'heading2: A bold line of its own',
      'paragraph: More body text follows below the bold line, so that the bold line is a heading of it.',
      'list-item: - first item',
      'list-item: - second item',
      'table-row: Name | Age',
      'table-row: Anna | 41',
      'table-row: Ben | 7',
    ]);
  });

  it('names pages without text, and keeps their number', async () => {
    const parsed = await parse({
      pages: [column(['Text of page one.'], 60, 100), [], column(['Text of page three.'], 60, 100)],
    });
    expect(parsed.warnings).toMatchObject([{ code: 'page-without-text', page: 2 }]);
    expect(parsed.pages.map(({ span }) => parsed.text.slice(span.start, span.end).trim())).toEqual([
      'Text of page one.',
      '',
      'Text of page three.',
    ]);
  });

  it.each([
    ['encrypted.pdf', 'document-encrypted'],
    ['damaged.pdf', 'document-damaged'],
    ['scanned.pdf', 'document-no-text'],
  ])('refuses %s with %s', async (name, code) => {
    await expect(parser.parse({ name, bytes: fixture(name) })).rejects.toMatchObject({ code, details: { name } });
  });

  it.each([
    ['rc4-40.pdf', 'secret'],
    ['rc4-128.pdf', 'secret'],
    ['aes-128.pdf', 'secret'],
    ['aes-256.pdf', 'Schlüssel 7'],
  ])('opens %s with its password or its owner’s, and says whether one is needed or wrong', async (name, password) => {
    const bytes = lockedFixture(name);
    for (const right of [password, 'owner']) {
      const parsed = await parser.parse({ name, bytes, password: right });
      checkParsedDocument(parsed);
      expect(parsed.text).toContain('monthly salary is 3,950 euros');
    }
    const refusal = (given: { readonly password?: string }) =>
      parser.parse({ name, bytes, ...given }).catch((error: unknown) => error);
    expect(await refusal({})).toMatchObject({ code: 'document-encrypted', details: { name, password: 'needed' } });
    const wrong = await refusal({ password: 'Wrong 1234' });
    expect(wrong).toMatchObject({ code: 'document-encrypted', details: { name, password: 'wrong' } });
    expect(JSON.stringify(errorDataOf(wrong))).not.toContain('1234');
  });

  it('reads a file that is not locked whatever password is given', async () => {
    const bytes = fixture('debian-history.pdf');
    expect((await parser.parse({ name: 'open.pdf', bytes, password: 'any' })).pages).toHaveLength(27);
  });

  describe('with text recognition', () => {
    /** What each page's picture shows, by number; reading them is scripted, and so is drawing, which needs a browser. */
    function recognising(pictures: Readonly<Record<number, string>>) {
      const { open, counts } = writtenRecogniser();
      const drawn: number[] = [];
      const drawPdfPage = async ({ pageNumber }: { readonly pageNumber: number }) => {
        drawn.push(pageNumber);
        const text = pictures[pageNumber];
        if (text === undefined) throw new Error('bad operator');
        return writtenPicture(...(text === '' ? [] : [text]));
      };
      const reader = createPdfParser(nodePdfAssets, { open, drawPdfPage, drawing: {} });
      return { reader, counts, drawn };
    }
    const mixed = writePdf({
      pages: [column(['Text of page one.'], 60, 100), [], column(['Text of page three.'], 60, 100), []],
    });

    it('reads pages without text in their place, and leaves the others as they are', async () => {
      const { reader, drawn, counts } = recognising({ 2: 'Read from page two.', 4: '' });
      const seen: string[] = [];
      const onPage = (done: number, total: number) => seen.push(`${done} of ${total}`);
      const parsed = await reader.parse(
        { name: 'mixed.pdf', bytes: mixed },
        { recognition: { language: 'eng', onPage } },
      );
      checkParsedDocument(parsed);
      expect(parsed.pages.map(({ span }) => parsed.text.slice(span.start, span.end).trim())).toEqual([
        'Text of page one.',
        'Read from page two.',
        'Text of page three.',
        '',
      ]);
      expect(parsed.warnings).toMatchObject([
        { code: 'recognised', page: 2 },
        { code: 'picture-not-read', page: 4 },
      ]);
      expect(drawn).toEqual([2, 4]);
      expect(seen).toEqual(['0 of 2', '1 of 2', '2 of 2']);
      expect(counts.open).toBe(0);
    });

    it('names a page that cannot be drawn', async () => {
      const { reader } = recognising({ 4: 'Read from page four.' });
      const parsed = await reader.parse({ name: 'mixed.pdf', bytes: mixed }, { recognition: { language: 'eng' } });
      expect(parsed.warnings).toMatchObject([
        { code: 'picture-not-read', page: 2, message: 'Page 2 was not read: its picture is damaged.' },
        { code: 'recognised', page: 4 },
      ]);
    });

    it('refuses a scan in whose pictures no text is found, and says that they were read', async () => {
      const { reader } = recognising({ 1: '' });
      const outcome = reader.parse(
        { name: 'scanned.pdf', bytes: fixture('scanned.pdf') },
        { recognition: { language: 'eng' } },
      );
      await expect(outcome).rejects.toMatchObject({ code: 'document-no-text', details: { isRecognised: true } });
    });

    it('draws nothing unless it is asked to, nor where all pages have text', async () => {
      const { reader, drawn } = recognising({});
      await reader.parse({ name: 'mixed.pdf', bytes: mixed });
      await reader.parse({ name: 'long.pdf', bytes: makePdf(3) }, { recognition: { language: 'eng' } });
      expect(drawn).toEqual([]);
    });

    it('says so where nothing reads pictures', async () => {
      const outcome = parser.parse({ name: 'mixed.pdf', bytes: mixed }, { recognition: { language: 'eng' } });
      await expect(outcome).rejects.toBeInstanceOf(WinnowError);
      await expect(outcome).rejects.toMatchObject({ code: 'recogniser-unavailable' });
    });
  });

  it('reports each page, leaves the bytes alone, and stops when cancelled', async () => {
    const bytes = makePdf(12);
    const copy = bytes.slice();
    const seen: number[] = [];
    const signal = { aborted: false };
    const outcome = parser.parse(
      { name: 'long.pdf', bytes },
      {
        signal,
        onProgress: (done, total) => {
          expect(total).toBe(12);
          seen.push(done);
          if (done >= 8) signal.aborted = true;
        },
      },
    );
    await expect(outcome).rejects.toSatisfy(isCancelled);
    expect(seen).toEqual([4, 8]);
    expect(bytes).toEqual(copy);
  });
});
