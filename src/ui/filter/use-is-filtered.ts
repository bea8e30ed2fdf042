import { isFilterOn } from '../../core/domain/document-filter.ts';
import { useFilter } from '../../state/use-winnow.ts';

/** True while only some of the documents are searched and asked. */
export const useIsFiltered = (): boolean => isFilterOn(useFilter());
