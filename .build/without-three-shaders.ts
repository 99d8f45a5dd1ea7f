import type { Plugin } from 'vite';

/**
 * Removes the shaders of three's own materials from the site: 25 kB of text, gzip, that bundlers cannot remove. src/render uses
 * RawShaderMaterial only; tests/architecture.test.ts checks that.
 */
export const withoutThreeShaders: Plugin = {
  name: 'without-three-shaders',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/three\/build\/three\.module\.js$/ },
    handler(code) {
      const chunk = /^(?:var|const) \w+ = "(?:[^"\\\n]|\\.)*";$/gm;
      const found = code.match(chunk)?.length ?? 0;
      if (found < 100) this.error(`three has changed: only ${found} of its shader chunks were recognized`);
      return { code: code.replace(chunk, (line) => line.replace(/".*"/, '""')), map: null };
    },
  },
};
