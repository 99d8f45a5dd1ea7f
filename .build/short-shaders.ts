import type { Plugin } from 'vite';

/** Removes indentation and comment lines from the shaders of the site, which no minifier reads: they are template literals. */
export const shortShaders: Plugin = {
  name: 'short-shaders',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/render\/.*\.ts$/ },
    handler: (code) => ({ code: code.replace(/^\s*\/\/.*\n/gm, '').replace(/^[ \t]+/gm, ''), map: null }),
  },
};
