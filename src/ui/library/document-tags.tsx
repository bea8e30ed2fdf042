import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { DocumentSummary } from '../../core/domain/document.ts';
import type { ErrorData } from '../../core/domain/errors.ts';
import { countTags, tagsOf } from '../../core/domain/tags.ts';
import { useLibrary, useWinnow } from '../../state/use-winnow.ts';
import { errorSentence } from '../error-sentences.ts';
import { Icon } from '../kit/icon.tsx';

type DocumentTagsProps = {
  readonly document: DocumentSummary;
  /** Whether tags are being given and taken off. */
  readonly isTagging: boolean;
  readonly onClose: () => void;
};

/** A document's tags; while it is tagged, with a way to take each off and a field for more. Nothing where there are none. */
export function DocumentTags({ document, isTagging, onClose }: DocumentTagsProps) {
  const { libraryActions } = useWinnow();
  const tags = tagsOf(document);
  const field = useRef<HTMLInputElement>(null);
  if (tags.length === 0 && !isTagging) return null;
  return (
    <div className="document-tags">
      {tags.length > 0 && (
        <ul className="tags" aria-label={`Tags of ${document.name}`}>
          {tags.map((tag) => (
            <li key={tag} className="tag">
              {tag}
              {isTagging && (
                <button
                  type="button"
                  className="tag-off"
                  aria-label={`Take the tag ${tag} off ${document.name}`}
                  onClick={() => {
                    // Its button goes with it.
                    field.current?.focus();
                    void libraryActions.removeTag(document.id, tag);
                  }}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isTagging && <TagField document={document} field={field} onClose={onClose} />}
    </div>
  );
}

type TagFieldProps = Omit<DocumentTagsProps, 'isTagging'> & { readonly field: RefObject<HTMLInputElement | null> };

/** Enter adds what is typed, several tags with commas between them; Escape closes. Tags that others have are offered. */
function TagField({ document, field, onClose }: TagFieldProps) {
  const { libraryActions } = useWinnow();
  const known = countTags(useLibrary((facts) => facts.documents));
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<ErrorData | null>(null);
  const listId = useId();
  const faultId = useId();
  useEffect(() => field.current?.focus(), [field]);
  const sentence = fault === null ? null : errorSentence(fault);

  const add = async (): Promise<void> => {
    const tags = typed.split(',').filter((tag) => tag.trim() !== '');
    // Signs alone are refused with a reason, as is a press of Enter on nothing.
    const error = await libraryActions.addTags(document.id, tags.length > 0 ? tags : [typed]);
    setFault(error);
    if (error === null) setTyped('');
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void add();
    else if (event.key === 'Escape') {
      // Back to the button that opened the field.
      field.current?.closest('li')?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
      onClose();
    } else return;
    // Escape also stops an answer that is being written, which is not meant here.
    event.stopPropagation();
    event.preventDefault();
  };

  return (
    <>
      <input
        ref={field}
        className="row-field tag-field"
        type="text"
        aria-label={`New tags of ${document.name}`}
        aria-describedby={sentence === null ? undefined : faultId}
        aria-invalid={sentence !== null}
        placeholder="Tag, another tag"
        list={listId}
        autoComplete="off"
        enterKeyHint="done"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <datalist id={listId}>
        {known.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      {sentence !== null && (
        <p id={faultId} className="import-error" role="alert">
          <span>
            <strong>{sentence.title}</strong> {sentence.advice}
          </span>
        </p>
      )}
    </>
  );
}
