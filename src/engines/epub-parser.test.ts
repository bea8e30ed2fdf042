import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { epubParser } from './epub-parser.ts';

const container =
  '<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
const book = `<package><metadata xmlns:dc="d"><dc:title>A Walk</dc:title></metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" properties="nav"/>
    <item id="two" href="text/two%20b.xhtml"/><item id="one" href="text/one.xhtml"/><item id="gone" href="../gone.xhtml"/>
  </manifest>
  <spine><itemref idref="nav"/><itemref idref="one"/><itemref idref="two"/><itemref idref="gone"/></spine></package>`;
const page = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;

function epub(others: Readonly<Record<string, string>> = {}): Uint8Array {
  const members = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OEBPS/book.opf': book,
    'OEBPS/nav.xhtml': page('<nav><p>Contents</p></nav>'),
    'OEBPS/text/one.xhtml': page('<h1>Chapter I</h1><p>It rained.</p>'),
    'OEBPS/text/two b.xhtml': page('<h1>Chapter II</h1><p>It stopped.</p>'),
    ...others,
  };
  return zipSync(Object.fromEntries(Object.entries(members).map(([path, text]) => [path, strToU8(text)])));
}

const parse = (bytes: Uint8Array) => epubParser.parse({ name: 'a.epub', bytes });

describe('epubParser', () => {
  it('reads the chapters in order, and says what is missing', async () => {
    const { text, title, blocks, warnings } = await parse(epub());
    expect(text).toBe('Chapter I\n\nIt rained.\n\nChapter II\n\nIt stopped.');
    expect(blocks.map(({ kind, level }) => [kind, level])).toEqual([
      ['heading', 1],
      ['paragraph', 0],
      ['heading', 1],
      ['paragraph', 0],
    ]);
    expect(title).toBe('A Walk');
    expect(warnings.map(({ message }) => message)).toEqual(['The chapter gone.xhtml is missing from the book.']);
  });

  it('tells scrambled fonts from copy protection', async () => {
    const encryption = (path: string) =>
      `<encryption><EncryptedData><CipherData><CipherReference URI="${path}"/></CipherData></EncryptedData></encryption>`;
    const fonts = epub({ 'META-INF/encryption.xml': encryption('OEBPS/fonts/a.otf') });
    expect((await parse(fonts)).text).toContain('It rained.');
    const locked = epub({ 'META-INF/encryption.xml': encryption('OEBPS/text/one.xhtml') });
    await expect(parse(locked)).rejects.toMatchObject({ code: 'document-encrypted' });
  });

  it.each([
    ['no container', { 'META-INF/container.xml': '<container/>' }],
    ['a package that is no XML', { 'OEBPS/book.opf': '<package' }],
  ])('says that it is damaged: %s', async (_, others) => {
    await expect(parse(epub(others))).rejects.toMatchObject({ code: 'document-damaged' });
  });
});
