import { layOutPages } from '../core/corpus/documents/layout/lay-out-pages.ts';
import { recognisePages } from '../core/corpus/documents/recognise-pages.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { ParsedDocument } from '../core/domain/document.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import type { OpenRecogniser, Picture, Recognition } from '../core/domain/recognition.ts';

export type PictureParts = {
  readonly open: OpenRecogniser;
  readonly drawPictureFile: (file: {
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly mediaType: string;
  }) => Promise<Picture>;
};

/**
 * A picture file as a document of one page, its text recognised.
 * @throws WinnowError `document-no-text`, `document-damaged`, `picture-too-large`, `recogniser-…`; Cancelled
 */
export async function parsePicture(
  file: { readonly name: string; readonly bytes: Uint8Array; readonly mediaType: string },
  parts: PictureParts,
  recognition: Recognition,
  options: Parameters<Parser['parse']>[1] = {},
): Promise<ParsedDocument> {
  throwIfCancelled(options.signal);
  const picture = await parts.drawPictureFile(file);
  const { width, height, pixelsPerPoint } = picture;
  const page = { number: 1, width: width / pixelsPerPoint, height: height / pixelsPerPoint };
  const source = { ...page, draw: async () => picture };
  const { pages, warnings } = await recognisePages([source], parts.open, recognition, null, options.signal);
  const text = layOutPages(pages, []);
  if (text.text === '') throw noTextFound(file.name, 1);
  return {
    mediaType: file.mediaType,
    title: text.largestLine,
    text: text.text,
    blocks: text.blocks,
    pages: text.pages,
    warnings: [...warnings, ...text.warnings],
  };
}

/** Text recognition was asked for, and found none. */
export function noTextFound(name: string, pictureCount: number): WinnowError {
  return new WinnowError(
    'document-no-text',
    `No text could be made out in ${pictureCount === 1 ? 'the picture' : `the ${pictureCount} pictures`} of “${name}”. Nothing was added.`,
    { name, pictureCount, isRecognised: true },
  );
}
