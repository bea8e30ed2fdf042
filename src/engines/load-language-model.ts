// Catalog × device → a language model that has passed its self-test, and a report of how that came about.

import type { CancelSignal } from '../core/domain/cancel.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import type { Catalog, CatalogModel } from '../core/domain/catalog.ts';
import type { Constraint, ConstraintSpec, ConstraintVocabulary } from '../core/domain/constraint.ts';
import { errorDataOf, isCancelled, WinnowError } from '../core/domain/errors.ts';
import type { LanguageModel, LanguageModelInfo } from '../core/domain/language-model.ts';
import type { ArtifactSource } from '../core/domain/ports.ts';
import type { EngineAttempt, EngineChoice, EngineReport, LoadProgress } from '../core/domain/services.ts';
import type { Tokenizer, TokenModel } from '../core/domain/token-model.ts';
import { asAnswering } from './answering-lock.ts';
import { modelHashOf } from './model-hash.ts';
import type { ModelEngine } from './plan-engines.ts';
import { planEngines } from './plan-engines.ts';
import { reportReads } from './report-reads.ts';
import type { MeasuredSpeed } from './self-test.ts';
import { runSelfTest } from './self-test.ts';
import { selfTestAnswers } from './self-test-answers.ts';
import { createTokenLanguageModel } from './token-language-model.ts';
import { createTokenizer } from './tokenizer.ts';
import type { WebGpuProbe } from './webgpu-probe.ts';

export type TokenModelRequest = {
  readonly model: CatalogModel;
  readonly artifacts: ArtifactSource;
  readonly probe: WebGpuProbe;
  /** Threads that WebAssembly may use, 1 or more. */
  readonly threads: number;
  readonly signal: CancelSignal | undefined;
};

/** Loads one engine; its code comes with the first call, so the other engine's never does. */
export type TokenModelLoader = (request: TokenModelRequest) => Promise<TokenModel>;

export type LoadOptions = {
  readonly choice: EngineChoice;
  readonly modelId: string;
  readonly catalog: Catalog;
  readonly artifacts: ArtifactSource;
  readonly loaders: Readonly<Record<ModelEngine, TokenModelLoader>>;
  readonly probe: () => Promise<WebGpuProbe>;
  readonly threads: number;
  /** Failures before this load, for the report. */
  readonly earlier: readonly EngineAttempt[];
  /** Engines not to be tried again. */
  readonly excluded: ReadonlySet<string>;
  readonly compileConstraint: (spec: ConstraintSpec, vocabulary: ConstraintVocabulary) => Constraint;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly onTry: (engine: ModelEngine) => void;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal?: CancelSignal | undefined;
};

export type LoadedLanguageModel = {
  readonly model: LanguageModel;
  readonly report: EngineReport;
  readonly dispose: () => Promise<void>;
};

/**
 * Tries the engines in order; the first that loads and answers right is taken.
 * @throws WinnowError `engine-unavailable` when none works, `artifact-…` when that was for want of a file
 */
export async function loadLanguageModel(options: LoadOptions): Promise<LoadedLanguageModel> {
  const { catalog, modelId, signal, now } = options;
  const readOptions = signal ? { signal } : {};
  const startMs = now();
  const entry = catalog.models.find(({ id, role }) => id === modelId && role === 'language-model');
  if (!entry) throw new WinnowError('artifact-unknown', `There is no language model "${modelId}" in the catalog.`);
  options.onProgress({ stage: 'probing', file: '', doneBytes: 0, totalBytes: 0 });
  const probe = await options.probe();
  const plan = planEngines(options.choice, probe, options.excluded);
  // Every engine needs it, so a fault here is no engine's.
  const tokenizer = createTokenizer(
    await reportReads(options.artifacts, options.onProgress).read(modelId, 'tokenizer.json', readOptions),
  );
  const attempts: EngineAttempt[] = [...options.earlier];
  let firstError: unknown = null;

  for (const engine of plan.tries) {
    throwIfCancelled(signal);
    options.onTry(engine);
    try {
      const { tokenModel, speed } = await tryEngine(options, entry, probe, engine);
      const { variant } = tokenModel;
      attempts.push({ engine, outcome: 'chosen', reason: `Passed its self-test (${variant}).` });
      for (const [other, reason] of Object.entries(plan.reasons)) {
        // SAFETY: the reasons are keyed by engine.
        const skipped = other as ModelEngine;
        const isTold = attempts.some((attempt) => attempt.engine === skipped);
        if (!isTold) attempts.push({ engine: skipped, outcome: 'skipped', reason });
      }
      const report: EngineReport = {
        engine,
        variant,
        attempts,
        adapter: probe.adapter,
        threads: engine === 'transformers' ? options.threads : 1,
        loadMs: now() - startMs,
        ...speed,
      };
      const model = await assemble(options, entry, tokenizer, tokenModel, report);
      return { model, report, dispose: tokenModel.dispose };
    } catch (error) {
      if (isCancelled(error)) throw error;
      firstError ??= error;
      attempts.push({ engine, outcome: 'failed', reason: errorDataOf(error).message });
    }
  }
  throw noneWorks(firstError, attempts);
}

async function tryEngine(
  options: LoadOptions,
  model: CatalogModel,
  probe: WebGpuProbe,
  engine: ModelEngine,
): Promise<{ readonly tokenModel: TokenModel; readonly speed: MeasuredSpeed }> {
  const { signal, now, threads, onProgress } = options;
  if (engine === 'web-llm' && (probe.obstacle || !probe.adapter)) {
    throw new WinnowError('engine-unavailable', probe.obstacle ?? 'There is no WebGPU adapter.');
  }
  const answers = selfTestAnswers[model.id];
  if (!answers) {
    throw new WinnowError('engine-self-test-failed', `No self-test answer is recorded for the model "${model.id}".`);
  }
  const artifacts = reportReads(options.artifacts, onProgress);
  const tokenModel = await options.loaders[engine]({ model, artifacts, probe, threads, signal });
  try {
    onProgress({ stage: 'self-test', file: '', doneBytes: 0, totalBytes: 0 });
    // The speed measured here decides how much is read later, so nothing may run beside it.
    return { tokenModel, speed: await asAnswering(() => runSelfTest(tokenModel, answers, { now, signal })) };
  } catch (error) {
    await tokenModel.dispose().catch(() => undefined);
    throw error;
  }
}

async function assemble(
  options: LoadOptions,
  entry: CatalogModel,
  tokenizer: Tokenizer,
  tokenModel: TokenModel,
  report: EngineReport,
): Promise<LanguageModel> {
  const info: LanguageModelInfo = {
    modelId: entry.id,
    modelHash: await modelHashOf(entry),
    engine: tokenModel.engine,
    variant: tokenModel.variant,
    contextTokens: tokenModel.contextTokens,
    rankerPromptVersion: entry.promptVersion,
    prefillTokensPerSecond: report.prefillTokensPerSecond,
    decodeTokensPerSecond: report.decodeTokensPerSecond,
  };
  return createTokenLanguageModel({
    tokenModel,
    tokenizer,
    compileConstraint: options.compileConstraint,
    info: () => info,
    now: options.now,
  });
}

/** A lone bad file is the error itself; otherwise the error tells what each engine said. */
function noneWorks(firstError: unknown, attempts: readonly EngineAttempt[]): WinnowError {
  if (firstError instanceof WinnowError && firstError.code.startsWith('artifact-')) return firstError;
  const told = attempts
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ engine, reason }) => `${engine}: ${reason}`);
  const message = `No engine can run the language model here. ${told.join(' ')}`;
  return new WinnowError('engine-unavailable', message, { attempts: told.join(' | ') }, firstError);
}
