import { WinnowError } from '../../domain/errors.ts';
import type { StrategyChoice } from '../../domain/selection.ts';
import { createCrossEncoderStrategy } from './cross-encoder.ts';
import { createDistilledAdaptive } from './distilled-adaptive.ts';
import { createIdentity } from './identity.ts';
import { createListwiseAdaptive } from './listwise-adaptive.ts';
import { createPermutation } from './permutation.ts';
import { distilledPrompt, zeroShotPrompt } from './ranker-prompts.ts';
import type { SelectionStrategy } from './selection-strategy.ts';

/**
 * @param rankerPromptVersion the ranker's prompt that the loaded model was trained with; null for one not trained to rank
 * @throws WinnowError `engine-unavailable` for `distilled-adaptive` on a model that was not trained with its prompt
 */
export function createStrategy(choice: StrategyChoice, rankerPromptVersion: string | null): SelectionStrategy {
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
      if (rankerPromptVersion !== distilledPrompt.template.version) {
        throw new WinnowError(
          'engine-unavailable',
          'The loaded model was not trained to rank; choose "zero-shot-adaptive" or load a trained ranker.',
        );
      }
      return createDistilledAdaptive(choice, distilledPrompt);
  }
}
