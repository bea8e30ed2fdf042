/**
 * Resolves in a new task of the event loop, so that messages (a cancel) get their turn between two heavy steps.
 * A promise alone would not do: a model that computes synchronously resolves in the same task.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
