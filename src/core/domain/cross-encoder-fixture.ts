// A cross-encoder that needs no model, for tests.
import { throwIfCancelled } from './cancel.ts';
import type { CrossEncoder } from './ports.ts';

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];

/** Share of the question's words that a passage has. Remembers the passages it was given. */
export function wordCrossEncoder(): CrossEncoder & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    info: { modelId: 'words', modelHash: 'words-1' },
    score: async (question, passages, signal) => {
      const asked = wordsOf(question);
      return Float32Array.from(passages, (passage) => {
        throwIfCancelled(signal);
        seen.push(passage);
        const words = new Set(wordsOf(passage));
        return asked.filter((word) => words.has(word)).length / Math.max(1, asked.length);
      });
    },
  };
}
