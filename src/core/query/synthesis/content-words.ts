const functionWords = new Set(
  (
    'a an the this that these those it its he him his she her they them their we us our you your i me my ' +
    'is are was were be been being am do does did has have had will would shall should can could may might must ' +
    'and or but nor so if then than as of in on at by for with from to into onto over under about after before between ' +
    'not no which who whom whose what when where why how there here also just only very such each any some all both'
  ).split(' '),
);

const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Takes off the commonest English endings, so that "released", "releases" and "release" are one. */
function lightStem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const stem = word.replace(/ies$/, 'y').replace(/(?:ing|ed|es|s|ly)$/, '');
  return (stem.length >= 3 ? stem : word).replace(/e$/, '').replace(/([b-df-hj-np-tv-z])\1$/, '$1');
}

/**
 * The words of a text that carry its content: NFKC, lower case, without accents, light English endings off, function
 * words left out (all kept when there is nothing else). Numbers lose their thousands separators.
 */
export function contentWords(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/(\d)[,\u202F\u00A0'’](?=\d{3}(?!\d))/gu, '$1')
    .replaceAll(/['’]s\b/gu, '');
  const all: string[] = [];
  for (const { segment, isWordLike } of words.segment(plain)) if (isWordLike) all.push(segment);
  const content = all.filter((word) => !functionWords.has(word));
  return (content.length > 0 ? content : all).map(lightStem);
}

/** Share of the distinct words of `statement` that `source` holds, 0..1; 0 without words. */
export function wordOverlap(statement: ReadonlySet<string>, source: ReadonlySet<string>): number {
  if (statement.size === 0) return 0;
  let found = 0;
  for (const word of statement) if (source.has(word)) found += 1;
  return found / statement.size;
}
