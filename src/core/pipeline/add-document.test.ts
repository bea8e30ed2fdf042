import { expect, it } from 'vitest';
import type { DocumentWarning } from '../domain/document.ts';
import type { NewDocument, Store } from '../domain/store.ts';
import { type AddDocumentParts, addDocument } from './add-document.ts';
import { splitByBlock } from './library-fixture.ts';

it('puts the warnings that came with a file to those of its parser', async () => {
  const ofParser: DocumentWarning = { code: 'part-not-read', message: 'One attachment was not read.' };
  const given: DocumentWarning = { code: 'part-not-read', message: 'Another was locked.' };
  const added: NewDocument[] = [];
  const parts: AddDocumentParts = {
    sha256: async () => 'id',
    parse: async () => ({
      mediaType: 'text/plain',
      title: null,
      text: 'Text.',
      blocks: [{ kind: 'paragraph', span: { start: 0, end: 5 }, level: 0 }],
      pages: [],
      warnings: [ofParser],
    }),
    splitter: { version: 'block-1', passagesOf: splitByBlock },
    pause: async () => undefined,
    // SAFETY: nothing else of the store is called.
    store: { addDocument: async (document) => void added.push(document) } as Pick<Store, 'addDocument'> as Store,
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    nameOf: () => undefined,
  };
  const file = { name: 'mail.eml', bytes: new ArrayBuffer(5), warnings: [given] };
  expect((await addDocument(file, parts)).document.warnings).toEqual([ofParser, given]);
  expect(added[0]?.document.warnings).toEqual([ofParser, given]);
});
