// Numbers of a workbook as its formats show them (ECMA-376 part 1, 18.8.30–31). Dates and times are written in ISO order, whatever order
// the format has, because that one is not misread. What is not known here (fractions, exponents, conditions) is shown as a plain number.

export type NumberFormat = (value: number) => string;

/** What a section of a format is made of, quotes and brackets taken off. */
type Token = { readonly kind: 'literal' | 'pattern' | 'elapsed' | 'condition'; readonly text: string };

const secondsPerDay = 86_400;
/** Midnight of day 0 in seconds since 1970: 30 December 1899, and 1 January 1904. */
const epochSeconds = { 1900: -25_569 * secondsPerDay, 1904: -24_107 * secondsPerDay };
/** 31 December 9999. */
const lastDay = 2_958_465;

const date = 'yyyy-mm-dd';
/** Formats that files name by number alone. Those of money differ by country: the amount is shown without a currency. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  9: '0%',
  10: '0.00%',
  ...Object.fromEntries([14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36].map((id) => [id, date])),
  ...Object.fromEntries([50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, date])),
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: `${date} h:mm`,
  32: 'h:mm',
  33: 'h:mm:ss',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0',
  42: '#,##0',
  43: '#,##0.00',
  44: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};

/** The code of a format that files name by number, `General` for the rest. */
export const builtInFormat = (id: number): string => builtIn[id] ?? 'General';

/** @param code as in a file: `#,##0.00 "€"`, `dd.mm.yyyy`, `0%` */
export function numberFormat(code: string, epoch: 1900 | 1904): NumberFormat {
  const sections = sectionsOf(code).map((tokens) => ({
    tokens,
    isDate: isDatePattern(patternOf(tokens)),
    show: sectionFormat(tokens, epoch),
  }));
  if (sections.some(({ tokens }) => tokens.some(({ kind }) => kind === 'condition'))) return plainNumber;
  const [positive, negative, zero] = sections;
  return (value) => {
    if (!positive || !Number.isFinite(value)) return plainNumber(value);
    if (value === 0 && zero && saysZero(zero.tokens)) return zero.show(0);
    // No date: the calendar begins at 1.
    if (value < 0 && positive.isDate) return plainNumber(value);
    // A section of its own for negative numbers writes their sign itself.
    if (value < 0 && negative) return negative.show === plainNumber ? plainNumber(value) : negative.show(-value);
    if (value < 0) return negated(positive.show(-value));
    return positive.show(value);
  };
}

/** False for a zero that is shown as a mere dash, as book-keepers like it. */
function saysZero(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, text }) => (kind === 'pattern' ? /[#0]/.test(text) : /\p{L}/u.test(text)));
}

const negated = (text: string): string => (/[1-9]/.test(text) ? `-${text}` : text);

/** Without the noise of binary fractions: files keep 0.1 + 0.2 as 0.30000000000000004. */
export function plainNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : String(value);
}

const patternOf = (tokens: readonly Token[]): string => textOf(tokens.filter(({ kind }) => kind === 'pattern'));

const isDatePattern = (pattern: string): boolean => !/general/i.test(pattern) && /[ymdhs]/i.test(pattern);

function sectionFormat(tokens: readonly Token[], epoch: 1900 | 1904): NumberFormat {
  const pattern = patternOf(tokens);
  if (tokens.some(({ kind }) => kind === 'elapsed')) return elapsedTime;
  if (/general/i.test(pattern)) return aroundNumber(tokens, plainNumber);
  if (isDatePattern(pattern)) return dateFormat(pattern.toLowerCase(), epoch);
  return amountFormat(tokens, pattern);
}

/** `[h]:mm`: hours that go on beyond a day. */
function elapsedTime(value: number): string {
  const seconds = Math.round(value * secondsPerDay);
  const rest = seconds % 3600;
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(rest / 60))}${rest % 60 === 0 ? '' : `:${twoDigits(rest % 60)}`}`;
}

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** @param pattern in lower case; `m` is a month where there is no hour or second */
function dateFormat(pattern: string, epoch: 1900 | 1904): NumberFormat {
  const hasTime = /[hs]/.test(pattern);
  const hasSeconds = pattern.includes('s');
  const hasDate = /[yd]/.test(pattern) || !hasTime;
  return (value) => {
    if (value < (hasDate ? 1 : 0) || value > lastDay) return plainNumber(value);
    // The calendar of 1900 has a 29 February that never was: before it, day 1 is 1 January.
    const days = epoch === 1900 && value < 60 ? value + 1 : value;
    const iso = new Date((epochSeconds[epoch] + Math.round(days * secondsPerDay)) * 1000).toISOString();
    const time = iso.slice(11, hasSeconds || iso.slice(17, 19) !== '00' ? 19 : 16);
    return [hasDate ? iso.slice(0, 10) : '', hasTime ? time : ''].filter((part) => part !== '').join(' ');
  };
}

/** A number with its digits grouped and rounded, a percentage, an amount with its currency before or after it. */
function amountFormat(tokens: readonly Token[], pattern: string): NumberFormat {
  const digits = /[#0?][#0?,.]*/.exec(pattern)?.[0];
  if (digits === undefined) return literalFormat(tokens, pattern);
  if (/^0+$/.test(digits) && hasLiteralInside(tokens)) return digitMask(tokens);
  const rest = pattern.replace(digits, '');
  if (/[#0?/@]|e[+-]/i.test(rest)) return plainNumber;
  const [whole = '', fraction = ''] = digits.split('.');
  // Commas after the last digit each divide by a thousand.
  const thousands = /,*$/.exec(digits)?.[0].length ?? 0;
  const factor = 100 ** (rest.split('%').length - 1) / 1000 ** thousands;
  const formatter = new Intl.NumberFormat('en', {
    useGrouping: /[#0?],[#0?]/.test(whole),
    minimumIntegerDigits: Math.min(20, Math.max(1, whole.replace(/[^0]/g, '').length)),
    minimumFractionDigits: Math.min(20, fraction.replace(/[^0]/g, '').length),
    maximumFractionDigits: Math.min(20, fraction.replace(/[^#0?]/g, '').length),
  });
  return aroundNumber(tokens, (value) => formatter.format(Number((value * factor).toPrecision(15))));
}

function hasLiteralInside(tokens: readonly Token[]): boolean {
  const isDigit = ({ kind, text }: Token): boolean => kind === 'pattern' && text === '0';
  const inside = tokens.slice(tokens.findIndex(isDigit), tokens.findLastIndex(isDigit));
  return inside.some((token) => !isDigit(token));
}

/** `000\-00\-0000`: a number that is a row of digits, with signs between them. What is too long for it is put before it. */
function digitMask(tokens: readonly Token[]): NumberFormat {
  return (value) => {
    const digits = [...String(Math.round(value))];
    const filled = tokens
      .toReversed()
      .map(({ kind, text }) => (kind === 'pattern' && text === '0' ? (digits.pop() ?? '0') : text));
    return `${digits.join('')}${filled.toReversed().join('')}`.trim();
  };
}

/** A section without digits shows its words alone; one of nothing hides the number, which is then shown plainly. */
function literalFormat(tokens: readonly Token[], pattern: string): NumberFormat {
  const words = tokens
    .map(({ text }) => text)
    .join('')
    .trim();
  return words === '' || pattern.includes('@') ? plainNumber : () => words;
}

/** The number where the first run of digits stands, between the literals around it. */
function aroundNumber(tokens: readonly Token[], show: NumberFormat): NumberFormat {
  const at = tokens.findIndex(({ kind, text }) => kind === 'pattern' && /[#0?]|general/i.test(text));
  const last = tokens.findLastIndex(({ kind, text }) => kind === 'pattern' && /[#0?.,]|general/i.test(text));
  const before = textOf(tokens.slice(0, at));
  const after = textOf(tokens.slice(last + 1));
  return (value) => `${before}${show(value)}${after}`.trim();
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('');

/** Sections for positive numbers, negative ones and zero (a fourth is for text), each as tokens. */
function sectionsOf(code: string): readonly (readonly Token[])[] {
  const sections: Token[][] = [[]];
  const parts = /"([^"]*)"?|\\(.)|[_*].|\[([^\]]*)\]?|general|am\/pm|a\/p|;|./gis;
  for (const [whole, quoted, escaped, bracketed] of code.matchAll(parts)) {
    const section = sections.at(-1);
    if (whole === ';') sections.push([]);
    else if (quoted !== undefined || escaped !== undefined) {
      section?.push({ kind: 'literal', text: quoted ?? escaped ?? '' });
    } else if (bracketed !== undefined) section?.push(...bracketToken(bracketed));
    // A space as wide as a character; then a character that fills the cell, and marks of the half of a day.
    else if (/^_./s.test(whole)) section?.push({ kind: 'literal', text: ' ' });
    else if (/^[*a]./is.test(whole)) continue;
    else section?.push({ kind: /[#0?.,%@/ymdhse+-]|general/i.test(whole) ? 'pattern' : 'literal', text: whole });
  }
  return sections;
}

/** `[$€-407]` is a currency and a country, `[h]` a time that goes on, `[<100]` a condition; the rest are colours. */
function bracketToken(inside: string): readonly Token[] {
  if (inside.startsWith('$')) return [{ kind: 'literal', text: inside.slice(1).replace(/-[^-]*$/, '') }];
  if (/^(?:h+|m+|s+)$/i.test(inside)) return [{ kind: 'elapsed', text: '' }];
  return /^[<>=]/.test(inside) ? [{ kind: 'condition', text: '' }] : [];
}
