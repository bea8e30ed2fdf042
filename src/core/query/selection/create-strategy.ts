import { WinnowError } from '../../domain/errors.ts';
import type { StrategyChoice } from '../../domain/selection.ts';
import { createCrossEncoderStrategy } from './cross-encoder.ts';
import { createDistilledAdaptive } from './distilled-adaptive.ts';
import { createIdentity } from './identity.ts';
import { createListwiseAdaptive } from './listwise-adaptive.ts';
import { createPermutation } from './permutation.ts';
import { type SlotPrompt, zeroShotPrompt } from './ranker-prompts.ts';
import type { SelectionStrategy } from './selection-strategy.ts';

/**
 * @param distilled the prompt that the loaded model was trained with, or null for a model that was not trained to rank
 * @throws WinnowError `engine-unavailable` for `distilled-adaptive` on a model that was not trained to rank
 */
export function createStrategy(choice: StrategyChoice, distilled: SlotPrompt | null = null): SelectionStrategy {
  switch (choice.id) {
    case 'identity':
      return createIdentity(choice.k);
    case 'cross-encoder':
    case 'cross-encoder-threshold':
      return createCrossEncoderStrategy(choice);
    case 'permutation':
      return createPermutation(choice.k);
    case 'zero-shot-adaptive':
      return createListwiseAdaptive(choice, zeroShotPrompt);
    case 'distilled-adaptive':
      if (distilled === null) {
        throw new WinnowError(
          'engine-unavailable',
          'The loaded model was not trained to rank; choose "zero-shot-adaptive" or load a trained ranker.',
        );
      }
      return createDistilledAdaptive(choice, distilled);
  }
}
