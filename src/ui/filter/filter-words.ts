import type { AddedWithin, DocumentFilter } from '../../core/domain/document-filter.ts';
import { formatPlural } from '../format.ts';
import { kindOf } from '../library/document-facts.ts';

/** How the letters on a document's tile are read out where there is room. The others are names already. */
const kindNames: Readonly<Record<string, string>> = {
  DOCX: 'Word',
  PPTX: 'PowerPoint',
  XLSX: 'Excel',
  ODF: 'OpenDocument',
  HTML: 'Web page',
  MD: 'Markdown',
  NB: 'Notebook',
  MAIL: 'E-mail',
  TXT: 'Plain text',
  CODE: 'Code',
  FILE: 'Other',
};

function kindName(mediaType: string): string {
  const letters = kindOf(mediaType);
  return kindNames[letters] ?? letters;
}

export const addedWords: Readonly<Record<AddedWithin, string>> = {
  day: 'in the last 24 hours',
  week: 'in the last 7 days',
  month: 'in the last 30 days',
  year: 'in the last year',
};

/** Names listed at most. */
const listedNames = 2;

/** What a filter lets through, part by part: `PDF or Word`, `in letters/2024`, `added in the last 7 days`. */
export function filterWords({
  documents,
  mediaTypes,
  folder,
  addedWithin,
  tags = [],
}: DocumentFilter): readonly string[] {
  const kinds = [...new Set(mediaTypes.map(kindName))];
  const names = documents.map(({ name }) => name);
  return [
    ...(names.length > listedNames ? [formatPlural(names.length, 'chosen document')] : []),
    ...(names.length > 0 && names.length <= listedNames ? [names.join(' or ')] : []),
    ...(kinds.length > 0 ? [kinds.join(' or ')] : []),
    ...(tags.length > 0 ? [`tagged ${tags.join(' or ')}`] : []),
    ...(folder === null ? [] : [`in ${folder}`]),
    ...(addedWithin === null ? [] : [`added ${addedWords[addedWithin]}`]),
  ];
}

/** The kinds of some documents, by name, with their types and how many there are. */
export function kindsOf(documents: readonly { readonly mediaType: string }[]): readonly {
  readonly name: string;
  readonly mediaTypes: readonly string[];
  readonly documentCount: number;
}[] {
  const kinds = new Map<string, { readonly mediaTypes: Set<string>; documentCount: number }>();
  for (const { mediaType } of documents) {
    const name = kindName(mediaType);
    const kind = kinds.get(name) ?? { mediaTypes: new Set(), documentCount: 0 };
    kind.mediaTypes.add(mediaType);
    kind.documentCount++;
    kinds.set(name, kind);
  }
  return [...kinds]
    .map(([name, { mediaTypes, documentCount }]) => ({ name, mediaTypes: [...mediaTypes], documentCount }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
