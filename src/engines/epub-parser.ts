// EPUB books (2 and 3): the chapters in reading order, each read as a page of HTML.
import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { DocumentWarning } from '../core/domain/document.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import { htmlToBlocks } from './html-to-blocks.ts';
import { nextTask } from './next-task.ts';
import { decodeText } from './text-decoding.ts';
import {
  attribute,
  childElements,
  descend,
  elementsNamed,
  elementText,
  type XmlElement,
  xmlReader,
} from './xml-tree.ts';
import { readZipMembers, resolveMember } from './zip-members.ts';

const containerPath = 'META-INF/container.xml';
const encryptionPath = 'META-INF/encryption.xml';

export const epubParser: Parser = {
  mediaTypes: ['application/epub+zip'],
  parse: async (file, options) => {
    const members = readZipMembers(file, (path) => /\.(?:opf|x?html?|xml)$/i.test(path));
    const xml = xmlReader(file.name, members);
    const packagePath = attribute(descend(xml(containerPath), 'rootfiles', 'rootfile'), 'full-path') ?? '';
    const book = xml(packagePath);
    if (!book) throw damaged(file.name, 'its table of contents is missing');
    const encrypted = encryptedPaths(xml(encryptionPath));
    const paths = chapterPaths(book, packagePath);
    if (paths.some((path) => encrypted.has(path))) throw protectedBook(file.name);

    const builder = createDocumentBuilder();
    const missing: string[] = [];
    for (const path of paths) {
      await nextTask();
      throwIfCancelled(options?.signal);
      const chapter = members.get(path);
      if (!chapter) missing.push(path);
      else
        for (const block of htmlToBlocks(decodeText(chapter).text).blocks)
          builder.addBlock(block.kind, block.text, block.level);
    }
    const warnings: DocumentWarning[] = missing.map((path) => ({
      code: 'part-not-read',
      message: `The chapter ${path} is missing from the book.`,
    }));
    return { mediaType: 'application/epub+zip', title: titleOf(book), warnings, ...builder.finish() };
  },
};

/** Paths of the chapters in reading order, without the list of contents. */
function chapterPaths(book: XmlElement, packagePath: string): readonly string[] {
  const manifest = descend(book, 'manifest');
  const items = new Map((manifest ? childElements(manifest, 'item') : []).map((item) => [attribute(item, 'id'), item]));
  const spine = descend(book, 'spine');
  return (spine ? childElements(spine, 'itemref') : []).flatMap((reference) => {
    const item = items.get(attribute(reference, 'idref'));
    const href = attribute(item, 'href');
    const isContents = attribute(item, 'properties')?.split(' ').includes('nav');
    return href === undefined || isContents ? [] : [resolveMember(packagePath, href)];
  });
}

/** Fonts are often scrambled, which does not matter here; chapters are only under copy protection. */
function encryptedPaths(encryption: XmlElement | undefined): ReadonlySet<string> {
  const references = encryption ? [...elementsNamed(encryption, 'CipherReference')] : [];
  return new Set(references.flatMap((reference) => attribute(reference, 'URI') ?? []));
}

function titleOf(book: XmlElement): string | null {
  const title = descend(book, 'metadata', 'title');
  return (title && elementText(title).trim()) || null;
}

function damaged(name: string, why: string): WinnowError {
  return new WinnowError('document-damaged', `“${name}” is damaged: ${why}. Download it again, and add it again.`, {
    name,
  });
}

function protectedBook(name: string): WinnowError {
  return new WinnowError(
    'document-encrypted',
    `“${name}” is under copy protection (DRM), so its text cannot be read. Add a copy without it.`,
    { name },
  );
}
