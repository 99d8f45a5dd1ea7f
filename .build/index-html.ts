import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { CONTENT_POLICY } from './content-policy.ts';

/**
 * Writes into the head of the built page its policy, for hosts that send none, and what it preloads. In the preview, where the policy is
 * sent, the frame for definitions is sent without it: that document has a policy of its own. The page of the development server needs
 * scripts in the HTML.
 */
export const indexHtml: Plugin = {
  name: 'index-html',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { server, bundle = {} }) => (server ? [] : [policy, ...preloads(bundle)]),
  },
  configurePreviewServer: ({ middlewares, config }) => {
    middlewares.use((request, response, next) => {
      if (!request.url?.split('?')[0].endsWith('/sandbox.html')) return next();
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(readFileSync(resolve(config.root, config.build.outDir, 'sandbox.html')));
    });
  },
};

const policy: HtmlTagDescriptor = {
  tag: 'meta',
  attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_POLICY },
  injectTo: 'head-prepend',
};

/** Preloads the page's chunk: main.ts imports it dynamically, so that the engine's worker starts first. */
function preloads(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/page.ts')));
  if (!page) throw new Error('the page has no chunk of its own');
  // Vite itself preloads the imports of the entry.
  const preloaded = chunks.flatMap(({ isEntry, fileName, imports }) => (isEntry ? [fileName, ...imports] : []));
  return [page, ...chunks.filter(({ fileName }) => page.imports.includes(fileName))]
    .filter(({ fileName }) => !preloaded.includes(fileName))
    .map(({ fileName }) => ({
      tag: 'link',
      attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
      injectTo: 'head' as const,
    }));
}
