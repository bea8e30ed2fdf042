import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const policyTag = /\s*<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]+)"\s*\/>/u;

/**
 * The page's policy stands in index.html. Vite's development server needs inline scripts and styles, so there it is
 * taken out; everywhere else it also goes out as a header, because a worker takes its policy from its own response.
 */
export function pagePolicy(): Plugin {
  let policy = '';
  return {
    name: 'winnow-page-policy',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { server }) => (server === undefined ? html : html.replace(policyTag, '')),
    },
    configurePreviewServer(server) {
      server.middlewares.use((_request, response, next) => {
        response.setHeader('Content-Security-Policy', policy);
        next();
      });
    },
    async configResolved(config) {
      const html = await readFile(`${config.root}/index.html`, 'utf8');
      policy = policyTag.exec(html)?.[1] ?? '';
      if (policy === '')
        throw new Error('index.html has no Content-Security-Policy: the page must not be served without it.');
    },
  };
}
