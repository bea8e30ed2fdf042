/** `scripted` exists for tests of everything that is not the model. */
export type EngineName = 'web-llm' | 'transformers' | 'scripted';

/** What reads: the base model alone, or with the ranker's low-rank updates beside it (docs/decisions/0014). */
export type WeightSet = 'base' | 'ranker';

/**
 * A causal language model at the level of token ids: the only thing an engine has to be.
 * Prompting, constraint, sampling, stopping and cancelling are one loop above it, the same for every engine.
 */
export type TokenModel = {
  readonly engine: EngineName;
  /** Library variant or backend, for people: `software`, `gpu-f16`, `wasm, 2 threads`. */
  readonly variant: string;
  readonly contextTokens: number;
  readonly vocabularySize: number;
  /** Most ids to pass to one `forward`; cancel is looked at between calls. */
  readonly chunkTokens: number;
  /**
   * Appends ids (1..chunkTokens of them) to the sequence and returns the logits at the last one,
   * [vocabularySize] float32, valid until the next call.
   * @throws WinnowError `context-overflow`, `device-lost`, `engine-failed`
   */
  readonly forward: (ids: Int32Array) => Promise<Float32Array>;
  /** Forgets the sequence; the next one is read by these weights. Before the first call they are the base's. */
  readonly reset: (weights: WeightSet) => Promise<void>;
  readonly dispose: () => Promise<void>;
};

export type Tokenizer = {
  readonly vocabularySize: number;
  /** Encodes text with special tokens switched off: the ids never contain a control token. */
  readonly encode: (text: string) => Int32Array;
  /** Decodes ids; control tokens give nothing. Incomplete UTF-8 at the end gives U+FFFD. */
  readonly decode: (ids: readonly number[]) => string;
  /** Id of a control token. @throws WinnowError `internal` for a string that is none. */
  readonly controlId: (token: string) => number;
};
