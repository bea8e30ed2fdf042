import type { EngineOption } from './load-model.ts';

/** @throws Error when it was not given */
export function requireText(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Error(`${name} is missing`);
  return value;
}

/** @throws Error unless it is a whole number of at least 1 */
export function readWhole(value: string, name: string): number {
  const number = Number(value);
  if (!(Number.isInteger(number) && number >= 1)) throw new Error(`${name} ${value} is no whole number from 1 on`);
  return number;
}

/** @throws Error for an engine that is none */
export function readEngine(value: string): EngineOption {
  if (value === 'transformers' || value === 'none') return value;
  throw new Error(`--engine ${value} is not known; take transformers, or none for strategies that ask no model`);
}
