// Files inside a zip (office documents, books), read with limits: an archive may claim, or hold, any amount.
import { unzipSync } from 'fflate';
import { WinnowError } from '../core/domain/errors.ts';

const mebibyte = 1024 * 1024;
/** Of all members together, wanted or not. */
const maxMembers = 50_000;
/** Of the wanted members together, inflated. Text of this length is a library of its own. */
const maxInflatedBytes = 256 * mebibyte;

/**
 * The wanted members, inflated, by path. Sizes are those of the archive's directory; no member gets more memory than it says.
 * @throws WinnowError `document-damaged` for a broken archive, `document-too-large` past the limits
 */
export function readZipMembers(
  file: { readonly name: string; readonly bytes: Uint8Array },
  isWanted: (path: string) => boolean,
): ReadonlyMap<string, Uint8Array> {
  let memberCount = 0;
  let inflatedBytes = 0;
  const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean => {
    if (++memberCount > maxMembers) throw tooLarge(file.name, `holds more than ${maxMembers} files`);
    if (!isWanted(name)) return false;
    inflatedBytes += originalSize;
    if (inflatedBytes > maxInflatedBytes) {
      throw tooLarge(file.name, `holds more than ${maxInflatedBytes / mebibyte} MB of text when unpacked`);
    }
    return true;
  };
  try {
    return new Map(Object.entries(unzipSync(file.bytes, { filter })));
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    throw new WinnowError(
      'document-damaged',
      `“${file.name}” is damaged: it cannot be unpacked. Save or download it again, and add it again.`,
      { name: file.name, cause: error instanceof Error ? error.message : String(error) },
    );
  }
}

/**
 * The path that `href`, percent-encoded as in a page, means in the member `from`; `..` never leaves the archive.
 * What is no address stands for itself: it is then a member that is missing.
 */
export function resolveMember(from: string, href: string): string {
  try {
    const base = new URL(from.split('/').map(encodeURIComponent).join('/'), 'zip://archive/');
    return decodeURIComponent(new URL(href, base).pathname.replace(/^\/+/, ''));
  } catch (error) {
    if (error instanceof URIError || error instanceof TypeError) return href;
    throw error;
  }
}

function tooLarge(name: string, what: string): WinnowError {
  return new WinnowError('document-too-large', `“${name}” ${what}. Split it and add the parts.`, { name });
}
