import type { Plugin } from 'vite';

/** Preloads the page's chunk: main.ts imports it dynamically, so that the engine's worker starts first. */
export const preloadPage: Plugin = {
  name: 'preload-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
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
    },
  },
};
