import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// SAFETY: with that flag, `gc` is a function of every new context.
const collectGarbage = runInNewContext('gc') as () => void;

/** Megabytes in use after a collection: objects and array buffers, WebAssembly memory included. */
export function usedMegabytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
