import type { Run, Speed, SpeedRequest } from './speed.ts';

self.onmessage = ({ data: request }: MessageEvent<SpeedRequest>) => {
  measure(request).then(
    (speed) => self.postMessage(speed),
    (error: unknown) => self.postMessage(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
};

async function measure(request: SpeedRequest): Promise<Speed> {
  const startMs = performance.now();
  const run = await load(request);
  const loadMs = performance.now() - startMs;
  // The first run of a session allocates what the later ones use again.
  await run(request.prompts[0] ?? [], 2);
  const prompts: Speed['prompts'][number][] = [];
  for (const ids of request.prompts) {
    const rounds: Speed['prompts'][number][] = [];
    for (let round = 0; round < request.rounds; round++) rounds.push(await run(ids, request.writtenTokens));
    prompts.push({
      prefillMs: Math.min(...rounds.map(({ prefillMs }) => prefillMs)),
      decodeMs: Math.min(...rounds.map(({ decodeMs }) => decodeMs)),
      ids: rounds[0]?.ids ?? [],
    });
  }
  return { loadMs, prompts };
}

/** Only the asked side's code is loaded. */
async function load(request: SpeedRequest): Promise<Run> {
  if (request.side === 'winnow') return (await import('./run-winnow.ts')).loadWinnow(request);
  return (await import('./run-transformers.ts')).loadTransformers(request, request.side);
}
