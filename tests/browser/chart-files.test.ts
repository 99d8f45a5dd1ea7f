// @module-tag long
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSTRUMENTS } from '../../src/ui/instruments';
import { dock, openInstrument } from '../fixtures/instruments-page';
import { answered, contentOf, type LabPage, openLab } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const WAIT = { timeout: 50_000 };

interface Charts {
  /** Titles, names of the axes with their units, and names of the lines: each is a text of the file. */
  texts: string[];
  /** True if it shows nothing of the scene. */
  standsAlone?: boolean;
  /** Makes the instrument draw. */
  prepare?(page: LabPage): Promise<unknown>;
}

const press = (page: LabPage, name: string) => dock(page).getByRole('button', { name, exact: true }).click();
const steps = async (page: LabPage) => {
  for (let i = 0; i < 20; i++) await page.hooke('step', 10);
};

/** Waits for the end of what is computed: the chart stays the same. */
const computed = (page: LabPage) =>
  expect.poll(() => dock(page).locator('.job .now').textContent(), WAIT).toMatch(/ in [\d.]+ s/);

/** Of each instrument that draws. All others have no canvas, and no buttons. */
const CHARTS: Record<string, Charts> = {
  'stability-region': {
    texts: ['Stability region with the modes of this scene', 'Re hλ', 'Im hλ', 'stable mode', '× 1'],
    // Until the engine has computed the contours, the file has none.
    prepare: (page) => expect.poll(async () => String((await saved(page, 'SVG')).content), WAIT).toContain('× 1'),
  },
  'energy-ledger': { texts: ['energy / mJ', 't / s', 'Motion', 'Heat', 'The method'], prepare: steps },
  'side-by-side': {
    texts: ['time / s', 'difference / m', 'Symplectic Euler', 'Implicit Euler'],
    async prepare(page) {
      await press(page, 'Start');
      await dock(page).locator('.runs').waitFor();
      await steps(page);
    },
  },
  convergence: { texts: ['step h', 'error (RMS of positions)', '1 ms', 'RK4', 'slope 2'], prepare: computed },
  league: {
    texts: ['computing time per simulated second', 'error (RMS of positions)', 'Sympl. Euler', 'Impl. Euler'],
    async prepare(page) {
      await dock(page).getByText('Methods', { exact: true }).press('Enter');
      for (const name of ['TR-BDF2', 'Projective dynamics', 'Vertex block descent', 'XPBD']) {
        await dock(page).getByRole('checkbox', { name, exact: true }).uncheck();
      }
      await dock(page).getByLabel('Simulated time / s').fill('0.1');
      await press(page, 'Run the league');
      await dock(page).getByText('Winner: ').waitFor(WAIT);
    },
  },
  'k-dt-map': { texts: ['stiffness k', 'step dt', '1 kN/m', '1 ms', 'jitters', 'blows up', 'theoretical limit'] },
  'cg-x-ray': { texts: ['iteration', '‖b − A Δv‖ / ‖b‖', 'this run'] },
  plots: { texts: ['Energy and particle’s height y over time', 't / s', 'energy / J', 'height y / m'], prepare: steps },
  'phase-plot': { texts: ['y / m', 'vy / (m/s)', 'trajectory'], prepare: steps },
  'test-bench': { texts: ['Pull: force / N over stretch', 'springs', 'membrane, closed form'] },
  validation: {
    texts: ['The exact path of the tip as the load grows, and the measured places', 'Net 20', 'of the length'],
    standsAlone: true,
    async prepare(page) {
      await press(page, 'Run the tests');
      await dock(page).locator('tr[data-verdict=passes]').first().waitFor(WAIT);
    },
  },
  'own-cloth': {
    texts: ['The strip over the edge of a table, as measured', 'Length / cm: 30,', 'flexural rigidity of', '10 mm'],
    standsAlone: true,
  },
};

const saveButton = (page: LabPage, format: string) =>
  dock(page).getByRole('button', { name: `Save chart as ${format}`, exact: true });

async function saved(page: LabPage, format: string): Promise<{ name: string; content: Buffer }> {
  const button = saveButton(page, format);
  await button.waitFor(WAIT);
  await button.focus();
  const [download]: [Download, unknown] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ]);
  return { name: download.suggestedFilename(), content: await contentOf(download) };
}

/** What is in an SVG file. It is opened as an image, and as a document. */
const readSvg = (page: Page, text: string) =>
  page.evaluate(async (source) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }));
    await image.decode();
    const file = new DOMParser().parseFromString(source, 'image/svg+xml');
    const svg = document.body.appendChild(document.importNode(file.documentElement, true)) as unknown as SVGSVGElement;
    const frame = svg.getBoundingClientRect();
    const shown = [...svg.querySelectorAll('text')].filter((one) => !one.hasAttribute('aria-hidden'));
    const outside = shown.filter((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return left < frame.left || top < frame.top || right > frame.right || bottom > frame.bottom;
    });
    const luminance = (color: string) => {
      const [r, g, b] = (color.match(/[\d.]+/g) ?? []).map((value) => (Number(value) / 255) ** 2.2);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const pale = shown.filter((one) => 1.05 / (luminance(getComputedStyle(one).fill) + 0.05) < 3);
    const numbers = [...svg.querySelectorAll('*')].flatMap((one) => [...one.attributes]).map(({ value }) => value);
    const result = {
      error: file.querySelector('parsererror')?.textContent ?? null,
      size: [image.naturalWidth, image.naturalHeight],
      texts: shown.map((one) => one.textContent ?? ''),
      outside: outside.map((one) => one.textContent),
      pale: pale.map((one) => one.textContent),
      notNumbers: numbers.filter((value) => /NaN|Infinity|undefined/.test(value)),
      /** Paths and boxes that have an extent: the lines and areas. */
      shapes: [...svg.querySelectorAll<SVGGraphicsElement>('g path, g rect')].filter((one) => {
        const { width, height } = one.getBBox();
        return width + height > 20;
      }).length,
    };
    svg.remove();
    return result;
  }, text);

/** Size of a picture, its first pixel, and the shares of its pixels that are white and dark. */
const readPng = (page: Page, content: Buffer) =>
  page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    pen.drawImage(image, 0, 0);
    const { data: pixels } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let [white, dark] = [0, 0];
    for (let at = 0; at < pixels.length; at += 4) {
      const sum = pixels[at] + pixels[at + 1] + pixels[at + 2];
      if (sum === 3 * 255) white++;
      if (sum < 300) dark++;
    }
    const count = canvas.width * canvas.height;
    return {
      size: [canvas.width, canvas.height],
      first: [...pixels.slice(0, 4)],
      white: white / count,
      dark: dark / count,
    };
  }, content.toString('base64'));

describeBrowser('charts of instruments as files', () => {
  let page: LabPage;
  /** Without the policy of the site, which forbids to parse a file. */
  let reader: Page;
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  beforeAll(async () => {
    // In the dark theme: the files are light all the same.
    page = await openLab({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark', keep: true });
    reader = await page.context().newPage();
  });

  afterAll(() => reader.close());

  test('are written by code that is loaded when the first is asked for', async () => {
    await openInstrument(page, 'Plots', 'chain');
    await steps(page);
    await saveButton(page, 'SVG').waitFor();
    expect((await loaded()).filter((name) => /\/charts-/.test(name))).toEqual([]);
    await saved(page, 'SVG');
    expect((await loaded()).filter((name) => /\/charts-/.test(name)).length).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
  });

  test('are those that are chosen: the pattern of the matrix has its own axes', async () => {
    await openInstrument(page, 'CG X-ray', 'chain');
    await dock(page).getByRole('combobox', { name: 'Show', exact: true }).selectOption('Sparsity pattern of A');
    await dock(page).getByText('blocks of 3 × 3').waitFor();
    const { content } = await saved(page, 'SVG');
    const { texts, shapes, ...read } = await readSvg(reader, content.toString());
    expect(read).toMatchObject({ error: null, outside: [], pale: [], notNumbers: [] });
    // Ten free particles, each a block, and beside it those of its springs.
    expect(shapes).toBeGreaterThanOrEqual(10 + 2 * 9);
    expect(texts.join(' ')).toContain('row of blocks, 1 to 10');
  });

  test('of a run that has blown up say so in the caption', async () => {
    await openInstrument(page, 'Plots', 'chain');
    await page.hooke('set', 'integrator', 'explicit-euler');
    await page.hooke('set', 'dt', 0.05);
    await steps(page);
    expect((await page.state()).blowUp).not.toBe(null);
    const { content } = await saved(page, 'SVG');
    const { texts, shapes: _, ...read } = await readSvg(reader, content.toString());
    expect(read).toMatchObject({ error: null, outside: [], pale: [], notNumbers: [] });
    expect(texts.join(' ')).toMatch(/blew up at step \d+/);
  });

  const instruments = INSTRUMENTS.map(({ id, label }) => [label, id] as const);
  describe.for(instruments)('%s', ([label, id]) => {
    const charts = CHARTS[id];
    test(charts ? 'saves its chart with axes, names and caption' : 'draws nothing, and has no buttons', async () => {
      await openInstrument(page, label, id === 'test-bench' ? 'membrane-strip' : 'chain');
      await dock(page)
        .getByRole('heading', { name: `Instruments: ${label}` })
        .waitFor({ state: 'attached' });
      await dock(page).locator('.body > *').waitFor();
      if (!charts) {
        await answered(page);
        const drawn = await dock(page).locator('.body canvas:not([aria-hidden])').count();
        expect(drawn, `it draws: write a row for '${id}' in CHARTS of this file`).toBe(0);
        expect(await saveButton(page, 'SVG').isVisible()).toBe(false);
        return;
      }
      await charts.prepare?.(page);
      const svg = await saved(page, 'SVG');
      const png = await saved(page, 'PNG');
      const names = ['svg', 'png'].map((ending) => expect.stringMatching(`-${id}.${ending}$`));
      expect([svg.name, png.name]).toEqual(names);
      const { texts, ...read } = await readSvg(reader, svg.content.toString());
      expect(read).toMatchObject({
        error: null,
        outside: [],
        pale: [],
        notNumbers: [],
        size: [800, expect.any(Number)],
      });
      expect(read.shapes).toBeGreaterThan(2);
      const all = texts.join(' ');
      const { integrator, params } = await page.state();
      const caption = ['scene: ', integrator, `dt = ${params.dt} s`, 't = '];
      for (const text of [...charts.texts, ...(charts.standsAlone ? [] : caption)]) expect(all).toContain(text);
      expect(all.includes('scene: ')).toBe(charts.standsAlone !== true);
      const picture = await readPng(reader, png.content);
      expect(picture.size).toEqual(read.size.map((length) => 2 * length));
      expect(picture.first).toEqual([255, 255, 255, 255]);
      expect(picture.white).toBeGreaterThan(0.2);
      expect(picture.dark).toBeGreaterThan(0.005);
    });
  });
});
