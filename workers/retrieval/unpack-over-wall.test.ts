// The one stream of the retrieval protocol over both ends of its wall: Blobs, errors and cancels have to cross.
import { zipSync } from 'fflate';
import { afterEach, expect, it } from 'vitest';
import type { Unpacked } from '../../src/core/domain/unpacked.ts';
import { unpackFile } from '../../src/engines/unpack-file.ts';
import { createWall } from '../wall/create-wall.ts';
import { loopbackWorker } from '../wall/loopback-worker.ts';
import { serveWall } from '../wall/serve-wall.ts';
import type { RetrievalProtocol } from './protocol.ts';

type Protocol = {
  readonly calls: Readonly<Record<never, never>>;
  readonly streams: Pick<RetrievalProtocol['streams'], 'unpack'>;
  readonly notice: never;
};

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

function setUp() {
  const seen = { unpacked: 0 };
  const wall = createWall<Protocol>({
    name: 'retrieval',
    protocolVersion: '1',
    start: () =>
      loopbackWorker((endpoint) => {
        serveWall<Protocol>({
          protocolVersion: '1',
          calls: {},
          streams: {
            unpack: async function* (job, name, data) {
              for await (const item of unpackFile({ name, data: data as Blob }, job.signal)) {
                seen.unpacked++;
                yield item;
              }
            },
          },
          aheadCount: 1,
          endpoint,
        });
      }),
  });
  ended.push(wall.end);
  return { wall, seen };
}

const textFile = (text: string): Uint8Array => new TextEncoder().encode(text);
const archive = new Blob([
  zipSync({
    'one.txt': textFile('One.'),
    'two.txt': textFile('Two.'),
    '.DS_Store': textFile('x'),
    'three.txt': textFile('3'),
  }),
]);

it('brings the files of an archive, readable on this side', async () => {
  const items: Unpacked[] = [];
  for await (const item of setUp().wall.stream('unpack', ['a.zip', archive])) items.push(item);
  const told = await Promise.all(
    items.map(async (item) =>
      item.kind === 'file' ? new TextDecoder().decode(await item.data.arrayBuffer()) : item.kind,
    ),
  );
  expect(told).toEqual(['One.', 'Two.', 'left-out', '3']);
  expect(items[0]?.name).toBe('a.zip/one.txt');
});

it('brings why a file cannot be read, with its reason', async () => {
  const cut = archive.slice(0, 60);
  const items = setUp().wall.stream('unpack', ['a.zip', cut]);
  await expect(items.next()).rejects.toMatchObject({ code: 'document-damaged', details: { reason: 'archive-broken' } });
});

it('unpacks no more once it is cancelled', async () => {
  const { wall, seen } = setUp();
  const controller = new AbortController();
  const items = wall.stream('unpack', ['a.zip', archive], { signal: controller.signal });
  await items.next();
  controller.abort();
  await expect(items.next()).rejects.toMatchObject({ name: 'AbortError' });
  expect(seen.unpacked).toBeLessThanOrEqual(2);
});
