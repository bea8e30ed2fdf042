import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type InlineConfig, preview } from 'vite';

export type ServedBuild = {
  readonly folder: string;
  /** Ends with a slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Builds into a folder that lives as long as the bench, and serves it. `dist/` stays as it is. */
export async function serveBuild(config: InlineConfig): Promise<ServedBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-bench-'));
  const inline: InlineConfig = {
    ...config,
    logLevel: 'error',
    build: { ...config.build, outDir: folder, emptyOutDir: true },
    preview: { ...config.preview, port: 4273 },
  };
  try {
    await build(inline);
    const server = await preview(inline);
    const url = server.resolvedUrls?.local[0];
    if (!url) throw new Error('The preview server has no address.');
    return {
      folder,
      url,
      close: async () => {
        await server.close();
        await rm(folder, { recursive: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}
