import { describe, expect, it } from 'vitest';
import { makePdf } from '../../bench/fixtures/make-pdf.ts';
import { isCancelled } from '../core/domain/errors.ts';
import { createPdfParser } from './pdf-parser.ts';

let runningWorkers = 0;

const parser = createPdfParser({
  worker: () => {
    const worker = new Worker(new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url), {
      type: 'module',
    });
    const terminate = worker.terminate.bind(worker);
    runningWorkers++;
    worker.terminate = () => {
      runningWorkers--;
      terminate();
    };
    return worker;
  },
  dataUrl: new URL('/node_modules/pdfjs-dist/', location.href).href,
});

/** One line of Chinese in a font that is not embedded, in a predefined encoding: readable only with the character maps. */
function chinesePdf(): Uint8Array {
  const text = [...'中文测试'].map((character) => character.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  const content = `BT /F1 20 Tf 60 700 Td <${text}> Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 /FontDescriptor 7 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 80 >>',
  ];
  const body = objects.map((object, place) => `${place + 1} 0 obj\n${object}\nendobj\n`).join('');
  // Without a table of offsets: pdf.js finds the objects by itself.
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<< /Size 8 /Root 1 0 R >>\n%%EOF\n`);
}

describe('createPdfParser in a browser', () => {
  it('reads text in a predefined encoding with the character maps of its own origin', async () => {
    const { text } = await parser.parse({ name: 'zhongwen.pdf', bytes: chinesePdf() });
    expect(text).toBe('中文测试');
    const hosts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).host);
    expect(new Set(hosts)).toEqual(new Set([location.host]));
  });

  it('reads 300 pages, reports them in order, and ends its worker', async () => {
    const seen: number[] = [];
    const parsed = await parser.parse(
      { name: 'long.pdf', bytes: makePdf(300) },
      { onProgress: (done) => seen.push(done) },
    );
    expect(parsed.pages).toHaveLength(300);
    expect(parsed.warnings).toEqual([]);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(300);
    expect(runningWorkers).toBe(0);
  });

  it('fails at once when its worker dies', async () => {
    const broken = createPdfParser({
      worker: () => new Worker(new URL('/no-such-worker.js', location.href), { type: 'module' }),
      dataUrl: location.href,
    });
    await expect(broken.parse({ name: 'a.pdf', bytes: makePdf(1) })).rejects.toMatchObject({ code: 'worker-died' });
  });

  it('is cancelled while its worker does not answer', async () => {
    const silent = URL.createObjectURL(new Blob(['for (;;) {}'], { type: 'text/javascript' }));
    const stuck = createPdfParser({ worker: () => new Worker(silent, { type: 'module' }), dataUrl: location.href });
    const controller = new AbortController();
    const outcome = stuck.parse({ name: 'a.pdf', bytes: makePdf(1) }, { signal: controller.signal });
    controller.abort();
    await expect(outcome).rejects.toSatisfy(isCancelled);
  });
});
