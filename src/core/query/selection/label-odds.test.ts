import { describe, expect, test } from 'vitest';
import { createLabelOdds } from './label-odds.ts';

/** Plays the steps of a reply, each `text=probability | …`; the first choice is the one taken. */
function oddsOf(labelCount: number, steps: readonly string[]) {
  const odds = createLabelOdds(labelCount);
  for (const step of steps) {
    const choices = step.split(' | ').map((choice, index) => {
      const [text = '', probability] = choice.split('=');
      return { id: index, text: text === 'END' ? '' : text, logprob: Math.log(Number(probability)) };
    });
    const [taken] = choices;
    if (taken !== undefined) odds.push({ type: 'token', ...taken, choices });
  }
  return odds.probabilities();
}

function close(values: readonly (number | null)[], expected: readonly (number | null)[]) {
  expect(values.length).toBe(expected.length);
  values.forEach((value, index) => {
    const wanted = expected[index] ?? null;
    if (wanted === null) expect(value).toBeNull();
    else expect(value).toBeCloseTo(wanted, 9);
  });
}

describe('createLabelOdds', () => {
  test('a list of one place: the share that each label had there', () => {
    close(oddsOf(3, ['[=1', '2=0.6 | 1=0.3 | 3=0.08 | 0=0.02', ']=1', 'END=0.9 |  [=0.1']), [null, 0.3, 0.6, 0.08]);
  });

  test('[0]: what the labels had instead', () => {
    close(oddsOf(2, ['[=1', '0=0.7 | 1=0.2 | 2=0.1', ']=1', 'END=1']), [null, 0.2, 0.1]);
  });

  test('a second place counts as far as the list goes on', () => {
    const steps = ['[=1', '2=0.5 | 1=0.25 | 3=0.25', ']=1', ' [=0.5 | END=0.5', '3=0.8 | 1=0.2', ']=1'];
    // Label 3: 1 − (1 − 0.25)(1 − 0.5 × 0.8). Label 1: 1 − (1 − 0.25)(1 − 0.5 × 0.2).
    close(oddsOf(3, steps), [null, 1 - 0.75 * 0.9, 0.5, 1 - 0.75 * 0.6]);
  });

  test('labels that share their first digit with another are known only where the reply told them apart', () => {
    const values = oddsOf(12, ['[=1', '2=0.5 | 1=0.4 | 3=0.1', ']=1', 'END=1']);
    expect([1, 10, 11, 12].map((label) => values[label])).toEqual([null, null, null, null]);
    expect(values[3]).toBeCloseTo(0.1, 9);
    const told = oddsOf(12, ['[=1', '1=0.4 | 2=0.6', '2=0.5 | ]=0.25 | 0=0.25', ']=1', 'END=1']);
    expect(told[12]).toBeCloseTo(0.2, 9);
    expect(told[1]).toBeCloseTo(0.1, 9);
    expect(told[10]).toBeCloseTo(0.1, 9);
  });

  test('works when the tokenizer merges brackets and digits', () => {
    close(oddsOf(2, ['[2=0.6 | [1=0.3 | [0]=0.1', '] [=0.5 | ]=0.5', '1=1', ']=1', 'END=1']), [
      null,
      1 - 0.7 * 0.5,
      0.6,
    ]);
  });

  test('an engine without scores gives none', () => {
    const odds = createLabelOdds(2);
    odds.push({ type: 'token', id: 1, text: '[1]', logprob: 0, choices: [] });
    expect(odds.probabilities()).toEqual([null, null, null]);
  });
});
