import { expect, test } from 'vitest';
import { readUrlOptions } from './url-options.ts';

test.each([
  ['', { engine: 'auto', modelId: null }],
  ['?engine=web-llm', { engine: 'web-llm', modelId: null }],
  ['?engine=transformers&model=tiny-test', { engine: 'transformers', modelId: 'tiny-test' }],
  ['?engine=steam', { engine: 'auto', modelId: null }],
])('reads %j', (search, options) => expect(readUrlOptions(search)).toEqual(options));
