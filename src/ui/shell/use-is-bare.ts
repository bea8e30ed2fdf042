import { useLibrary, useQuery, useTransfer } from '../../state/use-winnow.ts';

/** True while there is nothing to ask about and nothing asked: the page then shows the welcome alone. */
export function useIsBare(): boolean {
  const isEmpty = useLibrary(
    (facts) =>
      facts.phase === 'ready' && facts.documents.length === 0 && facts.imports.length === 0 && facts.error === null,
  );
  const isUnasked = useQuery((facts) => facts.run === null && facts.traces.length === 0);
  // How an import of a library goes, or why it failed, is told in the library's foot.
  const isStill = useTransfer((facts) => facts.transfer === null && facts.tightRoom === null);
  return isEmpty && isUnasked && isStill;
}
