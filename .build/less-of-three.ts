import type { Plugin } from 'vite';

/** Classes that the renderer refers to and the site does not use: virtual reality, and the light of an environment map. */
const EMPTIED = {
  WebXRDepthSensing: '',
  WebXRManager: `
	enabled = false;
	isPresenting = false;
	getEnvironmentBlendMode() {}
	setAnimationLoop() {}
	dispose() {}
`,
  PMREMGenerator: '',
};

/**
 * Removes from the site what bundlers cannot remove of three: the shaders of its own materials, 25 kB of text, gzip, and some
 * classes, 7 kB. Neither serves a RawShaderMaterial, and src/render uses no other: tests/architecture.test.ts checks that.
 */
export const lessOfThree: Plugin = {
  name: 'less-of-three',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/three\/build\/three\.module\.js$/ },
    handler(code) {
      const chunk = /^(?:var|const) \w+ = "(?:[^"\\\n]|\\.)*";$/gm;
      const found = code.match(chunk)?.length ?? 0;
      if (found < 100) this.error(`three has changed: only ${found} of its shader chunks were recognized`);
      let rest = code.replace(chunk, (line) => line.replace(/".*"/, '""'));
      for (const [name, body] of Object.entries(EMPTIED)) {
        const whole = new RegExp(`^(class ${name} .*\\{\\n)[^]*?^\\}$`, 'm');
        if (!whole.test(rest)) this.error(`three has changed: its class ${name} was not recognized`);
        rest = rest.replace(whole, (_, head) => `${head}${body}}`);
      }
      return { code: rest, map: null };
    },
  },
};
