import { type RefObject, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';

type PasswordFormProps = {
  readonly name: string;
  /** The id of the sentence that says what was wrong with the last password; undefined before the first. */
  readonly faultId: string | undefined;
  /** Where the focus is before the field is there, unless the person has gone on elsewhere; then the field leaves it there. */
  readonly row: RefObject<HTMLElement | null>;
  readonly onSubmit: (password: string) => void;
  readonly onClose: () => void;
};

/** Asks for the password of a locked file. What is typed stays in the field until it is handed on; Escape gives up. */
export function PasswordForm({ name, faultId, row, onSubmit, onClose }: PasswordFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [isEmpty, setIsEmpty] = useState(true);
  useEffect(() => {
    const active = document.activeElement;
    // The body has it where the button that opened this form has gone.
    if (active === document.body || row.current?.contains(active)) field.current?.focus();
  }, [row]);

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    if (password !== '') onSubmit(password);
  };

  return (
    <form
      className="password-form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // It also stops an answer that is being written, which is not meant here.
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
    >
      <div className="password-line">
        <input
          ref={field}
          className="row-field"
          type="password"
          aria-label={`Password of ${name}`}
          aria-describedby={faultId === undefined ? noteId : `${faultId} ${noteId}`}
          aria-invalid={faultId !== undefined}
          placeholder="Password"
          autoComplete="off"
          onInput={(event) => setIsEmpty(event.currentTarget.value === '')}
        />
        <Button look="solid" size="small" type="submit" disabled={isEmpty}>
          Unlock
        </Button>
        <Button look="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <p id={noteId} className="fine-print">
        The password is used once and not kept. The file stays locked; its text is stored in this browser, and exported,
        without the password.
      </p>
    </form>
  );
}
