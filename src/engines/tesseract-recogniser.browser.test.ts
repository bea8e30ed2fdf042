import { describe, expect, it } from 'vitest';
import { isCancelled } from '../core/domain/errors.ts';
import { drawPdfPage, drawPictureFile } from './draw-pictures.ts';
import { NoFilterFactory, OffscreenCanvasFactory } from './offscreen-factories.ts';
import { createDocumentParser } from './parse-document.ts';
import { createTesseract } from './tesseract-recogniser.ts';

const recognitionUrl = new URL('/recognition/', location.href).href;
const parts = {
  drawPdfPage,
  drawPictureFile,
  drawing: { CanvasFactory: OffscreenCanvasFactory, FilterFactory: NoFilterFactory },
};
const parse = createDocumentParser(
  {
    worker: () =>
      new Worker(new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url), { type: 'module' }),
    dataUrl: new URL('/node_modules/pdfjs-dist/', location.href).href,
  },
  { ...parts, open: createTesseract(recognitionUrl) },
);
const recognition = { language: 'eng' } as const;

async function fixture(path: string) {
  const response = await fetch(path);
  return { name: path.slice(path.lastIndexOf('/') + 1), bytes: new Uint8Array(await response.arrayBuffer()) };
}
const notice = (ending: string) => fixture(`/src/engines/fixtures/documents/pictures/notice.${ending}`);
const ferry = () => fixture('/e2e/fixtures/documents/scanned-ferry.pdf');

describe('text recognition in a browser', () => {
  it.each(['png', 'jpg', 'webp', 'gif', 'bmp'])('reads a picture of text (%s)', async (ending) => {
    const parsed = await parse(await notice(ending), { recognition });
    expect(parsed.text).toContain('Notice to all tenants');
    expect(parsed.text).toContain('Questions are answered by Mrs Abernathy, room 12.');
    expect(parsed).toMatchObject({ title: 'Notice to all tenants', warnings: [{ code: 'recognised', page: 1 }] });
    const hosts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).host);
    expect(new Set(hosts)).toEqual(new Set([location.host]));
  });

  it('reads a scanned PDF page by page, each in its place', async () => {
    const seen: string[] = [];
    const onPage = (done: number, total: number) => void seen.push(`${done} of ${total}`);
    const { text, pages, warnings } = await parse(await ferry(), { recognition: { ...recognition, onPage } });
    const texts = pages.map(({ span }) => text.slice(span.start, span.end));
    expect(texts).toHaveLength(4);
    expect(texts[0]).toContain('harbour master raises the green lantern.');
    expect(texts[2]).toContain('the mate rings the bronze bell every ninety seconds.');
    expect(warnings.map(({ code, page }) => `${code} ${page}`)).toEqual(
      [1, 2, 3, 4].map((page) => `recognised ${page}`),
    );
    expect(seen).toEqual(['0 of 4', '1 of 4', '2 of 4', '3 of 4', '4 of 4']);
  });

  it('stops in the middle of a page when it is cancelled', async () => {
    const signal = { aborted: false };
    const onPage = (done: number) => {
      if (done === 1) signal.aborted = true;
    };
    const outcome = parse(await ferry(), { signal, recognition: { ...recognition, onPage } });
    await expect(outcome).rejects.toSatisfy(isCancelled);
  });

  it('says so where its files are missing, be it the worker or a language', async () => {
    const picture = await notice('png');
    const withoutWorker = createDocumentParser(
      { worker: '', dataUrl: '' },
      { ...parts, open: createTesseract(new URL('/no-such-folder/', location.href).href) },
    );
    await expect(withoutWorker(picture, { recognition })).rejects.toMatchObject({ code: 'recogniser-unavailable' });
    const open = createTesseract(recognitionUrl);
    // SAFETY: what would happen if its data were not there.
    const missing = open('xyz' as 'eng');
    await expect(missing).rejects.toMatchObject({ code: 'recogniser-unavailable', details: { language: 'xyz' } });
  });

  it('says so when it cannot read what it is given, and is ended', async () => {
    const recogniser = await createTesseract(recognitionUrl)('eng');
    const picture = { png: new Uint8Array(100), width: 10, height: 10, pixelsPerPoint: 1 };
    await expect(recogniser.recognise(picture)).rejects.toMatchObject({ code: 'recogniser-failed' });
  });
});

describe('a picture file', () => {
  it('that is damaged, or of more pixels than fit in memory, is refused before it is read', async () => {
    const { name, bytes } = await notice('png');
    const cut = { name, bytes: bytes.slice(0, 60), mediaType: 'image/png' };
    await expect(drawPictureFile(cut)).rejects.toMatchObject({ code: 'document-damaged', details: { name } });
    const huge = bytes.slice();
    new DataView(huge.buffer).setUint32(16, 1_000_000);
    const outcome = drawPictureFile({ name, bytes: huge, mediaType: 'image/png' });
    await expect(outcome).rejects.toMatchObject({ code: 'picture-too-large', details: { pixelCount: 420_000_000 } });
  });

  it('is drawn larger where its letters are small, and smaller where it is very large', async () => {
    const drawn = await drawPictureFile({ ...(await notice('png')), mediaType: 'image/png' });
    expect([drawn.width, drawn.height]).toEqual([2000, 933]);
    const large = new OffscreenCanvas(6000, 4000);
    large.getContext('2d')?.fillRect(0, 0, 10, 10);
    const bytes = new Uint8Array(await (await large.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
    const { width, height } = await drawPictureFile({ name: 'a.jpg', bytes, mediaType: 'image/jpeg' });
    expect(width * height).toBeLessThanOrEqual(12_010_000);
    expect(width / height).toBeCloseTo(1.5, 2);
  });
});
