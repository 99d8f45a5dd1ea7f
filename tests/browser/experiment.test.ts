// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { type Experiment, runExperiment } from '../../src/physics';
import { TWENTY_RUNS } from '../fixtures/experiment';
import { dock, openInstrument } from '../fixtures/instruments-page';
import { contentOf, type LabPage, openLab } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

describeBrowser('an experiment in the page', () => {
  let page: LabPage;
  const press = (name: string) => dock(page).getByRole('button', { name, exact: true }).click();
  const status = () => dock(page).locator('.job .now').textContent();
  const openFile = async (name: string, text: string) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Open file…')]);
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  };
  const downloaded = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press(name)]);
    return { name: file.suggestedFilename(), text: (await contentOf(file)).toString('utf8') };
  };

  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
    await openInstrument(page, 'Experiment', 'three-springs');
  });

  test('of 20 runs gives the hashes and the table of Node, to the byte', async () => {
    const { runs, csv } = runExperiment(TWENTY_RUNS);
    await openFile('twenty.json', JSON.stringify(TWENTY_RUNS));
    await expect.poll(status, { timeout: 60_000 }).toMatch(/^stiffness and method: 20 runs of 40 steps\. Done in /);
    const hashes = await dock(page).locator('.runs tbody td:last-child').allTextContents();
    expect(hashes).toEqual(runs.map(({ hash }) => hash));
    const table = await downloaded('CSV');
    expect(table).toEqual({ name: 'stiffness-and-method.csv', text: csv });
    expect(await violations(page)).toEqual([]);
  });

  test('of the current scene runs, is saved as a file, and gives the same table in Node', async () => {
    const field = (name: string) => dock(page).getByLabel(name);
    await field('in runs').fill('3');
    await field('Simulated time / s').fill('0.02');
    await field('A row every / s').fill('0.01');
    await field('Particles').fill('1');
    await field('Change over time').selectOption('gravity');
    await field('ends with').fill('3');
    await field('changes from / s').fill('0.005');
    await press('Run');
    await expect.poll(status, { timeout: 60_000 }).toMatch(/: 3 runs of \d+ steps\. Done in /);
    const { text } = await downloaded('CSV');
    const saved = JSON.parse((await downloaded('Save experiment')).text) as Experiment;
    expect(saved.sweep?.[0]).toMatchObject({ key: 'stiffness', count: 3 });
    expect(saved.ramps).toEqual([{ key: 'gravity', from: 9.81, to: 3, start: 0.005, end: 0.02 }]);
    expect(text).toContain('# ramp: gravity = 9.81 m/s² at t = 0.005 s to 3 at 0.02 s');
    expect(text).toContain('y of particle 1 / m');
    expect(runExperiment(saved).csv).toBe(text);
  });

  test('names what is wrong in a file, and can be cancelled', async () => {
    await openFile('wrong.json', '{"hookeExperiment":1,"steps":-1}');
    await expect.poll(status).toBe('steps must be a whole number of at least 1, got -1');
    await openFile('no.json', 'nothing');
    await expect.poll(status).toMatch(/^no\.json is not the file of an experiment: /);
    await openFile('long.json', JSON.stringify({ hookeExperiment: 1, steps: 1e7 }));
    await expect.poll(status).toMatch(/^untitled: 1 run of 10000000 steps\./);
    await press('Cancel');
    await expect.poll(status).toBe('Cancelled.');
    expect(await dock(page).getByRole('button', { name: 'CSV', exact: true }).isDisabled()).toBe(true);
  });
});
