/** Loads at the first call, and again after a failure. */
export function loadedOnce<Model>(load: () => Promise<Model>): () => Promise<Model> {
  let loaded: Promise<Model> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
