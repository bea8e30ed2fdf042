import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { pptxParser } from './pptx-parser.ts';

const p = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (type: string, ...texts: readonly string[]) =>
  `<p:sp><p:nvSpPr><p:nvPr>${type && `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${texts.map(p).join('')}</p:txBody></p:sp>`;
const slide = (...shapes: readonly string[]) =>
  `<p:sld><p:cSld><p:spTree>${shapes.join('')}</p:spTree></p:cSld></p:sld>`;
const relations = (...targets: readonly string[]) =>
  `<Relationships>${targets.map((target, index) => `<Relationship Id="r${index}" Target="${target}"/>`).join('')}</Relationships>`;
const table =
  `<p:graphicFrame><a:tbl><a:tr><a:tc>${p('Month')}</a:tc><a:tc>${p('Euro')}</a:tc></a:tr>` +
  `<a:tr><a:tc>${p('May')}</a:tc><a:tc>${p('840')}${p('cold')}</a:tc></a:tr></a:tbl></p:graphicFrame>`;

const members = {
  '[Content_Types].xml': '<Types/>',
  'ppt/presentation.xml':
    '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r1"/><p:sldId id="257" r:id="r0"/><p:sldId id="258" r:id="r2"/></p:sldIdLst></p:presentation>',
  'ppt/_rels/presentation.xml.rels': relations('slides/slide1.xml', 'slides/slide2.xml', '/ppt/slides/slide3.xml'),
  'ppt/slides/slide1.xml': slide(shape('', 'free text'), shape('sldNum', '2'), table),
  'ppt/slides/slide2.xml': slide(shape('body', 'one', 'two'), shape('ctrTitle', 'The plan')),
  'ppt/slides/slide3.xml': slide(),
  'ppt/slides/_rels/slide2.xml.rels': relations('../slideLayouts/a.xml', '../notesSlides/notesSlide1.xml'),
  'ppt/notesSlides/notesSlide1.xml': slide(shape('sldImg'), shape('body', 'Speak slowly.'), shape('sldNum', '1')),
};
const pptx = (others: Readonly<Record<string, string>> = {}) =>
  zipSync(Object.fromEntries(Object.entries({ ...members, ...others }).map(([path, text]) => [path, strToU8(text)])));

describe('pptxParser', () => {
  it('reads the slides in order, title first, with tables and notes', async () => {
    const { text, title, blocks, pages, warnings } = await pptxParser.parse({ name: 'a.pptx', bytes: pptx() });
    expect(blocks.map(({ kind, span }) => `${kind}: ${text.slice(span.start, span.end)}`)).toEqual([
      'heading: The plan',
      'list-item: one',
      'list-item: two',
      'quote: Speaker’s note: Speak slowly.',
      'list-item: free text',
      'table-row: Month | Euro',
      'table-row: May | 840 cold',
    ]);
    expect(title).toBe('The plan');
    expect(pages.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(warnings).toEqual([{ code: 'page-without-text', message: 'Slide 3 has no text.', page: 3 }]);
  });

  it('takes a target that is no address for a slide that is missing', async () => {
    const targets = relations('slides/slide1.xml', '//[', '%');
    const { warnings } = await pptxParser.parse({
      name: 'a.pptx',
      bytes: pptx({ 'ppt/_rels/presentation.xml.rels': targets }),
    });
    expect(warnings.map(({ page }) => page)).toEqual([1, 3]);
  });

  it.each([
    ['no list of slides', zipSync({ 'ppt/other.xml': strToU8('<a/>') })],
    ['a slide that is no XML', pptx({ 'ppt/slides/slide2.xml': '<p:sld' })],
  ])('says that it is damaged: %s', async (_, bytes) => {
    await expect(pptxParser.parse({ name: 'a.pptx', bytes })).rejects.toMatchObject({ code: 'document-damaged' });
  });
});
