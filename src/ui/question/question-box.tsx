import { type KeyboardEvent, useId } from 'react';
import { useQuery, useWinnow } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { StrategyOptions } from './strategy-options.tsx';

/** The question being written. Enter asks, Shift and Enter start a new line. */
export function QuestionBox() {
  const { queryActions } = useWinnow();
  const draft = useQuery((facts) => facts.draft);
  const error = useQuery((facts) => facts.draftError);
  const errorId = useId();
  const sentence = error === null ? null : errorSentence(error);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While an input method is composing, Enter picks a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void queryActions.ask();
  };

  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        void queryActions.ask();
      }}
    >
      <div className="ask-field" data-invalid={sentence !== null || undefined}>
        <textarea
          id="question"
          className="ask-text"
          rows={2}
          aria-label="Your question"
          placeholder="Ask your documents a question"
          value={draft}
          aria-invalid={sentence !== null}
          aria-describedby={sentence === null ? undefined : errorId}
          onChange={(event) => queryActions.setDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="ask-row">
          <StrategyOptions />
          <Button look="solid" type="submit">
            Ask
          </Button>
        </div>
      </div>
      {sentence !== null && (
        <p id={errorId} className="ask-error" role="alert">
          <Icon name="alert" />
          <span>
            <strong>{sentence.title}</strong> {sentence.advice}
          </span>
        </p>
      )}
    </form>
  );
}
