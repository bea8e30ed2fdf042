import { afterEach, beforeEach, expect, it } from 'vitest';
import { untilNoneAnswers, whileAnswering } from '../../src/engines/answering-lock.ts';
import { createModelService } from '../language-model/client.ts';
import { createRetrievalClient } from './client.ts';

const modelsUrl = new URL('/models/', location.href).href;
const options = { depth: 10, useBm25: true, useDense: true };
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text).buffer });
const models = createModelService({ modelId: 'scripted', modelsUrl });
const library = createRetrievalClient({ modelsUrl, pdfDataUrl: location.href, recognitionUrl: location.href });

beforeEach(() => library.clear());
afterEach(async () => {
  await models.unload();
  library.end();
});

const request = {
  prompt: [{ kind: 'template' as const, text: 'What?' }],
  weights: 'base' as const,
  maxTokens: 100,
  constraint: null,
  stop: [],
  scores: false,
};

/** True when `work` is settled after everything that is ready had its turn, and a second more. */
async function isSettled(work: Promise<unknown>): Promise<boolean> {
  const later = new Promise<false>((resolve) => setTimeout(() => resolve(false), 1000));
  return Promise.race([work.then(() => true), later]);
}

it('vectors of passages wait for an answer that is being written; those of questions do not', async () => {
  await library.add(file('cats.md', '# Cats\n\nA cat sleeps for about fifteen hours a day.'));
  await library.embedded();
  const { model } = await models.load('auto');
  const reply = model.generate(request)[Symbol.asyncIterator]();
  // Unread, the reply is held up long before its end.
  await reply.next();

  await library.add(file('tortoises.md', '# Tortoises\n\nA tortoise digs itself in when the days grow short.'));
  const embedded = library.embedded();
  const pool = await library.retrieve('How long does it nap?', options);
  expect(pool.candidates[0]?.dense).not.toBeNull();
  expect(await isSettled(embedded)).toBe(false);
  expect((await library.open()).embeddedCount).toBe(1);

  await reply.return?.();
  await embedded;
  expect((await library.open()).embeddedCount).toBe(2);
});

it('several may answer; who waits waits for all, and for nobody once cancelled', async () => {
  const forever = async function* () {
    for (;;) yield 'word';
  };
  const one = whileAnswering(forever());
  const two = whileAnswering(forever());
  await one.next();
  await two.next();
  const abort = new AbortController();
  const free = untilNoneAnswers({ aborted: false });
  const cancelled = untilNoneAnswers(abort.signal);
  await one.return();
  expect(await isSettled(Promise.race([free, cancelled]))).toBe(false);
  abort.abort();
  await cancelled;
  expect(await isSettled(free)).toBe(false);
  await two.return();
  await free;
});

it('a fault in the work ends the answering too', async () => {
  const faulty = async function* () {
    yield 'word';
    throw new Error('broken');
  };
  const answer = whileAnswering(faulty());
  await answer.next();
  await expect(answer.next()).rejects.toThrow('broken');
  await untilNoneAnswers({ aborted: false });
});
