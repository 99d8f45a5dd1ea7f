import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A new scene: this file, and one line in the index beside it. */
const SCENE = `import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** m; length of the rod, and height of the pin above the floor. */
const LENGTH = 0.5;
const HEIGHT = 1;

export const pendulum: SceneDefinition = {
  id: 'pendulum',
  label: 'Pendulum',
  group: 'Particles and forces',
  rank: 67,
  summary: 'One mass on a stiff spring swings from a horizontal start. Compare the energy under several methods.',
  grid: false,
  integrator: 'velocity-verlet',
  params: { dt: 1e-3, stiffness: 1000, shear: 0, bend: 0, damping: 0, drag: 0, mass: 0.1 },
  create: (params) =>
    networkScene(params, {
      name: 'Pendulum',
      positions: [
        [0, HEIGHT, 0],
        [LENGTH, HEIGHT, 0],
      ],
      springs: [{ ends: [0, 1], kind: 'structural', restLength: LENGTH }],
      pinned: [0],
    }),
};
`;
const SCENE_LINE = `export { pendulum } from './pendulum';`;

/** Its lesson: this file, and one line in the index beside it. */
const LESSON = `import type { Lesson } from '../lesson';
import { energy, position } from '../live-values';
import { RESTART } from '../usual-experiments';

export const lesson: Lesson = {
  source: 'Any textbook of mechanics',
  sections: [
    {
      title: 'A pendulum',
      parts: [
        'For small angles the period depends only on the length:',
        { equation: 'T = 2\\\\pi\\\\sqrt{l/g}' },
        { live: [energy, position(1)] },
        { experiments: [RESTART] },
      ],
    },
  ],
};
`;
const LESSON_LINE = `  pendulum: async () => (await import('./pendulum')).lesson,`;

const PROJECT = ['src', 'tests', '.build', 'package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts'];
const CATALOG = 'src/physics/scenes/catalog';
const LESSONS = 'src/ui/lessons/texts';

/** The tests of all scenes and all lessons. */
const TESTS = [
  'tests/unit/physics/scenes/scenes.test.ts',
  'tests/unit/physics/scenes/check-single.test.ts',
  'tests/unit/physics/scenes/save-load.test.ts',
  'tests/unit/ui/lessons.test.ts',
  'tests/laws/scenes/scenes-hold.test.ts',
];

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'hooke-scene-'));
  const filter = (path: string) => !path.includes('node_modules');
  for (const part of PROJECT) await cp(part, join(project, part), { recursive: true, filter });
  await symlink(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  await writeFile(join(project, CATALOG, 'pendulum.ts'), SCENE);
  await addLine(`${CATALOG}/index.ts`, SCENE_LINE, '');
  await writeFile(join(project, LESSONS, 'pendulum.ts'), LESSON);
  await addLine(`${LESSONS}/index.ts`, LESSON_LINE, '};\n');
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Adds a line at the end of a file, before `last`. */
async function addLine(path: string, line: string, last: string): Promise<void> {
  const file = join(project, path);
  const text = await readFile(file, 'utf8');
  expect(text.endsWith(last)).toBe(true);
  await writeFile(file, `${text.slice(0, text.length - last.length)}${line}\n${last}`);
}

/** Runs a program of `node_modules` in the copy; returns what it printed, whether it failed or not. */
async function runThere(program: string, ...args: string[]): Promise<string> {
  const command = [join('node_modules', program), ...args];
  return promisify(execFile)(process.execPath, command, { cwd: project, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  );
}

describe('a scene with its lesson, each of one file and one line', () => {
  test('fits the types', async () => {
    expect(await runThere('typescript/bin/tsc', '-p', '.')).toBe('');
  }, 120_000);

  test('is tested as all others, and passes', async () => {
    const report = join(project, 'report.json');
    const which = ['--project=quick', '--project=laws', '-t=pendulum|every scene', ...TESTS];
    const printed = await runThere('vitest/vitest.mjs', 'run', ...which, '--reporter=json', `--outputFile=${report}`);
    const { testResults } = JSON.parse(await readFile(report, 'utf8').catch(() => `no report: ${printed}`)) as {
      testResults: { assertionResults: { fullName: string; status: string }[] }[];
    };
    const run = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status !== 'skipped');
    expect(run.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)).toEqual([]);
    const names = run.map(({ fullName }) => fullName);
    const expected = [
      /the scene pendulum is a valid file that reads back to the same bits/,
      /in single precision is accepted: pendulum/,
      /a saved file of the scene pendulum takes the same steps/,
      /lessons there is one about every scene/,
      /lessons the experiments of pendulum run/,
      /the scene pendulum is stable with its own step and method/,
      /the scene pendulum is stable with twice its step/,
    ];
    expect(expected.filter((name) => !names.some((one) => name.test(one)))).toEqual([]);
  }, 300_000);
});
