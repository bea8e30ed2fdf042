const mebibyte = 1024 * 1024;

/** One message with its attachments; the largest that mail servers take are about 50 MB. Longer ones are skipped, and said. */
export const maxMessageBytes = 64 * mebibyte;
/** A part of a mailbox as one document: at least one message. */
export const maxMailboxPartBytes = maxMessageBytes;
