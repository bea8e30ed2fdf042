import type { Answer } from '../domain/answer.ts';
import type { Receipt } from '../domain/events.ts';
import type { LanguageModelInfo } from '../domain/language-model.ts';
import type { Selection } from '../domain/selection.ts';

export type ReceiptParts = {
  readonly model: LanguageModelInfo;
  readonly candidateCount: number;
  /** Null when there was nothing to select from. */
  readonly selection: Selection | null;
  readonly evidenceTokens: number;
  readonly undroppedTokens: number;
  readonly retrievalMs: number;
  readonly synthesisMs: number;
};

/**
 * savedMs = (undroppedTokens − evidenceTokens) / prefill speed − selectionMs: the time that the generator did not
 * spend reading dropped passages, less what the ranker took to drop them. Speed is what the probe measured at start-up.
 */
export function writeReceipt(parts: ReceiptParts): Receipt {
  const { model, selection, evidenceTokens, undroppedTokens } = parts;
  const decisions = selection?.decisions ?? [];
  const count = (kind: string) => decisions.filter((entry) => entry.decision.kind === kind).length;
  const invocations = selection?.invocations ?? [];
  const selectionMs = selection?.elapsedMs ?? 0;
  const speed = model.prefillTokensPerSecond;
  return {
    model,
    candidateCount: parts.candidateCount,
    readCount: count('kept') + count('dropped'),
    keptCount: count('kept'),
    rankerTokens: invocations.reduce((sum, call) => sum + call.promptTokens + call.completionTokens, 0),
    evidenceTokens,
    undroppedTokens,
    retrievalMs: parts.retrievalMs,
    selectionMs,
    synthesisMs: parts.synthesisMs,
    savedMs: speed === null ? null : ((undroppedTokens - evidenceTokens) / speed) * 1000 - selectionMs,
  };
}

/** How a query with an answer ended. */
export function outcomeOf(answer: Answer): 'answered' | 'abstained' {
  return answer.abstained ? 'abstained' : 'answered';
}
