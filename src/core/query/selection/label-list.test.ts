import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { formatLabels, parseLabels } from './label-list.ts';

const bracketyText = fc.string({
  unit: fc.constantFrom('[', ']', '0', '1', '2', '9', ' ', ',', '-', 'a', '\n', '（', '１', '$&', '<|im_end|>'),
  maxLength: 40,
});

describe('parseLabels', () => {
  test.each([
    ['[2] [5] [1]', 5, 'selected', [2, 5, 1], []],
    ['[0]', 5, 'none', [], []],
    ['', 5, 'unreadable', [], []],
    ['none', 5, 'unreadable', [], ['text-ignored']],
    ['In [2019], the firm', 5, 'unreadable', [], ['text-ignored', 'label-out-of-range', 'text-ignored']],
    ['see 3 and 4', 5, 'unreadable', [], ['text-ignored']],
    ['[1-3]', 5, 'unreadable', [], ['text-ignored']],
    ['[1, 2]', 5, 'unreadable', [], ['text-ignored']],
    ['[01]', 5, 'unreadable', [], ['text-ignored']],
    ['[6] [2]', 5, 'selected', [2], ['label-out-of-range']],
    ['[2] [2] [1]', 5, 'selected', [2, 1], ['label-repeated']],
    ['[0] [3]', 5, 'selected', [3], ['none-beside-labels']],
    ['[3] > [1]', 5, 'selected', [3, 1], ['text-ignored']],
    ['[1][2]', 5, 'selected', [1, 2], []],
    ['[99999999999999999999]', 5, 'unreadable', [], ['label-out-of-range']],
  ] as const)('%j of %i', (reply, labelCount, outcome, labels, repairs) => {
    const parsed = parseLabels(reply, labelCount);
    expect(parsed.outcome).toBe(outcome);
    expect(parsed.labels).toEqual(labels);
    expect(parsed.repairs.map((repair) => repair.kind)).toEqual(repairs);
  });

  test.prop([fc.oneof(fc.string({ unit: 'binary' }), bracketyText), fc.integer({ min: 1, max: 40 })])(
    'any reply gives labels in range, each once, and says what it left out',
    (reply, labelCount) => {
      const parsed = parseLabels(reply, labelCount);
      expect(new Set(parsed.labels).size).toBe(parsed.labels.length);
      expect(parsed.labels.every((label) => label >= 1 && label <= labelCount)).toBe(true);
      expect(parsed.outcome === 'selected').toBe(parsed.labels.length > 0);
      if (parsed.repairs.length === 0) {
        // Nothing was left out: the reply is exactly the list, up to white space.
        const written = parsed.outcome === 'unreadable' ? '' : formatLabels(parsed.labels);
        expect(reply.replaceAll(/\s/g, '')).toMatch(parsed.outcome === 'none' ? /^(\[0\])+$/ : /.*/s);
        if (parsed.outcome !== 'none') expect(reply.replaceAll(/\s/g, '')).toBe(written.replaceAll(' ', ''));
      }
    },
  );

  test.prop([
    fc
      .integer({ min: 1, max: 30 })
      .chain((n) => fc.tuple(fc.constant(n), fc.shuffledSubarray(Array.from({ length: n }, (_, i) => i + 1)))),
  ])('reads back what formatLabels writes', ([labelCount, labels]) => {
    const parsed = parseLabels(formatLabels(labels), labelCount);
    expect(parsed).toEqual({ outcome: labels.length === 0 ? 'none' : 'selected', labels, repairs: [] });
  });
});
