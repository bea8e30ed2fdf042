import { useId, useState } from 'react';
import { type RecognitionLanguage, recognitionLanguages } from '../../core/domain/recognition.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { isRecognitionLanguage, likelyLanguage } from './recognition-words.ts';

type RecogniseButtonProps = {
  /** What is to be read, for the dialog and for people who do not see where the button stands. */
  readonly what: string;
  readonly look?: 'outline' | 'quiet';
  readonly children: string;
  readonly onRecognise: (language: RecognitionLanguage) => void;
};

/** Asks in which language the text is, then has the pictures read. */
export function RecogniseButton({ what, look = 'outline', children, onRecognise }: RecogniseButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [language, setLanguage] = useState(() => likelyLanguage(navigator.languages));
  const selectId = useId();
  return (
    <>
      <Button look={look} size="small" aria-label={`${children}: ${what}`} onClick={() => setIsAsking(true)}>
        {children}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Read the text in ${what}?`}
          confirmLabel="Read"
          confirmLook="solid"
          keepLabel="Not now"
          onConfirm={() => onRecognise(language)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            The pictures are read on this device, page by page; a full page takes some seconds. Letters may come out
            wrong, so check what matters. You can cancel at any time, then nothing is kept of it.
          </p>
          <p className="dialog-field">
            <label htmlFor={selectId}>Language of the text</label>
            <select
              id={selectId}
              value={language}
              onChange={({ target: { value } }) => isRecognitionLanguage(value) && setLanguage(value)}
            >
              {Object.entries(recognitionLanguages).map(([code, { name }]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
