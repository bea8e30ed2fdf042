/** True when a cut at this offset would take a surrogate pair apart. */
export function splitsPair(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  const before = text.charCodeAt(offset - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
