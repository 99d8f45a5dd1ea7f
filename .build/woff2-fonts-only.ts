import type { Plugin } from 'vite';

/** Removes KaTeX's fonts in older formats from the site: every browser with WebGL 2 reads woff2. */
export const woff2FontsOnly: Plugin = {
  name: 'woff2-fonts-only',
  enforce: 'pre',
  transform: {
    filter: { id: /\/katex\/dist\/katex(\.min)?\.css$/ },
    handler(code) {
      const older = /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("(?:woff|truetype)"\)/g;
      if (!older.test(code)) this.error('KaTeX has changed: its other font formats were not recognized');
      return { code: code.replace(older, ''), map: null };
    },
  },
};
