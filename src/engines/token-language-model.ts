// TokenModel + Tokenizer → LanguageModel: the one generate loop of all engines.
// Encodes the prompt part by part, reads it in chunks, decodes greedily under a constraint, stops, counts, cancels.
import type { CancelSignal } from '../core/domain/cancel.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { Constraint, ConstraintSpec, ConstraintVocabulary } from '../core/domain/constraint.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type {
  FinishReason,
  GenerateEvent,
  GenerateRequest,
  LanguageModel,
  LanguageModelInfo,
} from '../core/domain/language-model.ts';
import type { Prompt } from '../core/domain/prompt.ts';
import type { Tokenizer, TokenModel } from '../core/domain/token-model.ts';
import { chooseGreedily, rankAllowed } from './greedy-choice.ts';
import { nextTask } from './next-task.ts';
import { createTextStream } from './text-stream.ts';

/** Most entries of `choices`, as the port promises. */
const maxChoices = 64;

/** ChatML's, which our prompts are written in; a constraint ends a reply with it. */
const endOfTurn = '<|im_end|>';

export type TokenLanguageModelParts = {
  readonly tokenModel: TokenModel;
  readonly tokenizer: Tokenizer;
  readonly compileConstraint: (spec: ConstraintSpec, vocabulary: ConstraintVocabulary) => Constraint;
  /** Asked at every call of `info`, so that speeds measured later are seen. */
  readonly info: () => LanguageModelInfo;
  /** Monotonic milliseconds. */
  readonly now: () => number;
};

/** Where the prompt asks what the model would say, and the ids it chooses from. */
type Probe = { readonly end: number; readonly ids: readonly number[] };

function encodeWithProbes(prompt: Prompt, tokenizer: Tokenizer): { ids: Int32Array; probes: Probe[] } {
  const parts = prompt.map((part) =>
    part.kind === 'control' ? Int32Array.of(tokenizer.controlId(part.token)) : tokenizer.encode(part.text),
  );
  const ids = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  const probes: Probe[] = [];
  let end = 0;
  for (const [index, encoded] of parts.entries()) {
    ids.set(encoded, end);
    end += encoded.length;
    const part = prompt[index];
    if (part?.kind !== 'control' || part.probe === undefined) continue;
    probes.push({ end, ids: part.probe.map((text) => tokenizer.encode(text).at(-1) ?? 0) });
  }
  return { ids, probes };
}

/** Token ids of a prompt; only `control` parts give control tokens. */
export function encodePrompt(prompt: Prompt, tokenizer: Tokenizer): Int32Array {
  return encodeWithProbes(prompt, tokenizer).ids;
}

/** Softmax over these ids alone. */
function probabilitiesAmong(logits: Float32Array, ids: readonly number[]): readonly number[] {
  const values = ids.map((id) => logits[id] ?? Number.NEGATIVE_INFINITY);
  const largest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - largest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function assertFits(promptTokens: number, contextTokens: number): void {
  if (promptTokens === 0) {
    throw new WinnowError('internal', 'The prompt has no tokens; give the model something to read.');
  }
  if (promptTokens >= contextTokens) {
    throw new WinnowError(
      'context-overflow',
      `The prompt has ${promptTokens} tokens, but the model reads at most ${contextTokens - 1} before its reply; shorten it.`,
      { promptTokens, contextTokens },
    );
  }
}

/**
 * Calls run one after another. A stream that was begun must be read to its end or left with `return` (a `for await`
 * does either), or the next call waits for ever.
 */
export function createTokenLanguageModel(parts: TokenLanguageModelParts): LanguageModel {
  const { tokenModel, tokenizer, now } = parts;
  const endIds = new Set([endOfTurn, '<|endoftext|>'].map((token) => tokenizer.controlId(token)));
  const vocabulary: ConstraintVocabulary = {
    encode: (text) => Array.from(tokenizer.encode(text)),
    endTokenId: tokenizer.controlId(endOfTurn),
  };
  const constraints = new Map<string, Constraint>();
  /** The engine holds one sequence: calls wait for one another. */
  let lastCall: Promise<void> = Promise.resolve();

  function constraintOf(spec: ConstraintSpec): Constraint {
    const key = JSON.stringify(spec);
    const known = constraints.get(key);
    if (known !== undefined) return known;
    const compiled = parts.compileConstraint(spec, vocabulary);
    constraints.set(key, compiled);
    return compiled;
  }

  function describeChoices(logits: Float32Array, allowed: readonly number[]) {
    const ranked = rankAllowed(logits, allowed, maxChoices);
    return ranked.map((choice) => ({ ...choice, text: tokenizer.decode([choice.id]) }));
  }

  async function* decode(
    request: GenerateRequest,
    signal: CancelSignal | undefined,
  ): AsyncGenerator<GenerateEvent, void, undefined> {
    throwIfCancelled(signal);
    const { ids: promptIds, probes } = encodeWithProbes(request.prompt, tokenizer);
    const promptTokens = promptIds.length;
    assertFits(promptTokens, tokenModel.contextTokens);
    const constraint = request.constraint === null ? null : constraintOf(request.constraint);
    await tokenModel.reset(request.weights);

    const startMs = now();
    let logits: Float32Array = new Float32Array(0);
    // With nothing to write, what stands behind the last probe need not be read.
    const readTokens = request.maxTokens > 0 ? promptTokens : (probes.at(-1)?.end ?? promptTokens);
    for (let done = 0; done < readTokens; ) {
      yield { type: 'prefill', doneTokens: done, promptTokens };
      await nextTask();
      throwIfCancelled(signal);
      // A chunk ends at each probe: the engine gives the logits at its last id.
      const chunk = promptIds.slice(done, Math.min(done + tokenModel.chunkTokens, probes[0]?.end ?? readTokens));
      logits = await tokenModel.forward(chunk);
      done += chunk.length;
      if (probes[0]?.end === done) {
        yield { type: 'probe', probabilities: probabilitiesAmong(logits, probes[0].ids) };
        probes.shift();
      }
    }
    throwIfCancelled(signal);
    const prefilledMs = now();
    yield { type: 'prefill', doneTokens: promptTokens, promptTokens };

    const stream = createTextStream(tokenizer.decode, request.stop);
    let text = '';
    let reason: FinishReason | null = request.maxTokens > 0 ? null : 'length';
    const generated: number[] = [];
    while (reason === null) {
      const allowed = constraint === null ? null : constraint.allowedNext(generated);
      const best = chooseGreedily(logits, allowed);
      generated.push(best.id);
      const isEnd = endIds.has(best.id);
      let newText = isEnd ? '' : stream.push(best.id);
      if (isEnd) reason = 'end';
      else if (stream.isStopped()) reason = 'stop';
      else if (generated.length >= request.maxTokens) reason = 'length';
      else if (promptTokens + generated.length >= tokenModel.contextTokens) reason = 'context';
      if (reason !== null) newText += stream.flush();
      text += newText;
      const choices = request.scores && allowed !== null ? describeChoices(logits, allowed) : [];
      yield { type: 'token', id: best.id, text: newText, logprob: best.logprob, choices };
      if (reason !== null) break;
      await nextTask();
      throwIfCancelled(signal);
      logits = await tokenModel.forward(Int32Array.of(best.id));
    }
    throwIfCancelled(signal);
    yield {
      type: 'end',
      reason,
      text,
      promptTokens,
      completionTokens: generated.length,
      prefillMs: prefilledMs - startMs,
      decodeMs: now() - prefilledMs,
    };
  }

  return {
    info: parts.info,
    countTokens: async (prompts) => prompts.map((prompt) => encodePrompt(prompt, tokenizer).length),
    generate: async function* (request, signal) {
      const before = lastCall;
      let release = () => {};
      lastCall = new Promise((resolve) => {
        release = resolve;
      });
      try {
        await before;
        yield* decode(request, signal);
      } finally {
        release();
      }
    },
  };
}
