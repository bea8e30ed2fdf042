// Pages and pictures as the recogniser reads them: white behind, sharp enough, and of bounded size.
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type PictureSize, pictureSize } from '../core/corpus/documents/picture-size.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Picture } from '../core/domain/recognition.ts';

type RenderParameters = Parameters<PDFPageProxy['render']>[0];

/** What the recogniser was trained on. Lower, small print is lost; higher only takes longer. */
const dotsPerInch = 300;
const pointsPerInch = 72;
/** A picture is read with at most so many pixels, A4 at 350 dots per inch; a larger one is made smaller. */
const maxReadPixels = 12_000_000;
/** No canvas is longer in any browser. */
const maxReadSide = 16_000;
/** A picture file of more is not decoded: in memory each pixel takes four bytes. */
const maxPicturePixels = 100_000_000;
/** A picture of less is drawn larger, at most three times: letters on screens are about half as large as the recogniser likes. */
const goodSide = 2_000;
const maxEnlarged = 3;
/** The longer side of a picture file as a page, in points: that of A4. */
const pictureSidePoints = 842;

/** @throws what pdf.js throws at damaged content */
export async function drawPdfPage(page: PDFPageProxy): Promise<Picture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const pixelsPerPoint = scaleWithin(dotsPerInch / pointsPerInch, width, height);
  const viewport = page.getViewport({ scale: pixelsPerPoint });
  const { canvas, context } = whiteCanvas(viewport.width, viewport.height);
  // In a worker there are no animation frames, which pdf.js waits for unless it draws for a printer.
  // SAFETY: pdf.js's types name the page's kind of canvas; what it uses of it, both kinds have.
  const canvasContext = context as unknown as NonNullable<RenderParameters['canvasContext']>;
  const task = page.render({ canvas: null, canvasContext, viewport, intent: 'print' });
  // Between two stretches of drawing others get their turn.
  task.onContinue = (goOn: () => void) => setTimeout(goOn, 0);
  await task.promise;
  return pictureOf(canvas, pixelsPerPoint);
}

/**
 * A picture file, upright as its camera says; of an animation the first picture.
 * @throws WinnowError `picture-too-large`, `document-damaged`
 */
export async function drawPictureFile(file: {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}): Promise<Picture> {
  const size = pictureSize(file.bytes, file.mediaType);
  if (size === null) throw damaged(file.name, 'its beginning does not say how large it is');
  if (size.width * size.height > maxPicturePixels) throw tooLarge(file.name, size);
  const blob = new Blob([file.bytes.slice()], { type: file.mediaType });
  const bitmap = await createImageBitmap(blob).catch((error: unknown) => {
    throw damaged(file.name, error instanceof Error ? error.message : String(error), error);
  });
  try {
    const { width, height } = bitmap;
    const wanted = Math.min(maxEnlarged, Math.max(1, goodSide / Math.max(width, height)));
    const scale = scaleWithin(wanted, width, height);
    const { canvas, context } = whiteCanvas(width * scale, height * scale);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await pictureOf(canvas, Math.max(canvas.width, canvas.height) / pictureSidePoints);
  } finally {
    bitmap.close();
  }
}

function scaleWithin(wanted: number, width: number, height: number): number {
  return Math.min(wanted, Math.sqrt(maxReadPixels / (width * height)), maxReadSide / Math.max(width, height));
}

function whiteCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new WinnowError('recogniser-failed', 'The browser has no room to draw a page.', {});
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

async function pictureOf(canvas: OffscreenCanvas, pixelsPerPoint: number): Promise<Picture> {
  const { width, height } = canvas;
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  // Lets go of its memory now, not when it is found to be unused.
  canvas.width = 1;
  canvas.height = 1;
  return { png: new Uint8Array(await blob.arrayBuffer()), width, height, pixelsPerPoint };
}

function tooLarge(name: string, { width, height }: PictureSize): WinnowError {
  const megapixels = (width * height) / 1e6;
  return new WinnowError(
    'picture-too-large',
    `“${name}” is a picture of ${width} × ${height} pixels (${megapixels.toFixed(0)} million); at most ${maxPicturePixels / 1e6} million are read. Save it smaller.`,
    { name, pixelCount: width * height, maxPixels: maxPicturePixels },
  );
}

function damaged(name: string, reason: string, cause?: unknown): WinnowError {
  return new WinnowError(
    'document-damaged',
    `“${name}” is damaged and cannot be shown as a picture (${reason.replace(/\.$/, '')}). Open it elsewhere and save a copy.`,
    { name },
    cause,
  );
}
