/** TREC run and qrels files: the exchange format of retrieval evaluation (trec_eval). */
import { groupBy } from './group-by.ts';

export type RunRow = { readonly qid: string; readonly docid: string; readonly score: number };
/** qid → docid → grade. Unjudged counts as not relevant. */
export type Qrels = ReadonlyMap<string, ReadonlyMap<string, number>>;
/** qid → docids, best first. */
export type Rankings = ReadonlyMap<string, readonly string[]>;

/**
 * Rankings as trec_eval reads a run: by falling score, equal scores by falling docid (compared by code unit).
 */
export function rankingsOf(rows: readonly RunRow[]): Rankings {
  return new Map([...sortedRows(rows)].map(([qid, list]) => [qid, list.map(({ docid }) => docid)]));
}

/** `qid Q0 docid rank score tag`, one line a row, ranks from 1. White space in ids would break the format. */
export function formatRun(rows: readonly RunRow[], runTag: string): string {
  const lines = [...sortedRows(rows).values()].flatMap((list) =>
    list.map(({ qid, docid, score }, position) => {
      return `${field(qid)} Q0 ${field(docid)} ${position + 1} ${score} ${field(runTag)}\n`;
    }),
  );
  return lines.join('');
}

/** `qid 0 docid grade`, one line a judgment. */
export function formatQrels(qrels: Qrels): string {
  return [...qrels]
    .flatMap(([qid, grades]) => [...grades].map(([docid, grade]) => `${field(qid)} 0 ${field(docid)} ${grade}\n`))
    .join('');
}

/** @throws Error naming the line that has not six fields or no number */
export function parseRun(text: string): readonly RunRow[] {
  return rowsOf(text, 6).map(({ fields: [qid = '', , docid = '', , score = ''], line }) => ({
    qid,
    docid,
    score: numberOf(score, line),
  }));
}

/** @throws Error naming the line that has not four fields or no number */
export function parseQrels(text: string): Qrels {
  const qrels = new Map<string, Map<string, number>>();
  for (const { fields, line } of rowsOf(text, 4)) {
    const [qid = '', , docid = '', grade = ''] = fields;
    const grades = qrels.get(qid) ?? new Map<string, number>();
    grades.set(docid, numberOf(grade, line));
    qrels.set(qid, grades);
  }
  return qrels;
}

function sortedRows(rows: readonly RunRow[]): Map<string, RunRow[]> {
  const byQid = groupBy(rows, ({ qid }) => qid);
  for (const list of byQid.values()) list.sort((a, b) => b.score - a.score || (a.docid < b.docid ? 1 : -1));
  return byQid;
}

function field(value: string): string {
  return value.replace(/\s+/g, '_');
}

function rowsOf(text: string, count: number): { readonly fields: readonly string[]; readonly line: number }[] {
  return text.split('\n').flatMap((raw, index) => {
    if (raw.trim() === '') return [];
    const fields = raw.trim().split(/\s+/);
    if (fields.length !== count) {
      throw new Error(`line ${index + 1} has ${fields.length} fields instead of ${count}: "${raw.slice(0, 80)}"`);
    }
    return [{ fields, line: index + 1 }];
  });
}

function numberOf(text: string, line: number): number {
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) throw new Error(`line ${line}: "${text}" is not a number`);
  return value;
}
