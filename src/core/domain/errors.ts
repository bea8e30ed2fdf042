/** Errors are data: a code that programs branch on, a message for people, and the values that belong to it. */
export type ErrorCode =
  // documents
  | 'document-empty'
  | 'document-too-large'
  | 'document-type-unsupported'
  | 'document-damaged'
  | 'document-encrypted'
  | 'document-no-text'
  | 'document-duplicate'
  | 'document-not-found'
  | 'tag-refused'
  | 'picture-too-large'
  // questions
  | 'question-empty'
  | 'question-too-long'
  | 'question-no-terms'
  | 'library-empty'
  // model files
  | 'artifact-unknown'
  | 'artifact-unavailable'
  | 'artifact-corrupt'
  // engines
  | 'recogniser-unavailable'
  | 'recogniser-failed'
  | 'engine-unavailable'
  | 'engine-self-test-failed'
  | 'engine-failed'
  | 'device-lost'
  | 'context-overflow'
  // walls
  | 'worker-died'
  | 'protocol-mismatch'
  | 'time-limit'
  // storage
  | 'storage-full'
  | 'storage-unavailable'
  | 'storage-failed'
  | 'original-lost'
  | 'index-mismatch'
  // exported libraries
  | 'library-file-foreign'
  | 'library-file-version'
  | 'library-file-damaged'
  | 'library-file-unwritable'
  // a fault of our own
  | 'internal';

export type ErrorDetails = Readonly<Record<string, string | number | boolean>>;

/** The form in which an error crosses a worker wall and is kept in a trace. */
export type ErrorData = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
};

/** The one error class. `message` says what is wrong, the value, and what to do. */
export class WinnowError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'WinnowError';
    this.code = code;
    this.details = details;
  }
}

/** What is thrown when the person cancelled: an outcome, so it carries no error code. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'AbortError';
  }
}

/** True for our own `Cancelled` and for the `AbortError` that the platform throws. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Any thrown value as data; an unknown one becomes `internal` with its own message kept. */
export function errorDataOf(error: unknown): ErrorData {
  if (error instanceof WinnowError) {
    return { code: error.code, message: error.message, details: error.details };
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: 'internal', message, details: {} };
}

/** True for a file that was refused because its text is only in pictures, which can be read; not where it was locked. */
export function isInPictures({ code, details }: ErrorData): boolean {
  return code === 'document-no-text' && typeof details['pictureCount'] === 'number' && details['isLocked'] !== true;
}
