import type { Plugin } from 'vite';
import { defaultExclude, defineConfig } from 'vitest/config';

/** Where tests find the site: tests/setup/site.ts builds and serves it. */
const SITE_SETUP = 'tests/setup/site.ts';

/** The laws are tested on each kernel: the names of those projects. */
const LAWS_ON = { simd: 'laws', js: 'laws-js' };

/**
 * Tag of tests in files of both kinds, and the files of law tests, that would say the same on every kernel, and so run once:
 * all in double precision, which the SIMD kernel has not, or in processes of their own. One that comes to run otherwise fails.
 */
const SAME_ON_EVERY_KERNEL_TAG = 'same-on-every-kernel';
const SAME_ON_EVERY_KERNEL = [
  'allocation',
  'at-the-limit',
  'force-laws',
  'force-objects',
  'golden-cloth',
  'growth',
  'heat',
  'ledger-hand',
  'matrix-law',
  'measured-slopes',
  'membrane-convergence',
  'membrane-orders',
  'mode-growth',
  'modes-apart',
  'region',
  'spectrum',
].map((name) => `tests/laws/**/${name}.test.ts`);

/** Law tests that ask for each kernel that they need by its id themselves, and so run once. */
const SIDE_BY_SIDE = ['kernels-agree', 'multigrid-kernels', 'recorded-minute', 'solve-in-fields'].map(
  (name) => `tests/laws/**/${name}.test.ts`,
);

/** What `vite build --mode …` makes. */
const BUILDS = {
  /** The static site; relative addresses, so that it works under any sub-path. */
  site: {
    target: 'es2022',
    license: { fileName: 'third-party-notices.md' },
    // three alone is more than 500 kB; what counts is weighed by tests/first-load.test.ts.
    chunkSizeWarningLimit: 1000,
  },
  /** The engine by itself, as an ES module for Node and for other people's pages. */
  engine: {
    target: 'es2022',
    outDir: 'dist/engine',
    copyPublicDir: false,
    minify: false,
    sourcemap: true,
    lib: { entry: 'src/physics/index.ts', formats: ['es' as const], fileName: () => 'hooke.js' },
  },
  /** The benchmark for Node, which runs no TypeScript. */
  bench: {
    target: 'es2022',
    outDir: 'node_modules/.bench',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    ssr: 'tests/bench/run.ts',
  },
};

/**
 * Leaves the shaders of three's own materials out of the site: 25 kB, gzip, of text that bundlers cannot drop, while src/render
 * brings its own by RawShaderMaterial. tests/architecture.test.ts holds it to that.
 */
const withoutShadersOfThree: Plugin = {
  name: 'without-shaders-of-three',
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

/** Leaves KaTeX's fonts in the formats of old browsers out of the site: every browser that has WebGL 2 reads woff2. */
const fontsAsWoff2: Plugin = {
  name: 'fonts-as-woff2',
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

/** What the page imports late is fetched at once all the same: the engine starts before it is there, but waits for nothing else. */
const pagePreloaded: Plugin = {
  name: 'page-preloaded',
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

export default defineConfig(({ mode }) => ({
  base: './',
  build: mode === 'engine' || mode === 'bench' ? BUILDS[mode] : BUILDS.site,
  plugins: [withoutShadersOfThree, fontsAsWoff2, pagePreloaded],
  worker: { format: 'es' },
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['tests/unit/**/*.test.ts', 'tests/architecture.test.ts'],
          // No test is about time: this much only a machine that does other things too may need.
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      ...Object.entries(LAWS_ON).map(([kernel, name]) => ({
        extends: true as const,
        test: {
          name,
          include: ['tests/laws/**/*.test.ts'],
          exclude: [...defaultExclude, ...(kernel === 'js' ? [...SAME_ON_EVERY_KERNEL, ...SIDE_BY_SIDE] : [])],
          // Puts the kernel first in line, and holds what is excluded to its word.
          setupFiles: ['tests/setup/kernel.ts'],
          provide: { kernel, kernels: Object.keys(LAWS_ON), sameOnEveryKernel: SAME_ON_EVERY_KERNEL },
          tags: [{ name: SAME_ON_EVERY_KERNEL_TAG, skip: kernel === 'js' }],
          // The engine is loaded once for all of them: it keeps nothing from one simulation to the next.
          isolate: false,
          testTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      })),
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/**/*.test.ts'],
          exclude: [...defaultExclude, 'tests/unit/**', 'tests/laws/**', 'tests/architecture.test.ts'],
          globalSetup: SITE_SETUP,
          // No test is about time, and a machine may be slow: what is waited for may take this long.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One after the other, when all else is done: a page that loads keeps one core busy, one that draws in software both.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
}));
