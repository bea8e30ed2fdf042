// Names of files in a zip: which letters they are written in, and what is left of them as a name to show.
import { crc32 } from './crc32.ts';

/** Code page 437 from 0x80 on: what a zip's names are in unless it says otherwise (APPNOTE 6.3.10, appendix D). */
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Separators and marks that make a name look like another one: control characters and changes of writing direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unfitCharacters = /[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd]/g;

/**
 * A member's name as text, in the archive's own spelling.
 * @param isUtf8 the archive says so (bit 11 of the flags)
 * @param unicodePath the contents of Info-ZIP's extra field 0x7075, if there is one
 */
export function decodeMemberName(name: Uint8Array, isUtf8: boolean, unicodePath?: Uint8Array): string {
  if (unicodePath && unicodePath.length > 5) {
    const view = new DataView(unicodePath.buffer, unicodePath.byteOffset, unicodePath.byteLength);
    // It goes with the name that it was written for: a tool that renamed the member may have left the field as it was.
    if (view.getUint32(1, true) === crc32(name)) return new TextDecoder().decode(unicodePath.subarray(5));
  }
  if (isUtf8) return new TextDecoder().decode(name);
  try {
    // Macs write UTF-8 and do not say so; other encodings are hardly ever well-formed UTF-8 by chance.
    return new TextDecoder('utf-8', { fatal: true }).decode(name);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return Array.from(name, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : codePage437[byte - 0x80])).join('');
}

/**
 * A member's path as part of a document's name: never above the archive's own folder, no drive, no control characters.
 * It is only shown and never opened, so that a path that climbs (`../../a`) is harmless even before this.
 */
export function cleanMemberPath(path: string): string {
  const parts = path
    .replaceAll('\\', '/')
    .replace(unfitCharacters, '_')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.length === 0 ? 'without a name' : parts.join('/');
}

/** Gives each name that comes again a number: `a.txt`, `a.txt (2)`. */
export function uniqueNames(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}
