import type { Speed, SpeedRequest } from './speed.ts';

declare global {
  interface Window {
    measureSpeed: (request: SpeedRequest) => Promise<Speed>;
  }
}

/** Measures in a worker of its own, which ends with the measurement and takes its memory along. */
window.measureSpeed = (request) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./speed-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Speed | string>) => {
      worker.terminate();
      if (typeof data === 'string') reject(new Error(data));
      else resolve(data);
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(request);
  });
