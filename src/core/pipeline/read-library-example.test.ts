import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openByteTarget } from '../../engines/byte-target.ts';
import { createLibraryZipWriter } from '../../engines/library-zip-writer.ts';
import { createMemoryStore } from '../../engines/memory-store.ts';
import { nextTask } from '../../engines/next-task.ts';
import { sha256 } from '../../engines/sha256.ts';
import { exportLibrary } from './export-library.ts';
import { storedDocument, storedTrace } from './stored-library-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'winnow-library-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What docs/read_library.py prints. */
function readLibrary(...args: readonly string[]): string {
  const script = resolve(import.meta.dirname, '../../../docs/read_library.py');
  // Whatever the machine's language is, the output is UTF-8.
  const env = { ...process.env, PYTHONIOENCODING: 'utf-8:surrogatepass' };
  return execFileSync('python3', [script, ...args], { encoding: 'utf8', env, stdio: 'pipe' });
}

it('docs/read_library.py reads what was exported, and names a damaged member', async () => {
  const store = createMemoryStore();
  const original = new TextEncoder().encode('anything').buffer;
  const id = await sha256(original);
  const facts = { original, id, name: 'Zebra 🦓.txt', addedAtMs: 1, embeddedCount: 2 };
  await store.addDocument(storedDocument({ ...facts, paragraphs: ['🦓 Zebras', 'They run “fast”.', 'No vector.'] }));
  await store.changeTags(id, () => ['To do', 'Ärger']);
  await store.saveTrace(storedTrace('t1', 1));
  const openWriter = async () => createLibraryZipWriter(await openByteTarget(null, 0), nextTask);
  const { file } = await exportLibrary({ store, openWriter, pause: nextTask });
  const bytes = Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  const path = join(folder, 'library.zip');
  writeFileSync(path, bytes);

  expect(readLibrary(path)).toBe('1. Zebra 🦓.txt: 8 bytes, 3 passages #To do #Ärger\n1 questions. Every hash fits.\n');
  const [first, second, third] = [Math.fround(4 / 7), Math.fround(5 / 7), Math.fround(6 / 7)];
  const length = Math.hypot(first, second, third).toFixed(6);
  expect(readLibrary(path, '1', '1')).toBe(
    `They run “fast”.\n3 numbers, length ${length}: [${first}, ${second}, ${third}] …\n`,
  );
  expect(readLibrary(path, '1', '2')).toBe('No vector.\n');

  const damaged = join(folder, 'damaged.zip');
  // The original is not packed, so that its text can be found; Python compares its checksum.
  bytes.write('something', bytes.indexOf('anything') - 1);
  writeFileSync(damaged, bytes);
  expect(() => readLibrary(damaged)).toThrow(/documents\/[0-9a-f]{64}\/original/);
});
