import type { CancelSignal } from '../core/domain/cancel.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { TokenModel } from '../core/domain/token-model.ts';
import type { SelfTestAnswer, SelfTestAnswers } from './self-test-answers.ts';

export type MeasuredSpeed = { readonly prefillTokensPerSecond: number; readonly decodeTokensPerSecond: number };

type SelfTestOptions = { readonly now: () => number; readonly signal?: CancelSignal | undefined };

/**
 * Asks with each set of weights what has a known answer: a GPU that computes wrong numbers without any error is found
 * here. The base's run measures the speed, after a short one that pays for what is built at first use.
 * @throws WinnowError `engine-self-test-failed`; what the engine throws passes through
 */
export async function runSelfTest(
  model: TokenModel,
  answers: SelfTestAnswers,
  options: SelfTestOptions,
): Promise<MeasuredSpeed> {
  const { promptIds } = answers.base;
  await model.reset('base');
  await model.forward(Int32Array.from(promptIds.slice(0, 2)));
  await model.forward(Int32Array.from(promptIds.slice(2, 3)));
  await model.reset('base');
  throwIfCancelled(options.signal);
  const speed = await askAndCompare(model, answers.base, options);
  await model.reset('ranker');
  await askAndCompare(model, answers.ranker, options);
  await model.reset('base');
  return speed;
}

async function askAndCompare(
  model: TokenModel,
  answer: SelfTestAnswer,
  { now, signal }: SelfTestOptions,
): Promise<MeasuredSpeed> {
  const startMs = now();
  let logits: Float32Array = new Float32Array(0);
  for (let done = 0; done < answer.promptIds.length; done += model.chunkTokens) {
    logits = await model.forward(Int32Array.from(answer.promptIds.slice(done, done + model.chunkTokens)));
    throwIfCancelled(signal);
  }
  const prefilledMs = now();
  const reply: number[] = [];
  for (const expected of answer.replyIds) {
    const id = largest(logits);
    reply.push(id);
    if (id !== expected) throw wrongAnswer(model, answer.replyIds, reply);
    // The last one's logits are not needed, but each token counts as one step of the measured time.
    logits = await model.forward(Int32Array.of(id));
    throwIfCancelled(signal);
  }
  const endMs = now();
  return {
    prefillTokensPerSecond: perSecond(answer.promptIds.length, prefilledMs - startMs),
    decodeTokensPerSecond: perSecond(reply.length, endMs - prefilledMs),
  };
}

/** Index of the largest value; -1 where a value is not a number. */
function largest(logits: Float32Array): number {
  let best = -1;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (let id = 0; id < logits.length; id++) {
    const value = logits[id] ?? Number.NaN;
    if (Number.isNaN(value)) return -1;
    if (value > bestValue) [best, bestValue] = [id, value];
  }
  return best;
}

function wrongAnswer(model: TokenModel, expected: readonly number[], got: readonly number[]): WinnowError {
  const message =
    `The ${model.engine} engine (${model.variant}) computes wrong numbers here: it answered the fixed prompt with ` +
    `tokens ${got.join(' ')} instead of ${expected.slice(0, got.length).join(' ')}. Another engine is used.`;
  const details = { engine: model.engine, variant: model.variant, expected: expected.join(' '), got: got.join(' ') };
  return new WinnowError('engine-self-test-failed', message, details);
}

/** Clocks in browsers may stand still for a moment: a run never takes less than a tenth of a millisecond. */
function perSecond(tokens: number, elapsedMs: number): number {
  return tokens / (Math.max(elapsedMs, 0.1) / 1000);
}
