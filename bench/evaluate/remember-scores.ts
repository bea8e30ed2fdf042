// A cross-encoder is asked the same pairs for every k and every threshold. Its answers are kept in a file, with the time that
// they took, and the clock that the strategies see is put forward by that time when they are used again.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, CrossEncoder } from '../../src/core/domain/ports.ts';

type Remembered = { readonly key: string; readonly probabilities: readonly number[]; readonly elapsedMs: number };

/** @param folder one file for each set of weights */
export function rememberScores(
  crossEncoder: CrossEncoder,
  clock: Clock,
  folder: string,
): { readonly crossEncoder: CrossEncoder; readonly clock: Clock } {
  const path = join(folder, `scores-${crossEncoder.info.modelHash}.jsonl`);
  mkdirSync(folder, { recursive: true });
  const known = readKnown(path);
  let forwardMs = 0;
  return {
    clock: { nowMs: clock.nowMs, monotonicMs: () => clock.monotonicMs() + forwardMs },
    crossEncoder: {
      info: crossEncoder.info,
      score: async (question, passages, signal) => {
        const key = createHash('sha256')
          .update(JSON.stringify([question, passages]))
          .digest('hex');
        const before = known.get(key);
        if (before) {
          forwardMs += before.elapsedMs;
          return Float32Array.from(before.probabilities);
        }
        const startMs = clock.monotonicMs();
        const scores = await crossEncoder.score(question, passages, signal);
        const result = { key, probabilities: [...scores], elapsedMs: clock.monotonicMs() - startMs };
        known.set(key, result);
        appendFileSync(path, `${JSON.stringify(result)}\n`);
        return scores;
      },
    },
  };
}

function readKnown(path: string): Map<string, Remembered> {
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return new Map(lines.flatMap(parseLine).map((result) => [result.key, result]));
}

/** A line that was cut off, and then written on, is forgotten. */
function parseLine(line: string): readonly Remembered[] {
  try {
    // SAFETY: `score` wrote the line.
    return [JSON.parse(line) as Remembered];
  } catch {
    return [];
  }
}
