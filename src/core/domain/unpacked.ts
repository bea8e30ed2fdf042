import type { ErrorData } from './errors.ts';

/** Bytes that are read when they are needed; a `Blob` fits. */
export type FileData = {
  readonly size: number;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
};

/** Why something did not come out, as `details.reason` of its error: more exact than the code. */
export type UnpackReason =
  | 'disk'
  | 'archive-broken'
  | 'archive-locked'
  | 'unknown-packing'
  | 'packed-too-well'
  | 'damaged-inside'
  | 'too-many-files'
  | 'too-many-bytes'
  | 'too-deep'
  | 'mailbox-too-long'
  | 'too-many-messages'
  | 'message-too-long';

/**
 * What came out of a file: of an archive, a mailbox, an e-mail with attachments, or of a plain file, which is itself all
 * that comes. `name` is the path from the outermost file down, `letters.zip/2026/lease.pdf`.
 * - `file`: to be added as a document of its own, under that name. An e-mail and a part of a mailbox come after their
 *   attachments and carry a `mailId`; each attachment, and each failure among them, names it in `attachmentOf`.
 * - `failed`: cannot become a document, and why.
 * - `left-out`: holds nothing of the person's: what systems and programs leave in folders.
 */
export type Unpacked =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly data: FileData;
      readonly mailId?: string;
      readonly attachmentOf?: string;
    }
  | { readonly kind: 'failed'; readonly name: string; readonly error: ErrorData; readonly attachmentOf?: string }
  | { readonly kind: 'left-out'; readonly name: string };
