import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';
import { serveStatic } from '../setup/static-server';

/** What one writes to add a method and a force: one file and one line each, and nothing else. */
const ADDED: Record<string, { line: string; file: string }> = {
  'src/physics/integrators/ralston.ts': {
    line: `export { ralston } from './ralston';`,
    file: `import type { IntegratorDefinition } from '../world/integrator';
import { rungeKutta } from './runge-kutta';

/** Ralston's method, order 2: the least error of its kind.
 *    k₁ = F(y),  k₂ = F(y + ⅔h k₁),  y⁺ = y + h(k₁ + 3k₂)/4 */
export const ralston: IntegratorDefinition = rungeKutta({
  id: 'ralston',
  label: 'Ralston',
  order: 2,
  summary: 'Two evaluations a step, weighted for the least error.',
  a: [[], [2 / 3]],
  b: [1 / 4, 3 / 4],
});
`,
  },
  'src/physics/forces/updraft.ts': {
    line: `export { updraft } from './updraft';`,
    file: `import type { ForceDefinition } from '../world/force';

/** Rising air: f = F along +y on every particle; V = −F y. */
export const updraft: ForceDefinition = {
  id: 'updraft',
  label: 'Updraft',
  summary: 'Lifts every particle alike.',
  account: 'gravity',
  params: {
    updraft: {
      label: 'updraft',
      unit: 'N',
      default: 0,
      range: [0, 0.01],
      scale: 'linear',
      accepts: 'any',
      group: 'Forces',
      help: 'Lifts every particle by this force.',
    },
  },
  create(world) {
    const { particleCount } = world.model;
    return {
      addForce(f) {
        for (let i = 0; i < particleCount; i++) f[4 * i + 1] += world.params.updraft;
      },
      energy(state) {
        let height = 0;
        for (let i = 0; i < particleCount; i++) height += state.positions[4 * i + 1];
        return -world.params.updraft * height;
      },
    };
  },
};
`,
  },
};

/** What the copy is made of: the sources, the tests, and what builds them. */
const PROJECT = [
  'src',
  'tests',
  'public',
  '.build',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
];

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'hooke-extended-'));
  const filter = (path: string) => !path.includes('node_modules');
  for (const part of PROJECT) await cp(part, join(project, part), { recursive: true, filter });
  await symlink(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  for (const [path, { line, file }] of Object.entries(ADDED)) {
    await writeFile(join(project, path), file);
    await appendFile(join(project, path, '..', 'index.ts'), `${line}\n`);
  }
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Test files that walk a registry, or what is made of one: no other can have a test by a name that it doesn't know. */
async function filesThatWalk(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['tests/laws', 'tests/unit']) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith('.test.ts')) continue;
      const text = await readFile(join(folder, name), 'utf8');
      if (/\b(?:INTEGRATORS|FORCES|PARAMS|ALLOCATION_SETUPS)\b/.test(text)) found.push(`/${name}`);
    }
  }
  return found;
}

/** Runs a program of `node_modules` in the extended project; what it printed, whether it failed or not. */
async function runThere(program: string, ...args: string[]): Promise<string> {
  const command = [join('node_modules', program), ...args];
  return promisify(execFile)(process.execPath, command, { cwd: project, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  );
}

describe('a method and a force of one file and one line each', () => {
  test('fit the types', async () => {
    expect(await runThere('typescript/bin/tsc', '-p', 'src/physics')).toBe('');
  }, 120_000);

  test('are put to the laws by themselves, and keep them', async () => {
    const report = join(project, 'report.json');
    const which = ['--project=quick', '--project=laws', '-t=ralston|updraft', ...(await filesThatWalk())];
    const printed = await runThere('vitest/vitest.mjs', 'run', ...which, '--reporter=json', `--outputFile=${report}`);
    const { testResults } = JSON.parse(await readFile(report, 'utf8').catch(() => `no report: ${printed}`)) as {
      testResults: { assertionResults: { fullName: string; status: string }[] }[];
    };
    const run = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status !== 'skipped');
    expect(run.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)).toEqual([]);
    const names = run.map(({ fullName }) => fullName);
    const laws = [
      /is approached by ralston with its order, 2/,
      /ralston on a spring grows/,
      /conserves momentum under ralston/,
      /energy under ralston/,
      /two runs of ralston agree to the bit/,
      /pins keep their bits and rest under ralston/,
      /no kick: ralston/,
      /the force updraft is the negative gradient of its energy/,
      /the force updraft has the ∂f\/∂x that it says/,
      /the force updraft makes a matrix that is symmetric/,
      /no kick: updraft/,
    ];
    expect(laws.filter((law) => !names.some((name) => law.test(name)))).toEqual([]);
  }, 300_000);
});

describeBrowser('a page with a method and a force of one file and one line each', () => {
  let site: Awaited<ReturnType<typeof serveStatic>>;
  let page: LabPage;
  beforeAll(async () => {
    const outDir = join(project, 'site');
    const configFile = join(project, 'vite.config.ts');
    await build({ root: project, configFile, mode: 'production', logLevel: 'warn', build: { outDir } });
    site = await serveStatic(outDir, '/more/');
    page = await openLab({ site: site.url, hash: '#scene=cloth&integrator=ralston&updraft=0.004', keep: true });
  }, 120_000);
  afterAll(() => site.close());

  test('follows a link to them', async () => {
    const { integrator, params } = await page.state();
    expect([integrator, params.updraft]).toEqual(['ralston', 0.004]);
    expect(await page.messages()).toBe('');
    // Twice the weight: the cloth is blown up, not down.
    const { position } = await page.particle(1023);
    await until(page, 'a while', ({ time }) => time > 0.4);
    expect((await page.particle(1023)).position[1]).toBeGreaterThan(position[1] - 0.01);
  });

  test('has them on its panel, where they act', async () => {
    const method = page.locator('#panel select').first();
    expect(await method.locator('option:checked').textContent()).toBe('Ralston');
    await method.selectOption({ label: 'Midpoint' });
    await until(page, 'another', ({ integrator }) => integrator === 'midpoint');
    await method.selectOption({ label: 'Ralston' });
    await until(page, 'ours', ({ integrator }) => integrator === 'ralston');
    const box = page.getByLabel('updraft, N', { exact: true });
    await box.fill('0.0025');
    await box.press('Enter');
    await until(page, 'set', ({ params }) => params.updraft === 0.0025);
    expect(await page.getByLabel('updraft, slider').getAttribute('aria-valuetext')).toContain('N');
  });

  test('puts them into its address', async () => {
    await page.waitForFunction(() => location.hash.includes('updraft=0.0025'));
    expect(await page.evaluate(() => location.hash)).toContain('integrator=ralston');
  });

  test('saves them, and refuses what has no meaning by their name', async () => {
    const file = (await page.hooke('save')) as { integrator: string; params: Record<string, number> };
    expect([file.integrator, file.params.updraft]).toEqual(['ralston', 0.0025]);
    await expect(page.hooke('set', 'updraft', 'up')).rejects.toThrow('updraft must be a finite number, got "up"');
  });
});
