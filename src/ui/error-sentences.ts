import type { ErrorCode, ErrorData, ErrorDetails } from '../core/domain/errors.ts';
import { formatBytes, formatCount } from './format.ts';
import { unpackSentence } from './unpack-sentences.ts';

/** What happened, and what the person can do about it. */
export type ErrorSentence = { readonly title: string; readonly advice: string };

type Writer = (details: ErrorDetails) => ErrorSentence;

const numberIn = (details: ErrorDetails, ...keys: readonly string[]): number | null => {
  const found = keys.map((key) => details[key]).find((value) => typeof value === 'number');
  return typeof found === 'number' ? found : null;
};

const textIn = (details: ErrorDetails, ...keys: readonly string[]): string | null => {
  const found = keys.map((key) => details[key]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : null;
};

const plain =
  (title: string, advice: string): Writer =>
  () => ({ title, advice });

const writers: Readonly<Record<ErrorCode, Writer>> = {
  'document-empty': (details) =>
    numberIn(details, 'fileCount') === 0
      ? { title: 'There is no file in it.', advice: 'Check that it was saved or copied completely.' }
      : { title: 'This file is empty.', advice: 'It holds 0 bytes. Check that it was saved or copied completely.' },
  'document-too-large': (details) => {
    const limit = numberIn(details, 'limitBytes', 'maxBytes');
    return {
      title: 'This file is too large.',
      advice:
        limit === null
          ? 'Split it and add the parts.'
          : `The limit is ${formatBytes(limit)}. Split it and add the parts.`,
    };
  },
  'document-type-unsupported': plain(
    'Winnow cannot read this kind of file.',
    'It reads PDF, Word, PowerPoint, Excel, OpenDocument, EPUB, HTML, Markdown, CSV, JSON, Jupyter notebooks, source code, e-mail, mailboxes, plain text, ZIP archives and folders of these, and the text in pictures (PNG, JPEG, WebP, GIF, BMP). The content decides, not the ending of the name.',
  ),
  'document-damaged': plain(
    'This file cannot be read.',
    'It is damaged, or not what its name says. Open it in its own program and save it again.',
  ),
  'document-encrypted': (details) => {
    switch (textIn(details, 'password')) {
      case 'needed':
        return { title: 'This file is locked with a password.', advice: 'Enter the password to add it.' };
      case 'wrong':
        return {
          title: 'This password does not open the file.',
          advice: 'Check capital letters and the keyboard’s language, and try again.',
        };
      default:
        return {
          title: 'This file is locked with a password.',
          advice: 'Save a copy without the password and add that.',
        };
    }
  },
  'document-no-text': (details) => {
    const pictureCount = numberIn(details, 'pictureCount');
    if (details['isRecognised'] === true) {
      return {
        title: 'No text could be made out in its pictures.',
        advice: 'Nothing was kept of it. Try another language, or a sharper and upright scan.',
      };
    }
    if (details['isLocked'] === true) {
      return {
        title: 'This file holds no text.',
        advice:
          'It is a scan with a password. Save a copy without the password and add that: the text in its pictures can be read.',
      };
    }
    // Only a file that has pages can be a scan of them.
    if (numberIn(details, 'pageCount') !== null) {
      return {
        title: 'This file holds no text.',
        advice: 'It is probably a scan: pictures of pages. The text in them can be read here, on this device.',
      };
    }
    if (pictureCount !== null) {
      return {
        title: 'This file is a picture, and holds no text by itself.',
        advice: 'The text in it can be read here, on this device.',
      };
    }
    return {
      title: 'This file holds no text.',
      advice: 'There is no letter or digit in it. Check that it was saved completely.',
    };
  },
  'document-duplicate': (details) => {
    const name = textIn(details, 'existingName', 'name');
    return {
      title: 'You already have this file.',
      advice:
        name === null ? 'The same content is in your library.' : `The same content is in your library as “${name}”.`,
    };
  },
  'document-not-found': plain('This document is no longer in your library.', 'Add the file again to see its text.'),
  'tag-refused': (details) => {
    switch (textIn(details, 'reason')) {
      case 'too-long':
        return {
          title: 'This tag is too long.',
          advice: `At most ${numberIn(details, 'maxTagChars') ?? 40} characters. Shorten it.`,
        };
      case 'too-many':
        return {
          title: 'This document has as many tags as it can have.',
          advice: `At most ${numberIn(details, 'maxTagCount') ?? 20}. Take one off first.`,
        };
      default:
        return { title: 'Type a tag first.', advice: 'A word or two that can be seen.' };
    }
  },
  'picture-too-large': (details) => {
    const pixels = numberIn(details, 'pixelCount');
    const limit = numberIn(details, 'maxPixels');
    const inMillions = (count: number | null): string => formatCount((count ?? 0) / 1e6);
    return {
      title: 'This picture has too many pixels.',
      advice: `It has ${inMillions(pixels)} million; the limit is ${inMillions(limit)} million. Save it smaller and add that.`,
    };
  },
  'recogniser-unavailable': plain(
    'Text recognition could not be loaded.',
    'Check that Winnow is still being served whole, then try again. Nothing was changed.',
  ),
  'recogniser-failed': plain(
    'Text recognition stopped in the middle.',
    'Most often the browser ran out of memory. Close other tabs and try again. Nothing was changed.',
  ),
  'question-empty': plain('Type a question first.', 'Ask about anything in your documents.'),
  'question-too-long': (details) => {
    const limit = numberIn(details, 'limitChars');
    return {
      title: 'This question is too long for the model.',
      advice: `${limit === null ? '' : `At most ${formatCount(limit)} characters can be asked. `}Shorten it, or add the long text as a document.`,
    };
  },
  'question-no-terms': plain('There is no word to search for in this question.', 'Use at least one word.'),
  'library-empty': plain('Your library is empty.', 'Add a document first, then ask.'),
  'artifact-unknown': plain(
    'A model file is missing from the catalog.',
    'This copy of Winnow is incomplete: install it again.',
  ),
  'artifact-unavailable': (details) => ({
    title: `A model file could not be loaded${withName(details)}.`,
    advice: 'Check that Winnow is still being served, then try again.',
  }),
  'artifact-corrupt': (details) => ({
    title: `A model file has wrong bytes${withName(details)}.`,
    advice: 'It was fetched twice and was wrong twice, so it is not used. Install this copy of Winnow again.',
  }),
  'engine-unavailable': plain(
    'No engine could start on this device.',
    'Try a current version of Chrome, Edge, Firefox or Safari, or close other tabs to free memory.',
  ),
  'engine-self-test-failed': plain(
    'The engine gave wrong numbers in its self-test.',
    'It is not used, because its answers could not be trusted. Update the graphics driver or use the WebAssembly engine.',
  ),
  'engine-failed': plain(
    'The model stopped working in the middle.',
    'Ask again. If it happens again, reload the page.',
  ),
  'device-lost': plain(
    'The graphics device was lost.',
    'This happens when the computer sleeps or its driver restarts. Ask again.',
  ),
  'context-overflow': plain('This is more text than the model can read at once.', 'Shorten the question.'),
  'worker-died': plain(
    'A background task ended unexpectedly.',
    'Most often the browser ran out of memory. Close other tabs and try again.',
  ),
  'protocol-mismatch': plain('The page and its background tasks are of different versions.', 'Reload the page.'),
  'time-limit': plain('This took too long and was stopped.', 'Try again; other programs may have slowed the device.'),
  'storage-full': (details) => ({
    title: 'There is not enough room in the browser’s storage.',
    advice: `${roomSentence(details)}Remove documents you no longer need, or free space on the disk. Nothing was half saved.`,
  }),
  'storage-unavailable': plain(
    'The browser does not let Winnow store anything.',
    'Leave private browsing, or allow site data for this page.',
  ),
  'storage-failed': plain(
    'The browser’s storage reported an error.',
    'Reload the page. If it stays, delete everything and add the files again.',
  ),
  'original-lost': plain(
    'The original file is lost.',
    'Its text is still here. Remove the document and add the file again to get it back.',
  ),
  'index-mismatch': plain(
    'The search index was made by another version.',
    'Reload the page: it is built again from your documents.',
  ),
  'library-file-foreign': plain(
    'This is not a library that Winnow exported.',
    'To add the files in it as documents, use “Add files”.',
  ),
  'library-file-version': plain(
    'This library was exported by a newer Winnow.',
    'Reload the page to get the newer Winnow, and import it again.',
  ),
  'library-file-damaged': (details) => {
    const member = textIn(details, 'member');
    const what = textIn(details, 'what');
    return {
      title: 'This library’s file is damaged. Nothing of it was added.',
      advice: `${member === null ? '' : `“${member}” ${what ?? 'is damaged'}. `}Take another copy of the file, or export the library again.`,
    };
  },
  'library-file-unwritable': (details) => ({
    title: 'The file could not be written.',
    advice:
      `${textIn(details, 'reason') ?? ''} Your library is as it was. Check the room on that disk, or choose another place.`.trim(),
  }),
  internal: plain('Something went wrong inside Winnow.', 'Reload the page. Your library is safe.'),
};

/** `About 40 MB are needed, 12 MB of 500 MB are free. `, as far as the browser says so. */
function roomSentence(details: ErrorDetails): string {
  const needed = numberIn(details, 'neededBytes');
  const used = numberIn(details, 'usedBytes');
  const quota = numberIn(details, 'quotaBytes');
  if (needed === null || needed === 0) return '';
  const free = used === null || quota === null ? null : Math.max(0, quota - used);
  // Where more is free than is needed, the disk itself is full.
  if (free === null || quota === null || free >= needed) return `About ${formatBytes(needed)} are needed. `;
  return `About ${formatBytes(needed)} are needed, ${formatBytes(free)} of ${formatBytes(quota)} are free. `;
}

function withName(details: ErrorDetails): string {
  const name = textIn(details, 'fileName', 'file', 'name');
  return name === null ? '' : ` (${name})`;
}

export function errorSentence(error: ErrorData): ErrorSentence {
  return unpackSentence(error.details) ?? writers[error.code](error.details);
}
