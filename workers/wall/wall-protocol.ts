import type { ErrorData } from '../../src/core/domain/errors.ts';

/** A call across a wall: its arguments, its result, and what it reports on the way. All of it cloneable data. */
export type Call<Args extends readonly unknown[], Result, Progress = never> = {
  readonly args: Args;
  readonly result: Result;
  readonly progress: Progress;
};

/** A stream across a wall: its arguments and its items. */
export type Stream<Args extends readonly unknown[], Item> = { readonly args: Args; readonly item: Item };

/** What a worker offers. `notice` is what it says without being asked; `never` where it keeps quiet. */
export type WallProtocol = {
  readonly calls: Readonly<Record<string, Call<readonly unknown[], unknown, unknown>>>;
  readonly streams: Readonly<Record<string, Stream<readonly unknown[], unknown>>>;
  readonly notice: unknown;
};

/** How a job ended, as data: errors lose their class on the way, so they never travel as errors. */
export type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'error'; readonly error: ErrorData; readonly stack: string };

/** Items that are ready, in order; `end` is null while more may follow. */
export type Batch = { readonly items: readonly unknown[]; readonly end: Outcome | null };

export type SinkMessage =
  | { readonly kind: 'progress'; readonly job: number; readonly value: unknown }
  | { readonly kind: 'notice'; readonly value: unknown };

export type Sink = (message: SinkMessage) => void;

/** The one object that a worker exposes through comlink; every protocol rides on it. */
export type Gate = {
  /** Must be the first message. Returns the worker's protocol version. */
  readonly hello: (sink: Sink) => string;
  readonly ping: () => void;
  readonly run: (job: number, name: string, args: readonly unknown[]) => Promise<Outcome>;
  /** Starts a stream and waits for its first batch. */
  readonly open: (job: number, name: string, args: readonly unknown[]) => Promise<Batch>;
  readonly pull: (job: number) => Promise<Batch>;
  /** Cancels a job and resolves when it has stopped; resolves at once for one that is over. */
  readonly close: (job: number) => Promise<void>;
};
