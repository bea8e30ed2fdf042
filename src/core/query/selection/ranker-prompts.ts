import { createPromptTemplate, type PromptTemplate } from '../../domain/prompt-template.ts';

/** What a listwise ranker is asked, and how much it is shown at once. */
export type RankerPrompt = {
  readonly template: PromptTemplate;
  /** Most passages in one call. Up to 9, labels are one digit, and every label has a probability of its own. */
  readonly windowPassages: number;
  /** Most tokens of one passage with its label and title; longer ones are cut at a sentence border. */
  readonly passageTokens: number;
};

/** A trained ranker's: it decides at a slot behind each passage. */
export type SlotPrompt = RankerPrompt & {
  /** A passage is kept from this probability on, 0..1. Lower keeps more. Chosen on training pools (docs/ranker.md). */
  readonly keepThreshold: number;
};

/**
 * For any chat model. The question comes first, so that passages are read with it in mind, and again where the reply
 * begins. A baseline, no more: untuned, the 135M model names nearly all passages in the order shown, whatever they say
 * (two wordings, five questions, four to five passages each).
 */
export const zeroShotPrompt: RankerPrompt = {
  template: createPromptTemplate({
    version: 'zero-shot-adaptive/1',
    system: 'You choose the passages that are needed to answer a question.',
    user:
      'Question: {question}\n\n{passages}\nQuestion: {question}\n' +
      'Write the numbers of the passages that contain the answer, the most useful first. Write [0] if no passage does.',
    passage: '[{label}] {title}: {text}\n',
  }),
  windowPassages: 9,
  passageTokens: 200,
};

/**
 * For any chat model: all passages of a window in order of usefulness. Window and passage length are those of the
 * listwise baselines (ten passages, five of them again in the next window). Labels reach two digits.
 */
export const permutationPrompt: RankerPrompt = {
  template: createPromptTemplate({
    version: 'permutation/1',
    system: 'You rank passages by how well they help to answer a question.',
    user:
      'Question: {question}\n\n{passages}\nQuestion: {question}\n' +
      'Write the numbers of all passages, the one that answers the question best first.',
    passage: '[{label}] {title}: {text}\n',
  }),
  windowPassages: 10,
  passageTokens: 200,
};

/**
 * What the distilled ranker was trained with: models/recipe/train/prompt.py builds the same tokens. The mark is the
 * cross-encoder's probability in hundredths; passages stand best first.
 */
export const distilledPrompt: SlotPrompt = {
  template: createPromptTemplate({
    version: 'distilled-2',
    system: '',
    user: 'Question: {question}\n{passages}Question: {question}',
    passage: '[{label}]{mark}\n{title}\n{text}{slot}',
  }),
  windowPassages: 8,
  passageTokens: 200,
  keepThreshold: 0.4,
};
