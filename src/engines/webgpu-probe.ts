// What the WebGPU adapter of this device can do, asked once and without opening a device.

type WebGpuAdapter = {
  readonly vendor: string;
  readonly architecture: string;
  /** A program on the CPU that pretends to be a GPU: right, but slower than WebAssembly. */
  readonly isSoftware: boolean;
  readonly hasF16: boolean;
};

export type WebGpuProbe = {
  /** Null where there is none. */
  readonly adapter: WebGpuAdapter | null;
  /** Why no GPU engine can run here, as a sentence for people; null when one can. */
  readonly obstacle: string | null;
};

/** Limits that WebLLM 0.2.86 asks of every device; it refuses to start below them. */
const neededLimits = {
  maxBufferSize: 128 * 2 ** 20,
  maxStorageBufferBindingSize: 128 * 2 ** 20,
  maxComputeWorkgroupStorageSize: 32 * 2 ** 10,
  maxStorageBuffersPerShaderStage: 10,
} as const;

/** Names under which CPU renderers present themselves: Chromium, Mesa (two), Windows. */
const softwareNames = /swiftshader|llvmpipe|lavapipe|basic render/i;

/** Never throws: whatever goes wrong is the obstacle. */
export async function probeWebGpu(): Promise<WebGpuProbe> {
  // Typed as always there, absent in many browsers and on insecure origins.
  const gpu: GPU | undefined = navigator.gpu;
  if (!gpu) return { adapter: null, obstacle: 'This browser offers no WebGPU.' };
  try {
    const found = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!found) return { adapter: null, obstacle: 'The browser knows WebGPU but found no adapter for it.' };
    return { adapter: describeAdapter(found), obstacle: shortfallOf(found.limits) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { adapter: null, obstacle: `The browser failed to open a WebGPU adapter (${reason}).` };
  }
}

function describeAdapter(found: GPUAdapter): WebGpuAdapter {
  const { vendor, architecture, description, device, isFallbackAdapter } = found.info;
  return {
    vendor,
    architecture,
    isSoftware: isFallbackAdapter || softwareNames.test(`${vendor} ${architecture} ${description} ${device}`),
    hasF16: found.features.has('shader-f16'),
  };
}

/** The first limit that is too low, as a sentence; null when all are met. Exported for its test. */
export function shortfallOf(limits: Readonly<Record<keyof typeof neededLimits, number>>): string | null {
  for (const [name, needed] of Object.entries(neededLimits)) {
    // SAFETY: the entries of a constant object are its own keys.
    const got = limits[name as keyof typeof neededLimits];
    if (got < needed) return `The WebGPU adapter is too small: ${name} is ${got}, ${needed} is needed.`;
  }
  return null;
}
