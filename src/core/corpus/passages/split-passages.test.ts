import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockKind, Document } from '../../domain/document.ts';
import { countWords } from './measure.ts';
import { passageLimits, splitPassages } from './split-passages.ts';

type Part = { readonly kind: BlockKind; readonly text: string; readonly level?: number };
type Source = Pick<Document, 'id' | 'text' | 'blocks' | 'pages'>;

function documentOf(parts: readonly Part[]): Source {
  let text = '';
  const blocks = parts.map(({ kind, text: part, level = 0 }) => {
    if (text !== '') text += '\n\n';
    const start = text.length;
    text += part;
    return { kind, span: { start, end: text.length }, level };
  });
  return { id: 'doc', text, blocks, pages: [] };
}

const words = (count: number, word = 'word'): string => Array.from({ length: count }, () => word).join(' ');
const sentence = (count: number): string => `W${words(count).slice(1)}.`;
const paragraph = (sentences: number, length: number): Part => ({
  kind: 'paragraph',
  text: Array.from({ length: sentences }, () => sentence(length)).join(' '),
});

describe('splitPassages', { timeout: 60_000 }, () => {
  it('never crosses a heading, and keeps the path of headings', () => {
    const passages = splitPassages(
      documentOf([
        { kind: 'paragraph', text: 'Before all.' },
        { kind: 'heading', text: 'One', level: 1 },
        { kind: 'paragraph', text: 'Of one.' },
        { kind: 'heading', text: 'One a', level: 2 },
        { kind: 'paragraph', text: 'Of one a.' },
        { kind: 'heading', text: 'Two', level: 1 },
        { kind: 'heading', text: 'Three', level: 1 },
        { kind: 'heading', text: 'Three a', level: 3 },
        { kind: 'paragraph', text: 'Of three a.' },
      ]),
    );
    expect(passages.map(({ text, headingPath }) => [text, headingPath])).toEqual([
      ['Before all.', []],
      ['Of one.', ['One']],
      ['Of one a.', ['One', 'One a']],
      ['Two', []],
      ['Of three a.', ['Three', 'Three a']],
    ]);
  });

  it('makes passages of even length that end between sentences', () => {
    const passages = splitPassages(documentOf([paragraph(40, 10)]));
    expect(passages).toHaveLength(3);
    for (const passage of passages) {
      expect(countWords(passage.text)).toBeGreaterThanOrEqual(100);
      expect(countWords(passage.text)).toBeLessThanOrEqual(150);
      expect(passage.text).toMatch(/^W.*\.$/);
    }
  });

  it('ends between paragraphs where they fit', () => {
    const passages = splitPassages(documentOf([paragraph(10, 10), paragraph(9, 10), paragraph(11, 10)]));
    expect(passages.map(({ text }) => countWords(text))).toEqual([100, 90, 110]);
  });

  it('keeps a list and its introduction in one passage', () => {
    const items: Part[] = Array.from({ length: 5 }, (_, place) => ({
      kind: 'list-item',
      text: `item ${place} ${words(10)}`,
    }));
    const parts: Part[] = [
      paragraph(10, 10),
      { kind: 'paragraph', text: 'You need the following:' },
      ...items,
      paragraph(10, 10),
    ];
    const passages = splitPassages(documentOf(parts));
    const holder = passages.filter(({ text }) => text.includes('item'));
    expect(holder).toHaveLength(1);
    expect(holder[0]?.text).toContain('You need the following:');
    expect(holder[0]?.sentences).toHaveLength(6);
  });

  it('cuts a long table between rows, and cites row by row', () => {
    const rows: Part[] = Array.from({ length: 30 }, (_, place) => ({
      kind: 'table-row',
      text: `Row ${place}. | ${words(8)}`,
    }));
    const passages = splitPassages(documentOf(rows));
    expect(passages.length).toBeGreaterThan(1);
    for (const passage of passages) expect(passage.text).toMatch(/^Row/);
    expect(passages.flatMap(({ sentences }) => sentences)).toHaveLength(30);
  });

  it('cuts a sentence that is longer than a passage', () => {
    const passages = splitPassages(documentOf([{ kind: 'paragraph', text: sentence(1_000) }]));
    expect(passages.length).toBeGreaterThanOrEqual(7);
    for (const passage of passages) expect(countWords(passage.text)).toBeLessThanOrEqual(150);
  });

  it('says from which page to which a passage runs', () => {
    const source = documentOf([paragraph(6, 10), paragraph(6, 10)]);
    const border = source.blocks[1]?.span.start ?? 0;
    const middle = border + 30;
    const pages = [
      { number: 1, span: { start: 0, end: border - 2 } },
      { number: 2, span: { start: border - 2, end: border - 2 } },
      { number: 3, span: { start: border, end: middle } },
      { number: 4, span: { start: middle, end: source.text.length } },
    ];
    expect(splitPassages({ ...source, pages }).map((passage) => passage.pages)).toEqual([{ first: 1, last: 4 }]);
    expect(splitPassages({ ...source, blocks: source.blocks.slice(0, 1), pages })[0]?.pages).toEqual({
      first: 1,
      last: 1,
    });
    expect(splitPassages({ ...source, blocks: source.blocks.slice(1), pages })[0]?.pages).toEqual({
      first: 3,
      last: 4,
    });
  });

  it('holds its promises for any document', () => {
    const blockText = fc
      .oneof(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
        fc
          .integer({ min: 1, max: 60 })
          .map((count) => Array.from({ length: count }, (_, i) => sentence((i % 30) + 1)).join(' ')),
        fc.integer({ min: 1, max: 900 }).map((count) => '漢😀'.repeat(count)),
      )
      .map((text) => text.trim())
      .filter((text) => text !== '');
    const part: fc.Arbitrary<Part> = fc.oneof(
      fc.record({
        kind: fc.constantFrom<BlockKind[]>('paragraph', 'list-item', 'table-row', 'code', 'quote'),
        text: blockText,
      }),
      fc.record({ kind: fc.constant<BlockKind>('heading'), text: blockText, level: fc.integer({ min: 1, max: 6 }) }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const source = documentOf(parts);
        const passages = splitPassages(source);
        let end = 0;
        const covered = new Set<number>();
        passages.forEach((passage, place) => {
          const { span } = passage;
          expect(passage.id).toBe(`doc:${place}`);
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(span.end).toBeLessThanOrEqual(source.text.length);
          expect(source.text.slice(span.start, span.end)).toBe(passage.text);
          expect(passage.text.trim()).not.toBe('');
          expect(cutsPair(source.text, span.start) || cutsPair(source.text, span.end)).toBe(false);
          let sentenceEnd = span.start;
          for (const inner of passage.sentences) {
            expect(inner.start).toBeGreaterThanOrEqual(sentenceEnd);
            expect(inner.end).toBeLessThanOrEqual(span.end);
            expect(source.text.slice(sentenceEnd, inner.start).trim()).toBe('');
            sentenceEnd = inner.end;
          }
          expect(source.text.slice(sentenceEnd, span.end).trim()).toBe('');
          const headings = source.blocks.filter((block) => block.kind === 'heading');
          const inside = headings.filter((block) => block.span.start < span.end && block.span.end > span.start);
          // A heading without text below it is a passage of its own, or several when it is long.
          expect(inside.length === 0 || (inside.length === 1 && isPartOf(span, inside[0]?.span))).toBe(true);
          for (let offset = span.start; offset < span.end; offset++) covered.add(offset);
          end = span.end;
        });
        const titles = new Set(passages.flatMap((passage) => passage.headingPath));
        for (const { kind, span } of source.blocks) {
          const text = source.text.slice(span.start, span.end);
          if (kind === 'heading' && titles.has(text)) continue;
          for (let offset = span.start; offset < span.end; offset++) {
            if (!covered.has(offset)) expect(source.text.charAt(offset).trim()).toBe('');
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps to its limit of words where characters allow it', () => {
    const plain = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(plain, (lengths) => {
        const passages = splitPassages(
          documentOf(lengths.map((length) => ({ kind: 'paragraph', text: sentence(length) }))),
        );
        for (const { text } of passages) expect(countWords(text)).toBeLessThanOrEqual(passageLimits.maxJoinedWords);
      }),
    );
  });
});

function cutsPair(text: string, offset: number): boolean {
  return /[\ud800-\udbff]$/.test(text.slice(0, offset)) && /^[\udc00-\udfff]/.test(text.slice(offset));
}

function isPartOf(inner: { start: number; end: number }, outer: { start: number; end: number } | undefined): boolean {
  return outer !== undefined && inner.start >= outer.start && inner.end <= outer.end;
}
