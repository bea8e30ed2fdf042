import type { MatrixFormat } from '../standard-export/matrix-formats.ts';

export type SpeedRequest = {
  readonly side: 'winnow' | MatrixFormat;
  readonly modelId: string;
  /** Each is read from an empty cache, and continued greedily. */
  readonly prompts: readonly (readonly number[])[];
  /** Tokens written after the first. */
  readonly writtenTokens: number;
  readonly rounds: number;
  readonly threads: number;
};

/** The fastest of the rounds, for each prompt. */
export type Speed = {
  readonly loadMs: number;
  readonly prompts: readonly {
    readonly prefillMs: number;
    readonly decodeMs: number;
    /** What was written, to see that both sides run the same model. */
    readonly ids: readonly number[];
  }[];
};

/** One reading and writing of one prompt. */
export type Run = (ids: readonly number[], writtenTokens: number) => Promise<Speed['prompts'][number]>;
