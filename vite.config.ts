import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { classicScripts } from './.build/classic-scripts.ts';
import { CONTENT_POLICY } from './.build/content-policy.ts';
import { galleryPictures } from './.build/gallery-pictures.ts';
import { indexHtml } from './.build/index-html.ts';
import { packCatalogs } from './.build/pack-catalogs.ts';
import { singleFile } from './.build/single-file/single-file.ts';

const ENGINE = resolve('src/physics/index.ts');

/** For light-dark(), which is not rewritten: the theme can be chosen apart from the system's. */
const BROWSERS = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/** What `vite build --mode …` makes. */
const BUILDS = {
  /** The static site; relative addresses, so that it works under any sub-path. */
  site: {
    target: 'es2022',
    cssTarget: BROWSERS,
    license: { fileName: 'third-party-notices.md' },
    // All those browsers know it.
    modulePreload: { polyfill: false },
    // three alone is more than 500 kB; what counts is when the first motion is seen: npm run bench -- start.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // The module that defines `<hooke-cloth>` has the name that other people's pages use.
      input: ['index.html', 'src/embed/hooke-cloth.ts'],
      output: {
        entryFileNames: ({ name }: { name: string }) =>
          name === 'hooke-cloth' ? 'embed/hooke-cloth.js' : 'assets/[name]-[hash].js',
        // Few large chunks compress better. What starts the engine's worker is one, without imports; the view, and all around it, are two more.
        codeSplitting: {
          groups: [
            { name: 'main', test: /\/index\.html$/, priority: 2 },
            { name: 'page', test: /\/src\/page\.ts$/, priority: 1 },
            { name: 'controls', test: /\/page-controls\.ts$/ },
          ],
        },
      },
    },
  },
  /** The engine by itself, as an ES module for Node and for other people's pages. */
  engine: {
    target: 'es2022',
    outDir: 'dist/engine',
    copyPublicDir: false,
    minify: false,
    license: { fileName: 'third-party-notices.md' },
    lib: {
      entry: { hooke: 'src/physics/index.ts', gpu: 'src/physics/gpu/index.ts' },
      formats: ['es' as const],
      fileName: (_: string, name: string) => `${name}.js`,
    },
    // What both entries share.
    rolldownOptions: { output: { chunkFileNames: '[name].js' } },
  },
  /** The command line, for Node; the engine beside it is loaded when it is needed. */
  cli: {
    target: 'es2022',
    outDir: 'dist/cli',
    copyPublicDir: false,
    minify: false,
    license: { fileName: 'third-party-notices.md' },
    ssr: 'src/cli/hooke.ts',
    rolldownOptions: {
      external: [ENGINE],
      output: { chunkFileNames: '[name].js', paths: { [ENGINE]: '../engine/hooke.js' } },
    },
  },
  /** The site as one file. */
  single: {
    target: 'es2022',
    cssTarget: BROWSERS,
    outDir: 'dist/single',
    emptyOutDir: true,
    copyPublicDir: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 3000,
    license: { fileName: 'third-party-notices.md' },
    lib: {
      entry: '.build/single-file/program.ts',
      formats: ['iife' as const],
      name: 'program',
      fileName: () => 'program.js',
    },
    rolldownOptions: { output: { comments: false } },
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
  /** The attacks with random input, for Node. */
  fuzz: {
    target: 'es2022',
    outDir: 'node_modules/.fuzz',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    ssr: 'tests/fuzz/run.ts',
  },
};

/**
 * Adds Hooke's own license, beside those of what is built in, and leaves out KaTeX's fonts in older formats: every browser with WebGL 2
 * takes the woff2 that is named before them.
 */
const licenseAndFonts: Plugin = {
  name: 'license-and-fonts',
  generateBundle(_, bundle) {
    this.emitFile({ type: 'asset', fileName: 'LICENSE', source: readFileSync('LICENSE') });
    for (const name of Object.keys(bundle)) if (/\.(?:woff|ttf)$/.test(name)) delete bundle[name];
  },
};

export default defineConfig(({ mode }) => ({
  base: './',
  build: Object.hasOwn(BUILDS, mode) ? BUILDS[mode as keyof typeof BUILDS] : BUILDS.site,
  plugins: [
    licenseAndFonts,
    singleFile(),
    packCatalogs,
    // The single file has no space for them.
    mode === 'single' ? [] : galleryPictures(),
    classicScripts(),
    mode in BUILDS ? [] : indexHtml,
  ],
  // The command line has no dependencies.
  ssr: mode === 'cli' ? { noExternal: true } : {},
  preview: { headers: { 'content-security-policy': CONTENT_POLICY } },
  worker: {
    format: 'es',
    // What starts the engine is one chunk, as on the page.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'worker', test: /\/host\/worker\.ts$/ }] }, comments: false },
    },
  },
}));
