import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

type ConfirmDialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  /** Default: that of something that is lost by it. */
  readonly confirmLook?: 'danger' | 'solid';
  /** Default: `Keep`. */
  readonly keepLabel?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Asks before something is lost, or takes long. Mount it to open it; Escape and "Keep" close it without doing anything. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  confirmLook = 'danger',
  keepLabel = 'Keep',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className="dialog-actions">
        <Button onClick={() => dialog.current?.close()}>{keepLabel}</Button>
        <Button
          look={confirmLook}
          onClick={() => {
            onConfirm();
            dialog.current?.close();
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}
