/**
 * Text as it is stored, searched and shown. It is made before offsets exist, so every later span is exact in it.
 * Kept: all letters, punctuation, quotation marks and symbols as written. Changed: forms that only typesetting knows.
 */

/** Runs of white space become one space; nothing at either end. For everything but code. */
export function normaliseProse(raw: string): string {
  return cleanCharacters(raw).replace(/\s+/gu, ' ').trim();
}

/** Line breaks and indentation are kept; blank lines and spaces at line ends are not. For code and verse. */
export function normaliseLines(raw: string): string {
  return cleanCharacters(raw)
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/gu, '\n')
    .replace(/[^\S\n]+(?=\n|$)/gu, '')
    .replace(/\n{2,}/gu, '\n')
    .replace(/^\n+|\n+$/gu, '');
}

// Typographic ligatures of Latin letters. Unicode's compatibility forms would also flatten superscripts, fractions and full-width
// letters, which carry meaning; so only these.
const ligatures: Readonly<Record<string, string>> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
  '\ufb05': 'st',
  '\ufb06': 'st',
};

function cleanCharacters(raw: string): string {
  // Plain ASCII needs none of the following, and most text is that.
  if (/^[\t\n\r\x20-\x7e]*$/.test(raw)) return raw;
  return (
    raw
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\ufb00-\ufb06]/gu, (ligature) => ligatures[ligature] ?? ligature)
      // A soft hyphen at a line's end joins the two lines; anywhere else it is invisible.
      .replace(/\u00ad[^\S\n]*\r?\n[^\S\n]*/gu, '')
      // Invisible: soft hyphen, zero-width space, word joiner, byte-order mark; marks that reverse what is shown.
      .replace(/[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu, '')
      // Control characters except tab and line breaks.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/gu, '')
  );
}
