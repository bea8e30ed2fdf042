/** Ids of catalogued models that only tests load: served while developing, never part of a build. */
export const testModels: readonly string[] = ['tiny-test'];
