import { useLibrary, useQuery } from '../../state/use-winnow.ts';

/** True while there is nothing to ask about and nothing asked: the page then shows the welcome alone. */
export function useIsBare(): boolean {
  const isEmpty = useLibrary(
    (facts) => facts.phase === 'ready' && facts.documents.length === 0 && facts.imports.length === 0,
  );
  const isUnasked = useQuery((facts) => facts.run === null && facts.traces.length === 0);
  return isEmpty && isUnasked;
}
