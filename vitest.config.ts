import { readdirSync, readFileSync } from 'node:fs';
import { defaultExclude, defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import site from './vite.config.ts';

const LAWS = 'tests/laws';
const ALL_LAWS = [`${LAWS}/**/*.test.ts`];
/** The laws that steps and forces obey, which the kernels compute each in its own way. The other folders only use their results. */
const KERNEL_LAWS = ['constraints', 'energy', 'forces', 'integrators', 'kernels', 'scenes', 'slits', 'solvers'].map(
  (folder) => `${LAWS}/${folder}/*.test.ts`,
);

/**
 * Tags stand in the test files: `{ tags: […] }` of a test or group, or `@module-tag …` in the comment at the top of a file.
 * By default the laws run on the SIMD kernel. `--mode long` runs what that leaves out: the laws of steps and forces on the JavaScript
 * kernel, and on the SIMD kernel the other cases and methods of every test that takes a sample of them, and the tests that are left to it.
 */
/** Takes a sample of its cases by default: see tests/fixtures/run-length.ts. */
const SAMPLED = 'sampled';
/** Is left to the long run. */
const LONG_ONLY = 'long';
/** Has no part that depends on the kernel, as all in double precision: checked by tests/setup/kernel.ts. */
const SAME_ON_EVERY_KERNEL = 'same-on-every-kernel';
/** Asks for each kernel by its id. */
const CHOOSES_KERNELS = 'chooses-kernels';

/** Takes more than a minute in the long run: of it, each part of that run (`--shard`) has a share of the tests. */
const DIVIDED = 'divided';

/** Deals the test files to the parts of a run, and has those with the tag `divided` in each part: see tests/setup/divided.ts. */
class Parts extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    for (const { project } of files) project.provide('part', this.ctx.config.shard);
    const divided = files.filter(({ moduleId }) => readFileSync(moduleId, 'utf8').includes(`@module-tag ${DIVIDED}`));
    return [...divided, ...(await super.shard(files.filter((file) => !divided.includes(file))))];
  }
}

/** The test files of a folder whose source has the pattern. */
function testFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => path.endsWith('.test.ts') && pattern.test(readFileSync(path, 'utf8')));
}

/** The test files that use the tag `sampled` or `long`, or take methods or scenes in turn. */
const sampledFiles = (folder: string) =>
  testFiles(folder, /@module-tag (sampled|long)|'(sampled|long)'|(methods|scenes)-in-turn'/);

/** A tag whose tests are left out, or not: `skip: false` would run what another tag of a test skips. */
const skippedIf = (skips: boolean, name: string) => (skips ? { name, skip: true } : { name });

export default defineConfig((env) => {
  const long = env.mode === 'long';
  const runLengths = [{ name: SAMPLED }, skippedIf(!long, LONG_ONLY), { name: DIVIDED }];
  // The default run has the other tests in full.
  const sampledOnly = long ? [`${SAMPLED} || ${LONG_ONLY}`] : undefined;
  // Not loaded only to be skipped.
  const exclude = long ? defaultExclude : [...defaultExclude, ...testFiles('tests', /@module-tag long/)];
  const laws = (kernel: 'simd' | 'js', name: string, include: string[]) => ({
    extends: true as const,
    // Random cases are taken in full on one kernel.
    mode: kernel === 'simd' ? env.mode : 'test',
    test: {
      name,
      include,
      exclude,
      setupFiles: ['tests/setup/divided.ts', 'tests/setup/fast-modules.ts', 'tests/setup/kernel.ts'],
      tagsFilter: kernel === 'simd' ? sampledOnly : undefined,
      provide: { kernel, kernels: ['simd', 'js'], everyMethod: kernel === 'js' },
      tags: [
        ...runLengths,
        skippedIf(kernel === 'js', SAME_ON_EVERY_KERNEL),
        skippedIf(kernel === 'js', CHOOSES_KERNELS),
      ],
      testTimeout: 240_000,
    },
  });
  return mergeConfig(site(env), {
    test: {
      // For two processors: a browser test waits for a part of its time. All projects are in one queue, one project after the other,
      // so that no processor waits for the last file of a project.
      maxWorkers: 3,
      sequence: { sequencer: Parts },
      // Loads the engine once for all files of a process: it keeps nothing from one simulation to the next. The browser tests share
      // their pages.
      isolate: false,
      // The long run, and the next run, transform only what has changed.
      experimental: { fsModuleCache: true },
      projects: [
        {
          extends: true,
          mode: env.mode,
          test: {
            name: 'quick',
            include: long
              ? [...sampledFiles('tests/unit'), ...sampledFiles('tests/fuzz')]
              : ['tests/{unit,fuzz}/**/*.test.ts', 'tests/architecture.test.ts'],
            exclude,
            setupFiles: ['tests/setup/divided.ts', 'tests/setup/fast-modules.ts'],
            tags: runLengths,
            tagsFilter: sampledOnly,
            // No test measures time: only a busy machine needs this long.
            testTimeout: 60_000,
          },
        },
        laws('simd', 'laws', long ? sampledFiles(LAWS) : ALL_LAWS),
        ...(long ? [laws('js', 'laws-js', KERNEL_LAWS)] : []),
        {
          extends: true,
          mode: env.mode,
          test: {
            name: 'site',
            include: long ? sampledFiles('tests') : ['tests/**/*.test.ts'],
            setupFiles: ['tests/setup/divided.ts', 'tests/setup/site-is-built.ts'],
            tags: runLengths,
            tagsFilter: sampledOnly,
            exclude: [...exclude, 'tests/{unit,fuzz}/**', 'tests/laws/**', 'tests/architecture.test.ts'],
            // Builds and serves the site once.
            globalSetup: 'tests/setup/site.ts',
            // No test measures time, and a machine may be slow.
            expect: { poll: { timeout: 30_000 } },
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
      ],
    },
  });
});
