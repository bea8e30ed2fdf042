import type { Endpoint } from 'comlink';
import type { WorkerLike } from './connection.ts';

/** Both ends of a wall in one thread, for tests. `terminate` cuts the line without a word, as a killed worker does. */
export function loopbackWorker(serve: (endpoint: Endpoint) => void): WorkerLike {
  const { port1, port2 } = new MessageChannel();
  serve(port2);
  return Object.assign(port1, {
    terminate: () => {
      port1.close();
      port2.close();
    },
  });
}
