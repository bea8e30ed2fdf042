/**
 * Runs `work` and returns the GPU device that it opened. A library that opens its own device and keeps it to itself
 * leaves no other way to hear that it was lost.
 */
export async function captureDevice<T>(work: () => Promise<T>): Promise<{ result: T; device: GPUDevice | null }> {
  let device: GPUDevice | null = null;
  const original = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = async function requestAndKeep(this: GPUAdapter, descriptor) {
    device = await original.call(this, descriptor);
    return device;
  };
  try {
    return { result: await work(), device };
  } finally {
    GPUAdapter.prototype.requestDevice = original;
  }
}
