/**
 * One message with its attachments; the largest that mail servers take are about 50 MB. Longer ones are skipped, and said.
 * Also the limit of a mailbox's part, which is at least one message.
 */
export const maxMessageBytes = 64 * 1024 * 1024;
