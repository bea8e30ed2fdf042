import { WinnowError } from '../../domain/errors.ts';
import type { WindowBudget } from './plan-windows.ts';
import type { RankerPrompt } from './ranker-prompts.ts';
import type { SelectionRequest } from './selection-strategy.ts';

/** A label with its brackets, space and digits is at most five characters, and a token holds at least one byte. */
const replyTokensPerLabel = 5;
/** Fewest tokens that must be left for passages beside question and instructions. */
const leastPassageTokens = 64;
/**
 * The ranker reads this many tokens (about seven passages) even on a device that needs longer than the reading time:
 * reading two of twenty is hardly a choice. At 25 tokens a second it takes 48 s; progress and cancel are on the page.
 */
const leastReadingTokens = 1200;

/** Most tokens of a reply that names so many labels, its end included. */
export function replyTokens(labelCount: number): number {
  return replyTokensPerLabel * labelCount + 1;
}

/**
 * What one window may hold, and the whole reading.
 * @throws WinnowError `question-too-long` when the question leaves no room for passages
 */
export async function readingBudget(
  prompt: RankerPrompt,
  { question, model, readingTimeMs }: SelectionRequest,
): Promise<WindowBudget> {
  const { contextTokens, prefillTokensPerSecond } = model.info();
  const [baseTokens = 0] = await model.countTokens([prompt.template.fill(question, [])]);
  const windowTokens = contextTokens - replyTokens(prompt.windowPassages) - 1;
  if (windowTokens - baseTokens < leastPassageTokens) {
    throw new WinnowError(
      'question-too-long',
      `The question takes ${baseTokens} of the ${contextTokens} tokens that the model can read, which leaves no room for passages; shorten it.`,
      { baseTokens, contextTokens },
    );
  }
  const inTime =
    prefillTokensPerSecond === null ? Number.POSITIVE_INFINITY : (prefillTokensPerSecond * readingTimeMs) / 1000;
  const totalTokens = Math.max(leastReadingTokens, inTime);
  return { baseTokens, windowTokens, totalTokens, windowPassages: prompt.windowPassages };
}
