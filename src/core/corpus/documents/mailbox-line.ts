/** Longer lines are none: senders' addresses end at 320 characters. */
const maxLineChars = 500;

/** Sender, if any, then at once the day of the week; then month and day in either order, and a time of day. */
const mailboxLine =
  /^From +(?:(?:"[^"]*"\S*|\S+) +)?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? +(?:[A-Z][a-z]{2} +\d{1,2}|\d{1,2} +[A-Z][a-z]{2})\b.*\b\d{1,2}:\d{2}\b/;

/**
 * True for the line ahead of each message of an mbox file: `From ada@example.org Mon Nov  2 09:00:00 2026` (RFC 4155; many
 * programs write the date in other orders, `-` for the sender, or a time zone). A sentence that begins with "From" is none.
 */
export function isMailboxLine(line: string): boolean {
  return line.length <= maxLineChars && mailboxLine.test(line) && /\b(?:19|20)\d{2}\b/.test(line);
}

/** True for the first line of an e-mail's head: `Subject: …` (RFC 5322: printable ASCII up to a colon). */
export function isHeaderLine(line: string): boolean {
  return /^[!-9;-~]{1,76}:/.test(line);
}
