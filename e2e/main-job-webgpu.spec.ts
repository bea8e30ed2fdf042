import { expect, test, theEvent } from './support/winnow.ts';

// The software adapter reads about as many tokens in a minute as a graphics card in a second: one short document, one short question.
test.use({ address: 'engine=web-llm' });

test('selection and a streamed answer come through WebLLM on WebGPU', async ({ winnow }) => {
  await winnow.add('bicycle-rules.md');
  const trace = await winnow.ask('Where do bicycles stand?', 13 * 60_000);

  expect(theEvent(trace, 'started')['model']).toMatchObject({
    engine: 'web-llm',
    modelId: 'smollm2-135m-instruct-q4',
  });
  const { selection } = theEvent(trace, 'selection') as unknown as {
    selection: { outcome: string; invocations: { promptTokens: number }[] };
  };
  expect(selection.outcome).toBe('selected');
  expect(selection.invocations.map(({ promptTokens }) => promptTokens > 0)).toEqual([true]);
  expect(trace.events.filter((event) => event.type === 'token').length).toBeGreaterThan(1);
  expect(theEvent(trace, 'done')['outcome']).toBe('answered');
});
