type ModelRole = 'language-model' | 'embedder' | 'cross-encoder';

export type CatalogFile = {
  readonly name: string;
  readonly bytes: number;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
};

/** One shipped model: every file with its size and hash. Written by the recipe into `models/catalog.json`. */
export type CatalogModel = {
  readonly id: string;
  readonly role: ModelRole;
  readonly title: string;
  readonly files: readonly CatalogFile[];
  readonly quantisation: string;
  readonly contextTokens: number;
  readonly promptVersion: string | null;
  readonly licence: string;
  readonly source: string;
};

export type Catalog = { readonly version: 1; readonly models: readonly CatalogModel[] };
