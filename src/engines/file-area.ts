/**
 * A flat set of named files: where originals and the arrays of the search index live.
 * A `write` that fails may leave a part of the file behind; whoever calls it removes that.
 */
export type FileArea = {
  readonly medium: 'opfs' | 'indexed-db';
  /** The name must be new. */
  readonly write: (name: string, bytes: ArrayBuffer) => Promise<void>;
  /** Null when there is no such file. */
  readonly read: (name: string) => Promise<ArrayBuffer | null>;
  /** Removing what is not there is no error. */
  readonly remove: (name: string) => Promise<void>;
  /** Every file with its length in bytes. */
  readonly sizes: () => Promise<ReadonlyMap<string, number>>;
};
