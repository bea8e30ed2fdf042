import type { ArtifactSource } from '../core/domain/ports.ts';
import type { LoadProgress } from '../core/domain/services.ts';

/**
 * An artifact source that tells what is going on: fetching while bytes come, verifying when a file is complete,
 * preparing while nothing is read, which is when an engine builds its graph.
 */
export function reportReads(artifacts: ArtifactSource, report: (progress: LoadProgress) => void): ArtifactSource {
  let readingCount = 0;
  return {
    read: async (modelId, fileName, options = {}) => {
      readingCount++;
      try {
        return await artifacts.read(modelId, fileName, {
          ...options,
          onProgress: (doneBytes, totalBytes) => {
            const stage = doneBytes < totalBytes ? 'fetching' : 'verifying';
            report({ stage, file: fileName, doneBytes, totalBytes });
            options.onProgress?.(doneBytes, totalBytes);
          },
        });
      } finally {
        readingCount--;
        if (readingCount === 0) report({ stage: 'preparing', file: '', doneBytes: 0, totalBytes: 0 });
      }
    },
  };
}
