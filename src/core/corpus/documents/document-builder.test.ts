import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockKind, ParsedDocument } from '../../domain/document.ts';
import { checkParsedDocument } from './check-parsed-document.ts';
import { createDocumentBuilder } from './document-builder.ts';
import { joinLines } from './join-lines.ts';

const rest = { mediaType: 'text/plain', title: null, warnings: [] };
const kinds: BlockKind[] = ['paragraph', 'list-item', 'table-row', 'code', 'quote'];
const blockText = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .map((text) => text.trim())
  .filter((text) => text !== '');
const join = (head: string, next: string): string => joinLines(head, next, new Set());

type Step =
  | { readonly do: 'page' }
  | { readonly do: 'block'; readonly kind: BlockKind; readonly text: string }
  | { readonly do: 'continue'; readonly text: string };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('page' as const) }),
    fc.record({ do: fc.constant('block' as const), kind: fc.constantFrom(...kinds), text: blockText }),
    fc.record({ do: fc.constant('continue' as const), text: blockText }),
  ),
);

describe('createDocumentBuilder', () => {
  it('maps blocks and pages exactly', () => {
    const builder = createDocumentBuilder();
    builder.beginPage(1);
    builder.addBlock('heading', 'Title', 1);
    builder.addBlock('paragraph', 'A sentence that goes on-');
    builder.beginPage(2);
    builder.continueBlock('ward here.', join);
    builder.beginPage(3);
    const { text, blocks, pages } = builder.finish();
    expect(text).toBe('Title\n\nA sentence that goes onward here.');
    expect(blocks.map(({ span }) => text.slice(span.start, span.end))).toEqual([
      'Title',
      'A sentence that goes onward here.',
    ]);
    expect(pages.map(({ span }) => text.slice(span.start, span.end))).toEqual([
      'Title\n\nA sentence that goes on',
      'ward here.',
      '',
    ]);
  });

  it('keeps every invariant under any sequence of calls', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const builder = createDocumentBuilder();
        let page = 0;
        let blocks = 0;
        let letters = '';
        for (const step of sequence) {
          if (step.do === 'page') builder.beginPage(++page);
          else if (step.do === 'block') {
            builder.addBlock(step.kind, step.text);
            blocks++;
            letters += step.text;
          } else if (blocks > 0) {
            builder.continueBlock(step.text, (head, next) => `${head} ${next}`);
            letters += step.text;
          }
        }
        const built: ParsedDocument = { ...rest, ...builder.finish() };
        checkParsedDocument(built);
        expect(built.blocks).toHaveLength(blocks);
        expect(built.pages).toHaveLength(page);
        expect(built.text.replace(/\s/g, '')).toBe(letters.replace(/\s/g, ''));
        if (page > 0 && sequence[0]?.do === 'page') {
          const onPages = built.pages.map(({ span }) => built.text.slice(span.start, span.end)).join('');
          expect(onPages.replace(/\s/g, '')).toBe(letters.replace(/\s/g, ''));
        }
      }),
    );
  });
});

describe('checkParsedDocument', () => {
  const good: ParsedDocument = {
    ...rest,
    text: 'ab cd',
    blocks: [
      { kind: 'paragraph', span: { start: 0, end: 2 }, level: 0 },
      { kind: 'heading', span: { start: 3, end: 5 }, level: 2 },
    ],
    pages: [{ number: 1, span: { start: 0, end: 5 } }],
  };

  it('accepts a sound document', () => {
    expect(() => checkParsedDocument(good)).not.toThrow();
  });

  it.each<[string, Partial<ParsedDocument>]>([
    ['overlapping blocks', { blocks: [...good.blocks, { kind: 'paragraph', span: { start: 4, end: 5 }, level: 0 }] }],
    ['text outside blocks', { text: 'ab x cd' }],
    ['a heading without a level', { blocks: [{ kind: 'heading', span: { start: 0, end: 5 }, level: 0 }] }],
    ['a span beyond the text', { blocks: [{ kind: 'quote', span: { start: 0, end: 6 }, level: 0 }] }],
    ['pages out of order', { pages: [...good.pages, { number: 1, span: { start: 5, end: 5 } }] }],
    ['half a character', { text: '😀', blocks: [{ kind: 'quote', span: { start: 0, end: 1 }, level: 0 }], pages: [] }],
  ])('refuses %s', (_, change) => {
    expect(() => checkParsedDocument({ ...good, ...change })).toThrow(/broke its promise/);
  });
});
