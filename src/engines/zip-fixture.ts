import { deflateSync } from 'fflate';
import { crc32 } from './crc32.ts';

export type FixtureEntry = {
  readonly name: string | Uint8Array;
  readonly data: string | Uint8Array;
  /** 0 or 8; any other number is written down and the data left as it is. Default 8. */
  readonly method?: number;
  /** Default: bit 11, names in UTF-8. */
  readonly flags?: number;
  /** Unix file mode. */
  readonly mode?: number;
  readonly extra?: Uint8Array;
  /** What the archive says instead of the truth. */
  readonly says?: { readonly size?: number; readonly crc?: number };
};

const bytesOf = (value: string | Uint8Array): Uint8Array =>
  typeof value === 'string' ? new TextEncoder().encode(value) : value;

function numbers(...values: readonly (readonly [size: 2 | 4 | 8, value: number])[]): Uint8Array {
  const bytes = new Uint8Array(values.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else if (size === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += size;
  }
  return bytes;
}

/** An archive with nothing right unless it is asked for; written by the format's specification, for tests of readers of it. */
export function zipOf(
  entries: readonly FixtureEntry[],
  options: { readonly isZip64?: boolean; readonly ahead?: string; readonly comment?: string } = {},
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [bytesOf(options.ahead ?? '')];
  const lengthOf = (of: readonly Uint8Array[]): number => of.reduce((sum, { length }) => sum + length, 0);
  const aheadBytes = lengthOf(parts);
  const directory: Uint8Array[] = [];
  for (const { name: nameText, data: dataText, method = 8, flags = 0x800, mode = 0o100644, extra, says } of entries) {
    const name = bytesOf(nameText);
    const data = bytesOf(dataText);
    const packed = method === 8 ? deflateSync(data) : data;
    const size = says?.size ?? data.length;
    const crc = says?.crc ?? crc32(data);
    const offset = lengthOf(parts) - aheadBytes;
    const wide = options.isZip64
      ? numbers([2, 1], [2, 24], [8, size], [8, packed.length], [8, offset])
      : new Uint8Array(0);
    const extras = new Uint8Array([...wide, ...(extra ?? [])]);
    const narrow = (value: number): number => (options.isZip64 ? 0xffffffff : value);
    const common = (...sizes: readonly number[]) =>
      numbers([2, flags], [2, method], [4, 0], [4, crc], ...sizes.map((value) => [4, value] as const), [
        2,
        name.length,
      ]);
    parts.push(numbers([4, 0x04034b50], [2, 45]), common(packed.length, size), numbers([2, 0]), name, packed);
    directory.push(
      numbers([4, 0x02014b50], [2, 0x0314], [2, 45]),
      common(narrow(packed.length), narrow(size)),
      numbers([2, extras.length], [2, 0], [2, 0], [2, 0], [4, mode * 65_536], [4, narrow(offset)]),
      name,
      extras,
    );
  }
  const start = lengthOf(parts) - aheadBytes;
  const size = lengthOf(directory);
  const comment = bytesOf(options.comment ?? '');
  const count = entries.length;
  if (options.isZip64) {
    const record = start + size + aheadBytes;
    directory.push(
      numbers(
        [4, 0x06064b50],
        [8, 44],
        [2, 45],
        [2, 45],
        [4, 0],
        [4, 0],
        [8, count],
        [8, count],
        [8, size],
        [8, start],
      ),
      numbers([4, 0x07064b50], [4, 0], [8, record], [4, 1]),
    );
  }
  const [shownCount, shownSize, shownStart] = options.isZip64 ? [0xffff, 0xffffffff, 0xffffffff] : [count, size, start];
  const end = numbers(
    [4, 0x06054b50],
    [4, 0],
    [2, shownCount],
    [2, shownCount],
    [4, shownSize],
    [4, shownStart],
    [2, comment.length],
  );
  return new Uint8Array([...parts, ...directory, end, comment].flatMap((part) => [...part]));
}
