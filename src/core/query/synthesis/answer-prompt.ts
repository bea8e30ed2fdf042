import { createPromptTemplate } from '../../domain/prompt-template.ts';
import { abstentionPhrase } from './is-abstention.ts';

/** For a small chat model: few words, the question last, one example of the mark. */
export const answerPrompt = createPromptTemplate({
  version: 'answer/1',
  system: `You answer questions briefly, only from the given sources. Put the number of the source behind each sentence, like [1]. If the sources do not answer, write: ${abstentionPhrase}`,
  user: 'Sources:\n{passages}\nQuestion: {question}',
  passage: '[{label}] {title}: {text}\n',
});
