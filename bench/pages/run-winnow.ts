import catalogFile from '../../models/catalog.json' with { type: 'json' };
import type { Catalog } from '../../src/core/domain/catalog.ts';
import { createArtifactSource } from '../../src/engines/artifact-source.ts';
import { createTransformersTokenModel } from '../../src/engines/transformers-token-model.ts';
import type { Run, SpeedRequest } from './speed.ts';

// SAFETY: the recipe writes the catalog in this shape.
const catalog = catalogFile as Catalog;

/** Winnow's engine on WebAssembly, as the app's worker loads it. */
export async function loadWinnow({ modelId, threads }: SpeedRequest): Promise<Run> {
  const model = catalog.models.find(({ id }) => id === modelId);
  if (!model) throw new Error(`no ${modelId} in the catalog`);
  const tokenModel = await createTransformersTokenModel({
    model,
    artifacts: createArtifactSource({ catalog, baseUrl: new URL('/models/', location.href).href, cache: null }),
    probe: { adapter: null, obstacle: 'not looked for' },
    threads,
    signal: undefined,
  });
  return async (ids, writtenTokens) => {
    await tokenModel.reset('base');
    const startMs = performance.now();
    let logits = new Float32Array(0);
    for (let done = 0; done < ids.length; done += tokenModel.chunkTokens) {
      logits = await forward(ids.slice(done, done + tokenModel.chunkTokens));
    }
    const written = [largest(logits)];
    const firstTokenMs = performance.now();
    while (written.length <= writtenTokens) written.push(largest(await forward(written.slice(-1))));
    return { prefillMs: firstTokenMs - startMs, decodeMs: performance.now() - firstTokenMs, ids: written };
  };

  async function forward(ids: readonly number[]): Promise<Float32Array<ArrayBuffer>> {
    return new Float32Array(await tokenModel.forward(Int32Array.from(ids)));
  }
}

function largest(logits: Float32Array): number {
  let best = 0;
  for (let id = 1; id < logits.length; id++) if (logits[id]! > logits[best]!) best = id;
  return best;
}
