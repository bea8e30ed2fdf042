import type { LanguageParts } from '../core/domain/ports.ts';
import { engineFailed } from './engine-failed.ts';
import { oramaStemmers } from './orama-stemmers.ts';

/** What an index needs to know of languages. The detector is fetched at the first document that is indexed. */
export const languageParts: LanguageParts = {
  stemmers: oramaStemmers,
  detectorId: 'eld-extrasmall@2.1.0',
  /** @throws WinnowError `engine-failed` when its file cannot be had */
  loadDetector: async () => {
    try {
      return (await import('./eld-detector.ts')).eldDetector;
    } catch (error) {
      throw engineFailed('The file that tells languages apart could not be loaded. Reload the page', error);
    }
  },
};
