import type { ErrorDetails } from '../core/domain/errors.ts';
import type { UnpackReason } from '../core/domain/unpacked.ts';

type Sentence = { readonly title: string; readonly advice: string };

/** What happened to a file on its way out of an archive, a mailbox or a folder: more exact than its error's code. */
const sentences: Readonly<Record<UnpackReason, Sentence>> = {
  disk: {
    title: 'The disk did not give this file.',
    advice: 'Check that it is a file, still there, and that you may open it.',
  },
  'archive-broken': {
    title: 'This archive is not complete.',
    advice: 'Its list of contents is missing or breaks off. Get it again, and add it again.',
  },
  'archive-locked': {
    title: 'This is locked with a password.',
    advice: 'Unpack the archive with its password, and add the files.',
  },
  'unknown-packing': {
    title: 'This file is packed in a way that Winnow cannot unpack.',
    advice: 'Unpack the archive yourself, and add the files.',
  },
  'packed-too-well': {
    title: 'This file would unpack to hundreds of times its size.',
    advice: 'Files are made like that to fill a disk. If you trust it, unpack the archive yourself, and add the file.',
  },
  'damaged-inside': {
    title: 'This file is damaged inside its archive.',
    advice: 'Get the archive again, or unpack it yourself and add the file.',
  },
  'too-many-files': {
    title: 'These are too many files at once.',
    advice: 'Unpack the archive, and add what you need, or add it in parts.',
  },
  'too-many-bytes': {
    title: 'This is too much to unpack at once.',
    advice: 'Unpack it yourself, and add it in parts.',
  },
  'too-deep': {
    title: 'This lies too deep inside other files.',
    advice: 'An archive in an archive is opened, one in that is not. Unpack it yourself, and add it.',
  },
  'mailbox-too-long': {
    title: 'This mailbox is too long.',
    advice: 'The limit is 2 GB. Export it from your mail program in parts, by year or by folder.',
  },
  'too-many-messages': {
    title: 'This mailbox holds too many messages.',
    advice:
      'The first 50,000 were read, those after them were not. Export it from your mail program in parts, by year or by folder.',
  },
  'message-too-long': {
    title: 'This message is too long.',
    advice: 'It was not read. Save its attachments from your mail program, and add those.',
  },
};

/** Undefined for other errors. */
export function unpackSentence(details: ErrorDetails): Sentence | undefined {
  const reason = details['reason'];
  return typeof reason === 'string' && Object.hasOwn(sentences, reason)
    ? // SAFETY: it is one of its own keys.
      sentences[reason as UnpackReason]
    : undefined;
}
