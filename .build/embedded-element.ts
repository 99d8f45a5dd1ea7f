import type { Plugin } from 'vite';

/** Writes the module that defines `<hooke-cloth>`, with the name that other people's pages use. */
export const embeddedElement: Plugin = {
  name: 'embedded-element',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: 'src/embed/hooke-cloth.ts', fileName: 'embed/hooke-cloth.js' });
  },
};
