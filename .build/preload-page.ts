import type { Plugin } from 'vite';

/** Preloads the page's chunk: main.ts imports it dynamically, so that the engine's worker starts first. */
export const preloadPage: Plugin = {
  name: 'preload-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/page.ts'));
      if (!page) throw new Error('the page has no chunk of its own');
      const late = [page, ...chunks.filter(({ fileName }) => page.imports.includes(fileName))];
      return late
        .filter(({ isEntry }) => !isEntry)
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
          injectTo: 'head' as const,
        }));
    },
  },
};
