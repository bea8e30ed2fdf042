import type { LoadProgress } from '../../core/domain/services.ts';
import { formatBytes } from '../format.ts';

const stageWords: Readonly<Record<LoadProgress['stage'], string>> = {
  probing: 'Looking at what this device can do',
  fetching: 'Loading the model',
  verifying: 'Checking the model files',
  preparing: 'Preparing the model',
  'self-test': 'Testing the engine',
};

/** What is being done right now, in a few words. */
export function loadStageSentence(progress: LoadProgress | null): string {
  return progress === null ? 'Starting the model' : stageWords[progress.stage];
}

/** `weights-01.bin, 23 of 75 MB`; empty where there is nothing to count. */
export function loadAmount(progress: LoadProgress | null): string {
  if (progress === null || progress.totalBytes === 0) return progress?.file ?? '';
  const amount = `${formatBytes(progress.doneBytes)} of ${formatBytes(progress.totalBytes)}`;
  return progress.file === '' ? amount : `${progress.file}, ${amount}`;
}

const engineNames: Readonly<Record<string, string>> = {
  'web-llm': 'WebGPU (WebLLM)',
  transformers: 'WebAssembly (ONNX Runtime)',
  scripted: 'Scripted replies (test)',
};

export const engineName = (engine: string): string => engineNames[engine] ?? engine;
