/** How numbers of lists are written, in the words of both Word and OpenDocument. */
export type NumberFormat = 'decimal' | 'decimal-zero' | 'lower-letter' | 'upper-letter' | 'lower-roman' | 'upper-roman';

const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
/** Larger ones nobody writes as letters or Roman numbers; damaged files may ask for any. */
const maxWritten = 3999;

/** The number of an item as its document shows it: `3`, `c`, `III`. Numbers that the format does not have come as digits. */
export function listNumber(value: number, format: NumberFormat): string {
  if (format === 'decimal-zero') return String(value).padStart(2, '0');
  if (format === 'decimal' || value < 1 || value > maxWritten) return String(value);
  const written = format.endsWith('roman') ? roman(value) : letters(value);
  return format.startsWith('upper') ? written.toUpperCase() : written;
}

function roman(value: number): string {
  let rest = value;
  let text = '';
  for (const [worth, sign] of romans) {
    text += sign.repeat(Math.floor(rest / worth));
    rest %= worth;
  }
  return text;
}

/** After `z` comes `aa`, then `bb`: Word and OpenDocument repeat the letter. */
function letters(value: number): string {
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}
