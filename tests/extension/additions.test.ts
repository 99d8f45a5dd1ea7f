// @module-tag long
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as ENGINE_ADDITIONS from '../fixtures/engine-additions';
import { choice, dock, pressInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import * as PAGE_ADDITIONS from '../fixtures/page-additions';
import { openFolders, showPanel } from '../fixtures/panel-page';
import { copyProject, type ProjectCopy } from '../fixtures/project-copy';
import * as rules from '../setup/architecture-rules';
import { describeBrowser } from '../setup/browser';
import { serveStatic } from '../setup/static-server';

/** A use of it: what the type \`Command\` accepts and refuses. */
const USE = `import type { Command } from './physics';
export const good: Command = { type: 'kick', velocity: [0, 1, 0] };
// @ts-expect-error a vector has three components
export const bad: Command = { type: 'kick', velocity: [0, 1] };
// @ts-expect-error its field is \`velocity\`
export const missing: Command = { type: 'kick' };
`;

/** Tests of every integrator and every force. */
const TESTS = [
  'tests/laws/integrators/golden-cloth.test.ts',
  'tests/laws/integrators/growth.test.ts',
  'tests/laws/integrators/motion.test.ts',
  'tests/laws/forces/force-laws.test.ts',
  'tests/laws/constraints/moving-pins.test.ts',
  'tests/unit/physics/determinism.test.ts',
  'tests/unit/physics/commands/live-changes.test.ts',
];

/** Tests that take each scene, or each pair of a scene and a method. */
const SCENE_TESTS = [
  'tests/laws/scenes',
  'tests/laws/analysis/one-limit.test.ts',
  'tests/laws/energy/ledger-accounts.test.ts',
  'tests/laws/integrators/no-energy-from-nothing.test.ts',
  'tests/laws/kernels/kernels-agree.test.ts',
  'tests/laws/statics/equilibrium.test.ts',
  'tests/unit/physics/kernel-and-preconditioner.test.ts',
  'tests/unit/physics/scenes',
  'tests/unit/render/looks.test.ts',
  'tests/unit/runtime/inspect.test.ts',
  'tests/unit/ui/instruments/plots-of-scenes.test.ts',
  'tests/unit/ui/instruments/side-by-side.test.ts',
  'tests/unit/ui/lessons.test.ts',
];

/** Leaves out the pictures of the scenes: drawing them takes seconds, and nothing here looks at them. */
const NO_THUMBNAILS: Plugin = {
  name: 'no-thumbnails',
  enforce: 'pre',
  load: {
    filter: { id: /\/galleries\/pictures\.ts$/ },
    handler: () => 'export const SCENE_THUMBNAILS = {}, INSTRUMENT_PICTURES = {};',
  },
};

let project: ProjectCopy;
let engine: typeof import('../../src/physics');

beforeAll(async () => {
  project = await copyProject([...Object.values(ENGINE_ADDITIONS), ...Object.values(PAGE_ADDITIONS)]);
  await writeFile(join(project.folder, 'src/use-kick.ts'), USE);
  await build({
    root: project.folder,
    configFile: join(project.folder, 'vite.config.ts'),
    mode: 'engine',
    logLevel: 'error',
  });
  engine = await import(pathToFileURL(join(project.folder, 'dist/engine/hooke.js')).href);
}, 120_000);
afterAll(() => project.remove());

/** One particle that falls from 1 m. */
const BALL = {
  hooke: 1 as const,
  particles: { positions: [[0, 1, 0]] as [number, number, number][], masses: 1 },
  params: { dt: 1e-3 },
};

describe('what takes one file or folder, and one line', () => {
  test('fits the types', { timeout: 120_000 }, async () => {
    // Without the tests, which have the types that they have in the project.
    await writeFile(join(project.folder, 'tsconfig.src.json'), '{ "extends": "./tsconfig.json", "include": ["src"] }');
    expect(await project.run('typescript/bin/tsc', '-p', 'tsconfig.src.json')).toBe('');
  });

  test('is an integrator or a force, tested as all others', { timeout: 300_000 }, async () => {
    const { names, failed } = await project.test('-t=test-ralston|test-updraft|testUpdraft', ...TESTS);
    expect(failed).toEqual([]);
    const expected = [
      /is approached by test-ralston with its order, 2/,
      /test-ralston on a spring grows/,
      /under test-ralston conserves momentum/,
      /under test-ralston the energy changes/,
      /two runs of test-ralston agree to the bit/,
      /pins keep their bits and rest under test-ralston/,
      /no kick: test-ralston/,
      /the force test-updraft is the negative gradient of its energy/,
      /the force test-updraft has the ∂f\/∂x that it says/,
      /the force test-updraft makes a matrix that is symmetric/,
      /no kick: testUpdraft/,
    ];
    expect(expected.filter((one) => !names.some((name) => one.test(name)))).toEqual([]);
  });

  test('is a scene with a lesson that passes all tests of scenes once its hash is written', {
    timeout: 300_000,
  }, async () => {
    expect(await project.run('../.build/scene-hashes.mjs', 'pendulum')).toMatch(
      /^(pendulum, (simd|js|double): new → [0-9a-f]{16}\n){3}$/,
    );
    const everyOne = 'pendulum|every (built-in )?scene|a scene without';
    const names: string[] = [];
    for (const mode of ['test', 'long']) {
      const ran = await project.test(`--mode=${mode}`, `-t=${everyOne}`, ...SCENE_TESTS);
      expect(ran.failed, mode).toEqual([]);
      names.push(...ran.names);
    }
    const expected = [
      'every built-in scene has its hash in scene-hashes.json',
      'the scene pendulum has the held hash after its steps in single precision',
      'the scene pendulum has the held hash after its steps in double precision',
      'the scene pendulum is a valid file that reads back to the same bits',
      'in single precision is accepted: pendulum',
      'a saved file of the scene pendulum takes the same steps',
      'lessons the experiments of pendulum run',
      'the scene pendulum is stable with its own step and method',
      'the scene pendulum is stable with twice its step',
      'in the scene pendulum the meter, the exact limit and the region agree about test-ralston',
    ];
    expect(expected.filter((name) => !names.some((one) => one.includes(name)))).toEqual([]);
    expect(names.filter((name) => name.includes('pendulum')).length).toBeGreaterThan(30);
  });

  test('is a command that is checked, applied, recorded and repeated to the bit', () => {
    const simulation = engine.createSimulation({ scene: 'two-bodies' });
    const apply = (command: object) => simulation.apply(command as never);
    simulation.step(10);
    expect(() => apply({ type: 'kick', velocity: [0, 1] })).toThrow('kick.velocity must be three numbers');
    expect(() => apply({ type: 'kick' })).toThrow('kick.velocity is missing');
    const { velocity } = simulation.particle(1);
    apply({ type: 'kick', velocity: [0, 0.5, 0] });
    expect(simulation.particle(1).velocity[1]).toBeCloseTo(velocity[1] + 0.5, 6);
    simulation.step(10);
    const hash = simulation.hash();
    expect(simulation.recorded.map(({ stepCount, command }) => [stepCount, command])).toEqual([
      [10, { type: 'kick', velocity: [0, 0.5, 0] }],
    ]);
    apply({ type: 'rewind', step: 3 });
    expect(simulation.hash()).not.toBe(hash);
    simulation.step(17);
    expect(simulation.hash()).toBe(hash);
  });

  test('is a preconditioner that implicit methods solve with', () => {
    const [jacobi, none] = ['jacobi', 'none'].map((preconditioner) => {
      const simulation = engine.createSimulation({
        integrator: 'implicit-euler',
        preconditioner,
        precision: 'double',
        params: { rows: 8, columns: 8, cgTolerance: 1e-10 },
      });
      expect(simulation.preconditioner).toBe(preconditioner);
      expect(simulation.step(20)).toMatchObject({ ok: true, converged: true });
      return simulation.particle(63).position;
    });
    jacobi.forEach((x, axis) => {
      expect(x).toBeCloseTo(none[axis], 7);
    });
    expect(engine.createSimulation({ integrator: 'implicit-euler' }).preconditioner).toBe('multigrid');
  });

  test('is a constraint whose parameter is a parameter like any other', () => {
    const simulation = engine.createSimulation({ scene: BALL, params: { speedLimit: 0.5 } });
    simulation.step(200);
    expect(-simulation.particle(0).velocity[1]).toBeCloseTo(0.5, 6);
    expect(simulation.energyLedger().damping).toBe(0);
    simulation.step(100);
    expect(simulation.energyLedger().damping).toBeGreaterThan(0);
    expect(engine.createSimulation({ scene: simulation.save() }).params.speedLimit).toBe(0.5);
    expect(() => simulation.apply({ type: 'set', key: 'speedLimit', value: -1 })).toThrow('speedLimit must be');
  });

  test('is an obstacle with a key in scene files and a command of its own', () => {
    const simulation = engine.createSimulation({ scene: { ...BALL, floors: [{ height: 0.8 }] } as never });
    simulation.step(1000);
    expect(simulation.particle(0).position[1]).toBeCloseTo(0.8, 5);
    expect(simulation.save()).toMatchObject({ floors: [{ height: 0.8, restitution: 0, friction: 0 }] });
    const apply = (command: object) => simulation.apply(command as never);
    expect(() => apply({ type: 'floors', floors: [{ height: 'low' }] })).toThrow('floors[0].height: must be');
    apply({ type: 'floors', floors: [] });
    simulation.step(500);
    expect(simulation.particle(0).position[1]).toBeLessThan(0);
    const [, y] = simulation.particle(0).position;
    apply({ type: 'rewind', step: 1000 });
    expect(simulation.particle(0).position[1]).toBeCloseTo(0.8, 5);
    simulation.step(500);
    expect(simulation.particle(0).position[1]).toBe(y);
  });

  test('is an instrument with a place in the layers and no circle of imports', async () => {
    const paths = (await readdir(join(project.folder, 'src'), { recursive: true })).filter((path) =>
      /\.(ts|css)$/.test(path),
    );
    const read = async (path: string) => [path, await readFile(join(project.folder, 'src', path), 'utf8')] as const;
    const sources = Object.fromEntries(await Promise.all(paths.map(read)));
    const broken = [rules.filesHaveAPlace, rules.importsGoOneWay, rules.importsHaveNoCycle].flatMap((rule) =>
      rule(sources),
    );
    expect(broken.filter((sentence) => sentence.includes('clock'))).toEqual([]);
  });
});

describeBrowser('a page with such parts', () => {
  let site: Awaited<ReturnType<typeof serveStatic>>;
  let page: LabPage;
  beforeAll(async () => {
    const outDir = join(project.folder, 'site');
    const configFile = join(project.folder, 'vite.config.ts');
    await build({
      root: project.folder,
      configFile,
      mode: 'production',
      logLevel: 'warn',
      build: { outDir },
      plugins: [NO_THUMBNAILS],
    });
    site = await serveStatic(outDir, '/more/');
    const hash = '#scene=cloth&integrator=test-ralston&testUpdraft=0.004';
    page = await openLab({ site: site.url, hash, keep: true });
  }, 120_000);
  afterAll(() => site.close());

  test('follows a link to a method and a force', async () => {
    const { integrator, params } = await page.state();
    expect([integrator, params.testUpdraft]).toEqual(['test-ralston', 0.004]);
    expect(await page.messages()).toBe('');
    // Twice the weight: the cloth is blown up, not down.
    await page.hooke('pause');
    await page.hooke('reset');
    const { position } = await page.particle(1023);
    await page.hooke('step', 1300);
    expect((await page.state()).time).toBeGreaterThan(0.35);
    expect((await page.particle(1023)).position[1]).toBeGreaterThan(position[1] - 0.01);
  });

  test('has them on its panel', async () => {
    await showPanel(page);
    const method = page.locator('#panel select').first();
    expect(await method.locator('option:checked').textContent()).toBe('Ralston');
    await method.selectOption({ label: 'Midpoint' });
    await until(page, 'another', ({ integrator }) => integrator === 'midpoint');
    await method.selectOption({ label: 'Ralston' });
    await until(page, 'ours', ({ integrator }) => integrator === 'test-ralston');
    await openFolders(page, 'Forces');
    const box = page.getByLabel('updraft, N', { exact: true });
    await box.fill('0.0025');
    await box.press('Enter');
    await until(page, 'set', ({ params }) => params.testUpdraft === 0.0025);
    expect(await page.getByLabel('updraft, slider').getAttribute('aria-valuetext')).toContain('N');
  });

  test('puts them into its address', async () => {
    await page.waitForFunction(() => location.hash.includes('testUpdraft=0.0025'));
    expect(await page.evaluate(() => location.hash)).toContain('integrator=test-ralston');
  });

  test('saves them, and rejects a bad value by name', async () => {
    const file = (await page.hooke('save')) as { integrator: string; params: Record<string, number> };
    expect([file.integrator, file.params.testUpdraft]).toEqual(['test-ralston', 0.0025]);
    await expect(page.hooke('set', 'testUpdraft', 'up')).rejects.toThrow(
      'testUpdraft must be a finite number, got "up"',
    );
  });

  test('opens an instrument by its button, and updates it', async () => {
    await page.evaluate(() => window.hooke.pause());
    await pressInstrument(page, 'Clock');
    await expect.poll(() => choice(page).inputValue()).toBe('clock');
    const shown = () => dock(page).locator('.clock').textContent();
    await expect.poll(shown).toMatch(/^t = \d+\.\d{3} s$/);
    await page.hooke('step', 100);
    const { time } = await page.state();
    await expect.poll(shown).toBe(`t = ${time.toFixed(3)} s`);
    await pressInstrument(page, 'Clock');
    await dock(page).waitFor({ state: 'hidden' });
  });
});
