import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useModel, useQuery, useWinnow } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { FilterButton } from '../filter/filter-button.tsx';
import { FilterNote } from '../filter/filter-note.tsx';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { StrategyOptions } from './strategy-options.tsx';

/** The question being written. Enter asks, Shift and Enter start a new line. */
export function QuestionBox() {
  const { queryActions, modelActions } = useWinnow();
  const isModelIdle = useModel().status === 'idle';
  const box = useRef<HTMLTextAreaElement>(null);
  const draft = useQuery((facts) => facts.draft);
  const error = useQuery((facts) => facts.draftError);
  const errorId = useId();
  const sentence = error === null ? null : errorSentence(error);

  // A slash from anywhere goes to the box, as on many pages with a search.
  useEffect(() => {
    const onSlash = (event: globalThis.KeyboardEvent): void => {
      const { target } = event;
      const isTyping = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      box.current?.focus();
    };
    window.addEventListener('keydown', onSlash);
    return () => window.removeEventListener('keydown', onSlash);
  }, []);

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
          ref={box}
          id="question"
          className="ask-text"
          rows={2}
          aria-label="Your question"
          placeholder="Ask your documents a question"
          value={draft}
          aria-invalid={sentence !== null}
          aria-describedby={sentence === null ? undefined : errorId}
          onChange={(event) => queryActions.setDraft(event.target.value)}
          // Someone who is about to ask will need the model.
          onFocus={isModelIdle ? modelActions.preload : undefined}
          onKeyDown={onKeyDown}
        />
        <div className="ask-row">
          <StrategyOptions />
          <FilterButton />
          <Button look="solid" type="submit">
            Ask
          </Button>
        </div>
        <FilterNote />
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
