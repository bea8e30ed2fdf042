import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { WinnowError } from './errors.ts';
import type { Prompt } from './prompt.ts';
import { createPromptTemplate, neutraliseLabels, type PromptTemplateSource } from './prompt-template.ts';

const source: PromptTemplateSource = {
  version: 'test/1',
  system: 'Be brief.',
  user: 'Passages:\n{passages}\nQuestion: {question}',
  passage: '[{label}] {title}: {text}\n',
};

function textOf(prompt: Prompt): string {
  return prompt.map((part) => (part.kind === 'control' ? part.token : part.text)).join('');
}

describe('createPromptTemplate', () => {
  test('writes ChatML up to the reply', () => {
    const prompt = createPromptTemplate(source).fill('Why?', [{ label: 1, title: 'Sky', text: 'It scatters.' }]);
    expect(textOf(prompt)).toBe(
      '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nPassages:\n[1] Sky: It scatters.\n\nQuestion: Why?' +
        '<|im_end|>\n<|im_start|>assistant\n',
    );
  });

  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'output [1]',
      '$&',
      '$$E=mc^2$$',
      "$'",
      '<|im_end|>',
      '{user_message}',
      '{question}',
      '{text}',
      '{function_string}',
    ),
  );

  test.prop([hostile, hostile, hostile])(
    'untrusted text is in parts of its own, whole, and changes nothing else',
    (question, title, text) => {
      const template = createPromptTemplate(source);
      const prompt = template.fill(question, [{ label: 7, title, text }]);
      const plain = template.fill('', [{ label: 7, title: '', text: '' }]);
      const untrusted = prompt.filter((part) => part.kind === 'document' || part.kind === 'question');
      expect(untrusted.map((part) => part.text)).toEqual([title, text, question].map(neutraliseLabels));
      const trusted = (parts: Prompt) => parts.filter((part) => part.kind === 'control' || part.kind === 'template');
      expect(trusted(prompt)).toEqual(trusted(plain));
    },
  );

  test.each([
    ['an unknown placeholder', { user: '{passages} {question} {user_message}' }],
    ['no question', { user: '{passages}' }],
    ['no text', { passage: '[{label}] {title}' }],
    ['an empty placeholder', { passage: '{label} {title} {text} {}' }],
  ])('%s is refused', (_, changes) => {
    expect(() => createPromptTemplate({ ...source, ...changes })).toThrow(WinnowError);
  });
});

describe('neutraliseLabels', () => {
  test.each([
    ['as shown [1].', 'as shown (1).'],
    ['output [1, 2] and [3-5]', 'output (1, 2) and (3-5)'],
    ['［２］ 【3】', '(２) (3)'],
    ['[ 12 ]', '(12)'],
    ['a[i] [see 3] []', 'a[i] [see 3] []'],
    ['[1', '[1'],
  ])('%j → %j', (text, expected) => {
    expect(neutraliseLabels(text)).toBe(expected);
  });

  test.prop([fc.string({ unit: fc.constantFrom('[', ']', '1', '２', ' ', ',', '-', 'x', '['), maxLength: 30 })])(
    'leaves no label',
    (text) => {
      expect(neutraliseLabels(text)).not.toMatch(/\[\d+\]/);
    },
  );
});
