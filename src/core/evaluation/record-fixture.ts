// Records with everything that a test does not care about filled in.
import type { AnswerRecord } from './answer-record.ts';
import type { SelectionRecord } from './selection-record.ts';

export function selectionRecord(parts: Partial<SelectionRecord>): SelectionRecord {
  const pool = parts.pool ?? [1, 2, 3, 4, 5];
  const kept = parts.kept ?? [];
  return {
    id: 'q',
    source: 'made up',
    kind: 'full',
    rightSets: [[1]],
    pool,
    outcome: kept.length > 0 ? 'selected' : 'none',
    kept,
    probabilities: pool.map(() => null),
    notReadCount: 0,
    nearDuplicateCount: 0,
    truncatedCount: 0,
    repairCount: 0,
    replies: [],
    readTokens: 100,
    writtenTokens: 5,
    keptTokens: 20 * kept.length,
    poolTokens: 20 * pool.length,
    elapsedMs: 10,
    ...parts,
  };
}

export function answerRecord(parts: Partial<AnswerRecord>): AnswerRecord {
  return {
    id: 'q',
    source: 'made up',
    rightSets: [[1]],
    answerGroups: [['Geneva', 'Genève']],
    outcome: 'answered',
    text: 'Geneva',
    kept: [1],
    shown: [1],
    cited: [1],
    removedCitationCount: 0,
    truncated: false,
    evidenceTokens: 40,
    promptTokens: 90,
    writtenTokens: 6,
    elapsedMs: 10,
    ...parts,
  };
}
