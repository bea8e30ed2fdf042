import { useId } from 'react';
import type { StrategyChoice } from '../../core/domain/selection.ts';
import { useQuery, useWinnow } from '../../state/use-winnow.ts';

type Option = { readonly value: string; readonly label: string; readonly choice: StrategyChoice };

// The ones that run today; `value` is only this list's own key.
const options: readonly Option[] = [
  { value: 'adaptive', label: 'Only the passages needed', choice: { id: 'zero-shot-adaptive' } },
  ...[1, 3, 5, 10].map((k) => ({
    value: `first-${k}`,
    label: k === 1 ? 'The first passage found' : `The first ${k} passages found`,
    choice: { id: 'identity', k } as const,
  })),
];

const isSame = (left: StrategyChoice, right: StrategyChoice): boolean =>
  left.id === right.id && (left.id !== 'identity' || right.id !== 'identity' || left.k === right.k);

/** Which of the passages found are given to the answer. */
export function StrategyOptions() {
  const { queryActions } = useWinnow();
  const strategy = useQuery((facts) => facts.strategy);
  const selectId = useId();
  const current = options.find((option) => isSame(option.choice, strategy)) ?? options[0];
  return (
    <div className="strategy">
      <label htmlFor={selectId}>Answer from</label>
      <select
        id={selectId}
        className="strategy-select"
        value={current?.value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) queryActions.setStrategy(chosen.choice);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
