import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createTokenizer } from '../../engines/tokenizer.ts';
import type { Prompt } from '../domain/prompt.ts';
import trained from './prompt-tokens.json' with { type: 'json' };
import { markOf } from './selection/distilled-adaptive.ts';
import { distilledPrompt } from './selection/ranker-prompts.ts';
import { answerPrompt } from './synthesis/answer-prompt.ts';

const file = new URL('../../../models/smollm2-135m-instruct-q4/tokenizer.json', import.meta.url);
const tokenizer = createTokenizer(new Uint8Array(readFileSync(file)));

function idsOf(prompt: Prompt): number[] {
  return prompt.flatMap((part) =>
    part.kind === 'control' ? [tokenizer.controlId(part.token)] : [...tokenizer.encode(part.text)],
  );
}

// The ids come from models/recipe/train/prompt_tokens.py: what the model is asked is what it was trained on.
describe('prompts are those of the training', () => {
  const passages = trained.passages.map((passage, index) => ({
    ...passage,
    label: index + 1,
    mark: markOf(trained.probabilities[index] ?? 0),
  }));

  test('of the ranker', () => {
    expect(idsOf(distilledPrompt.template.fill(trained.query, passages))).toEqual(trained.ranking);
  });

  test('of the answer', () => {
    expect(idsOf(answerPrompt.fill(trained.query, passages))).toEqual(trained.answer);
  });
});
