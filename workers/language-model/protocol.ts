import type { GenerateEvent, GenerateRequest, LanguageModelInfo } from '../../src/core/domain/language-model.ts';
import type { Prompt } from '../../src/core/domain/prompt.ts';
import type { EngineAttempt, EngineChoice, EngineReport, LoadProgress } from '../../src/core/domain/services.ts';
import type { EngineName } from '../../src/core/domain/token-model.ts';
import type { Call, Stream } from '../wall/wall-protocol.ts';

export const languageModelProtocolVersion = 'language-model-1';

/** The model id that gives a scripted model: for work on the page without weights. */
export const scriptedModelId = 'scripted';

export type LoadRequest = {
  readonly choice: EngineChoice;
  readonly modelId: string;
  /** Absolute URL of the folder `models/`, with a slash at its end. */
  readonly modelsUrl: string;
  /** What failed on this page before, for the report. */
  readonly earlier: readonly EngineAttempt[];
  /** Engines not to be tried again. */
  readonly excluded: readonly EngineName[];
};

export type LoadedModel = { readonly info: LanguageModelInfo; readonly report: EngineReport };

export type LanguageModelProtocol = {
  readonly calls: {
    /** Once in a worker's life: another engine or model takes another worker, which frees all memory. */
    readonly load: Call<[request: LoadRequest], LoadedModel, LoadProgress>;
    readonly countTokens: Call<[prompts: readonly Prompt[]], readonly number[]>;
  };
  readonly streams: {
    readonly generate: Stream<[request: GenerateRequest], GenerateEvent>;
  };
  /** Sent before an engine is tried, so that the page knows whom a dead worker died of. */
  readonly notice: { readonly trying: EngineName };
};
