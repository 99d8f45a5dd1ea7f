import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { force, integrator } from '../fixtures/engine-additions';
import { choice, dock, pressInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { instrument, lesson, scene } from '../fixtures/page-additions';
import { openFolders, showPanel } from '../fixtures/panel-page';
import { copyProject, type ProjectCopy } from '../fixtures/project-copy';
import * as rules from '../setup/architecture-rules';
import { describeBrowser } from '../setup/browser';
import { serveStatic } from '../setup/static-server';

/** The tests of all scenes and all lessons. */
const TESTS = [
  'tests/unit/physics/scenes/scenes.test.ts',
  'tests/unit/physics/scenes/check-single.test.ts',
  'tests/unit/physics/scenes/save-load.test.ts',
  'tests/unit/ui/lessons.test.ts',
  'tests/laws/scenes/scenes-hold.test.ts',
];

let project: ProjectCopy;
beforeAll(async () => {
  project = await copyProject([integrator, force, scene, lesson, instrument]);
});
afterAll(() => project.remove());

describe('a part of the page of one file or folder, and one line', () => {
  test('fits the types', async () => {
    expect(await project.run('typescript/bin/tsc', '-p', '.')).toBe('');
  }, 120_000);

  test('is a scene with its lesson, tested as all others', async () => {
    const which = ['--project=quick', '--project=laws', '-t=pendulum|every scene'];
    const { names, failed } = await project.test(...which, ...TESTS);
    expect(failed).toEqual([]);
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
    await build({ root: project.folder, configFile, mode: 'production', logLevel: 'warn', build: { outDir } });
    site = await serveStatic(outDir, '/more/');
    page = await openLab({ site: site.url, hash: '#scene=cloth&integrator=ralston&updraft=0.004', keep: true });
  }, 120_000);
  afterAll(() => site.close());

  test('follows a link to a method and a force', async () => {
    const { integrator, params } = await page.state();
    expect([integrator, params.updraft]).toEqual(['ralston', 0.004]);
    expect(await page.messages()).toBe('');
    // Twice the weight: the cloth is blown up, not down.
    const { position } = await page.particle(1023);
    await until(page, 'a while', ({ time }) => time > 0.4);
    expect((await page.particle(1023)).position[1]).toBeGreaterThan(position[1] - 0.01);
  });

  test('has them on its panel', async () => {
    await showPanel(page);
    const method = page.locator('#panel select').first();
    expect(await method.locator('option:checked').textContent()).toBe('Ralston');
    await method.selectOption({ label: 'Midpoint' });
    await until(page, 'another', ({ integrator }) => integrator === 'midpoint');
    await method.selectOption({ label: 'Ralston' });
    await until(page, 'ours', ({ integrator }) => integrator === 'ralston');
    await openFolders(page, 'Forces');
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

  test('saves them, and rejects a bad value by name', async () => {
    const file = (await page.hooke('save')) as { integrator: string; params: Record<string, number> };
    expect([file.integrator, file.params.updraft]).toEqual(['ralston', 0.0025]);
    await expect(page.hooke('set', 'updraft', 'up')).rejects.toThrow('updraft must be a finite number, got "up"');
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
