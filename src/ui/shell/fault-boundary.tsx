import { Component, type ReactNode } from 'react';
import { type ErrorData, errorDataOf } from '../../core/domain/errors.ts';
import { errorSentence } from '../error-sentences.ts';
import { Notice } from '../kit/notice.tsx';

type FaultBoundaryProps = { readonly children: ReactNode };
type FaultBoundaryState = { readonly fault: ErrorData | null };

/** Keeps a fault while drawing one part from taking the rest of the page with it. React offers this to classes only. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultBoundaryState> {
  override state: FaultBoundaryState = { fault: null };

  static getDerivedStateFromError(error: unknown): FaultBoundaryState {
    return { fault: errorDataOf(error) };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    const sentence = errorSentence(fault);
    return (
      <Notice tone="bad" title={sentence.title}>
        <p>{sentence.advice}</p>
        <p className="fine-print">{fault.message}</p>
      </Notice>
    );
  }
}
