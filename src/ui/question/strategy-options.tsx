import { useId } from 'react';
import { defaultStrategy, type StrategyChoice, scoredStrategy } from '../../core/domain/selection.ts';
import { useQuery, useWinnow } from '../../state/use-winnow.ts';
import { formatPercent } from '../format.ts';

type Option = { readonly label: string; readonly hint: string; readonly choice: StrategyChoice };

// The ones that run today.
const options: readonly Option[] = [
  {
    label: 'Only the passages needed',
    hint: 'The language model, trained for it, reads the best-scored passages as one list and keeps those that the answer needs, perhaps none.',
    choice: defaultStrategy,
  },
  {
    label: 'The passages likely to help, faster',
    hint: `A small model scores each passage found by itself, in a few seconds. Those with a chance of ${formatPercent(scoredStrategy.threshold)} or more are kept, perhaps none.`,
    choice: scoredStrategy,
  },
  {
    label: 'What the untrained model picks, slow',
    hint: 'For comparison: the language model as it was before its training names what the answer needs, which is nearly everything.',
    choice: { id: 'zero-shot-adaptive' },
  },
  ...[1, 3, 5].map((k) => ({
    label: k === 1 ? 'The best-scored passage' : `The ${k} best-scored passages`,
    hint: 'A small model scores each passage found by itself, in a few seconds. The best are kept, however bad.',
    choice: { id: 'cross-encoder', k } as const,
  })),
  ...[1, 3, 5, 10].map((k) => ({
    label: k === 1 ? 'The first passage found' : `The first ${k} passages found`,
    hint: 'Nothing is chosen: the passages are taken as the search found them.',
    choice: { id: 'identity', k } as const,
  })),
];

/** A choice is plain data, so its JSON names it. */
const keyOf = (choice: StrategyChoice): string => JSON.stringify(choice);

/** Which of the passages found are given to the answer. */
export function StrategyOptions() {
  const { queryActions } = useWinnow();
  const strategy = useQuery((facts) => facts.strategy);
  const selectId = useId();
  const hintId = useId();
  const current = options.find((option) => keyOf(option.choice) === keyOf(strategy)) ?? options[0];
  return (
    <div className="strategy">
      <label htmlFor={selectId}>Answer from</label>
      <select
        id={selectId}
        className="strategy-select"
        value={current && keyOf(current.choice)}
        title={current?.hint}
        aria-describedby={hintId}
        onChange={(event) => {
          const chosen = options.find((option) => keyOf(option.choice) === event.target.value);
          if (chosen !== undefined) queryActions.setStrategy(chosen.choice);
        }}
      >
        {options.map((option) => (
          <option key={keyOf(option.choice)} value={keyOf(option.choice)}>
            {option.label}
          </option>
        ))}
      </select>
      <span id={hintId} className="visually-hidden">
        {current?.hint}
      </span>
    </div>
  );
}
