// Question × evidence → streamed answer with citations.
import type { Answer, Citation } from '../../domain/answer.ts';
import type { CancelSignal } from '../../domain/cancel.ts';
import type { QueryEvent } from '../../domain/events.ts';
import type { LanguageModel } from '../../domain/language-model.ts';
import type { Clock } from '../../domain/ports.ts';
import { answerPrompt } from './answer-prompt.ts';
import { createCitationStream } from './citation-stream.ts';
import { citeStatements } from './cite-statements.ts';
import type { FittedEvidence } from './fit-evidence.ts';
import { isAbstention } from './is-abstention.ts';
import { createRepetitionGuard } from './repetition-guard.ts';
import { splitStatements } from './split-statements.ts';

export type AnswerRequest = {
  readonly question: string;
  readonly fitted: FittedEvidence;
  readonly model: LanguageModel;
  readonly clock: Clock;
  /** Most tokens of the answer. */
  readonly maxTokens: number;
  readonly signal?: CancelSignal;
};

export type AnswerStep = Extract<QueryEvent, { type: 'prefill' | 'token' | 'citation' }>;

/** @throws Cancelled, WinnowError of the model */
export async function* writeAnswer(request: AnswerRequest): AsyncGenerator<AnswerStep, Answer, undefined> {
  const { question, fitted, model, clock, maxTokens, signal } = request;
  const { sources } = fitted;
  const stream = createCitationStream();
  const guard = createRepetitionGuard();
  const citations: Citation[] = [];
  let text = '';
  let citedCount = 0;
  let isTruncated = false;
  let promptTokens = 0;
  let completionTokens = 0;
  const startMs = clock.monotonicMs();
  let prefilledMs = startMs;

  function* show(newText: string): Generator<AnswerStep> {
    if (newText === '') return;
    text += newText;
    yield { type: 'token', text: newText };
    yield* cite(false);
  }

  function* cite(isComplete: boolean): Generator<AnswerStep> {
    // Marks of a repeated statement that was held back go with it.
    const marks = stream.marks().filter((mark) => guard.loop() !== 'statement' || mark.offset <= text.length);
    const cited = citeStatements(text, marks, sources, { from: citedCount, isComplete });
    citedCount = cited.statementCount;
    for (const citation of cited.citations) {
      citations.push(citation);
      yield { type: 'citation', citation };
    }
  }

  const prompt = answerPrompt.fill(question, fitted.passages);
  const generation = model.generate(
    { prompt, weights: 'base', maxTokens, constraint: null, stop: [], scores: false },
    signal,
  );
  for await (const event of generation) {
    if (event.type === 'prefill') {
      promptTokens = event.promptTokens;
      prefilledMs = clock.monotonicMs();
      yield { type: 'prefill', stage: 'synthesis', doneTokens: event.doneTokens, promptTokens };
    } else if (event.type === 'token') {
      completionTokens += 1;
      yield* show(guard.push(stream.push(event.text)));
      // Leaving the loop ends the generation.
      if (guard.loop() !== null) break;
    } else if (event.type === 'end') {
      isTruncated = event.reason === 'length' || event.reason === 'context';
    }
  }
  const decodeMs = clock.monotonicMs() - prefilledMs;

  yield* show(guard.push(stream.flush()));
  yield* show(guard.flush());
  text = text.trimEnd();
  yield* cite(true);

  const [first] = splitStatements(text);
  const labels = new Set(sources.map((source) => source.item.label));
  return {
    text,
    citations,
    removedCitationCount: stream.marks().filter((mark) => !labels.has(mark.label)).length,
    abstained: first !== undefined && isAbstention(text.slice(first.start, first.end)),
    truncated: isTruncated || guard.loop() === 'words',
    promptTokens,
    completionTokens,
    prefillMs: prefilledMs - startMs,
    decodeMs,
  };
}
