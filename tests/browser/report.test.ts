// @module-tag long
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createSimulation, largestStrain, PARAMS } from '../../src/physics';
import type { ExportOptions } from '../../src/ui/lab/scripting';
import { dock, openInstrument } from '../fixtures/instruments-page';
import { contentOf, type LabPage, openLab } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser, openPage, type SitePage } from '../setup/browser';
import { seldom } from '../setup/page-scripts';

const SETUP = { scene: 'cloth', params: { rows: 8, columns: 8, dt: 1e-3 } };
/** It closes what it could stand in, and has what XML cannot hold. */
const HOSTILE = `</title></text></desc>--> <script>window.hit = 1</script><img src=x onerror="window.hit=1"> & "' \u0001 \ud800`;

const write = (page: LabPage, format: string, options: ExportOptions = {}) =>
  page.evaluate(async ([id, given]) => (await window.hooke.export(id, given)).text(), [format, options] as const);

/** Gives the scene of the page this name. */
async function rename(page: LabPage, name: string): Promise<void> {
  const file = (await page.hooke('save')) as object;
  await page.hooke('load', { ...file, name });
}

/** Shows a file in a page of its own. `requests`: the addresses that it asked for, without its own. */
async function show(body: string, contentType: string): Promise<{ shown: SitePage; requests: string[] }> {
  const requests: string[] = [];
  const shown = await openPage({
    site: new URL('/shown-file', inject('site').url).href,
    async prepare(page) {
      await page.route('**/shown-file*', (route) =>
        route.fulfill({ body, contentType: `${contentType}; charset=utf-8` }),
      );
      page.on('request', (request) => {
        if (!/\/shown-file\?|^data:/.test(request.url())) requests.push(request.url());
      });
    },
  });
  return { shown, requests };
}

/** The chart that is shown: its texts, and the points of each line as the axes have them. */
const chartsShown = (page: SitePage) =>
  page.evaluate(() => {
    const numberOf = (text: string | null) => Number(text?.replaceAll('−', '-'));
    const texts = [...document.querySelectorAll('text')];
    const { width, height } = (document.querySelector('svg') as SVGSVGElement).viewBox.baseVal;
    const root = (document.querySelector('svg') as SVGSVGElement).getBoundingClientRect();
    const outside = texts.filter((text) => {
      const box = text.getBoundingClientRect();
      return box.left < root.left || box.top < root.top || box.right > root.right || box.bottom > root.bottom;
    });
    const charts = [...document.querySelectorAll('svg > g')];
    const numbersOf = (path: Element | null) =>
      path
        ?.getAttribute('d')
        ?.match(/-?[\d.]+/g)
        ?.map(Number) ?? [];
    return {
      size: [width, height],
      texts: texts.map((text) => text.textContent),
      outside: outside.map((text) => text.textContent),
      error: document.querySelector('parsererror')?.textContent ?? null,
      scripts: document.querySelectorAll('script, image, img, a').length,
      charts: charts.map((chart) => {
        // The number of a tick follows its line.
        const ticks = [...chart.querySelectorAll(':scope > path + text')];
        const axis = (anchor: string, at: 'x' | 'y') => {
          const own = ticks.filter((text) => text.getAttribute('text-anchor') === anchor);
          const ends = [own[0], own[own.length - 1]].map((text) => ({
            value: numberOf(text.textContent),
            place: numbersOf(text.previousElementSibling)[at === 'x' ? 0 : 1],
          }));
          const scale = (ends[1].value - ends[0].value) / (ends[1].place - ends[0].place);
          return {
            scale: Math.abs(scale),
            valueOf: (place: number) => ends[0].value + (place - ends[0].place) * scale,
          };
        };
        const [x, y] = [axis('middle', 'x'), axis('end', 'y')];
        const lines = [...chart.querySelectorAll('[clip-path] > path[fill=none]')].map((line) => {
          const places = numbersOf(line);
          return {
            stroke: `${line.getAttribute('stroke')} ${line.getAttribute('stroke-dasharray')}`,
            points: places.flatMap((place, i) => (i % 2 === 0 ? [[x.valueOf(place), y.valueOf(places[i + 1])]] : [])),
          };
        });
        return { perPixel: y.scale, lines };
      }),
    };
  });

/** @returns at each of the steps: what `read` gives */
function runInNode<T>(steps: readonly number[], read: (simulation: ReturnType<typeof createSimulation>) => T): T[] {
  const simulation = createSimulation(SETUP);
  return steps.map((step) => {
    simulation.step(step - simulation.stepCount);
    return read(simulation);
  });
}

/** The table with this caption: the texts of the cells of each row, the head too. */
const tableShown = (page: SitePage, caption: string) =>
  page
    .locator('table', { has: page.getByText(caption) })
    .evaluate((table) =>
      [...(table as HTMLTableElement).rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
    );

describeBrowser('of a run on the page', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ drawn: true, beforeScripts: seldom, keep: true });
  });
  beforeEach(() => page.hooke('send', { type: 'scene', ...SETUP }));

  describe('charts as SVG', () => {
    test('show the energies of the same run in Node, with units, and a caption of scene, method and parameters', async () => {
      await page.hooke('step', 300);
      const { shown, requests } = await show(await write(page, 'svg', { interval: 0.02 }), 'image/svg+xml');
      const { error, charts, texts, outside, size } = await chartsShown(shown);
      expect([error, outside, requests, size[0]]).toEqual([null, [], [], 800]);
      const steps = Array.from({ length: 16 }, (_, i) => 20 * i);
      const expected = runInNode(steps, (simulation) => {
        const { total, kinetic, elastic, gravity } = simulation.energy();
        return { time: simulation.time, values: [total, kinetic, elastic, gravity] };
      });
      const [{ lines, perPixel }] = charts;
      expect(lines.length).toBe(4);
      expect(new Set(lines.map(({ stroke }) => stroke)).size).toBe(4);
      lines.forEach(({ points }, k) => {
        expect(points.length).toBe(expected.length);
        points.forEach(([time, value], i) => {
          expect(Math.abs(time - expected[i].time)).toBeLessThan(1e-4);
          // Points are written to a hundredth of a pixel, as the ticks are that they are read by.
          expect(Math.abs(value - expected[i].values[k])).toBeLessThan(0.05 * perPixel);
        });
      });
      const all = texts.join(' ');
      for (const text of [
        'kinetic energy',
        'energy / J',
        'time t / s',
        'scene: cloth',
        'symplectic-euler',
        'dt = 0.001 s',
      ])
        expect(all).toContain(text);
    });

    test('have a chart for each unit, and show the name of a scene as text only', async () => {
      await rename(page, HOSTILE);
      await page.hooke('step', 100);
      const options = { observables: ['y', 'speed', 'strain'], particles: [3, 60], width: 400, height: 1200 };
      const { shown, requests } = await show(await write(page, 'svg', options), 'image/svg+xml');
      const { error, charts, texts, outside, size, scripts } = await chartsShown(shown);
      expect([error, outside, requests, size, scripts]).toEqual([null, [], [], [400, 1200], 0]);
      expect(charts.map(({ lines }) => lines.length)).toEqual([1, 2, 2]);
      const all = texts.join('');
      for (const text of ['height y of particle 60', 'velocity / (m/s)', 'largest strain / %', '<script>window.hit'])
        expect(all).toContain(text);
      expect(await shown.evaluate(() => 'hit' in window)).toBe(false);
    });
  });

  describe('a report', () => {
    test('has the settings, the picture, the charts and the values of the same run in Node, and asks for nothing', async () => {
      await page.hooke('step', 200);
      await page.hooke('send', { type: 'pin', particle: 7, pinned: false });
      await page.hooke('step', 100);
      const text = await write(page, 'report', { to: 0.2, interval: 0.02 });
      const { shown, requests } = await show(text, 'text/html');
      expect(await shown.getByRole('heading', { level: 1 }).textContent()).toBe('Cloth');
      const expected = runInNode([0, 20, 100, 200], (simulation) => {
        const { total, kinetic, elastic, gravity } = simulation.energy();
        const strain = 100 * largestStrain(simulation.model, simulation.state);
        return [simulation.stepCount, simulation.time, total, kinetic, elastic, gravity, strain];
      });
      const [heads, ...rows] = await tableShown(shown, 'Values at some of these times');
      expect(heads.slice(0, 4)).toEqual(['step', 't / s', 'energy / J', 'kinetic energy / J']);
      expect(rows.length).toBe(11);
      for (const values of expected) {
        const row = rows.find(([step]) => Number(step) === values[0])?.map(Number) ?? [];
        expect(row.map((value, k) => Math.abs(value - values[k]) <= 1e-6 * Math.abs(values[k]))).toEqual(
          values.map(() => true),
        );
      }
      const settings = await tableShown(shown, 'Scene and method');
      expect(settings).toContainEqual(['method', 'Symplectic Euler']);
      expect(settings).toContainEqual(['particles', '64']);
      const params = await tableShown(shown, 'Parameters');
      expect(params).toContainEqual([PARAMS.dt.label, '0.001 s']);
      expect(params).toContainEqual([PARAMS.stiffness.label, `${createSimulation(SETUP).params.stiffness} N/m`]);
      const { charts, outside } = await chartsShown(shown);
      expect([outside, charts.map(({ lines }) => lines.length)]).toEqual([[], [4, 1]]);
      const [width, height] = await shown
        .locator('img')
        .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
      expect(Math.max(width, height)).toBe(1280);
      expect([await violations(shown), requests]).toEqual([[], []]);
      await shown.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(shown)).toEqual([]);
      // On paper nothing is wider than the page.
      await shown.setViewportSize({ width: 672, height: 950 });
      await shown.emulateMedia({ media: 'print' });
      expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(672);
      await shown.emulateMedia({ media: null });
    });

    test('of a mesh has no rows and columns, and none of what its method does not use', async () => {
      await page.hooke('load', {
        hooke: 1,
        name: 'mesh',
        particles: {
          positions: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
          masses: 1,
          pinned: [0],
        },
        springs: {
          pairs: [
            [0, 1],
            [1, 2],
            [2, 0],
          ],
          stiffness: 10,
        },
        surface: [[0, 1, 2]],
        integrator: 'rk4',
      });
      await page.hooke('step', 10);
      const { shown } = await show(await write(page, 'report'), 'text/html');
      const names = (await tableShown(shown, 'Parameters')).map(([name]) => name);
      expect(names).toContain(PARAMS.dt.label);
      for (const key of ['rows', 'columns', 'cgTolerance', 'bend', 'lineSearch'] as const)
        expect(names).not.toContain(PARAMS[key].label);
    });

    test('shows the name of a scene as text only, and its link opens the setup', async () => {
      await rename(page, HOSTILE);
      await page.hooke('set', 'stiffness', 321);
      await page.hooke('step', 10);
      const { shown, requests } = await show(await write(page, 'report'), 'text/html');
      expect(await shown.getByRole('heading', { level: 1 }).textContent()).toContain('<script>window.hit = 1</script>');
      expect(await shown.evaluate(() => [document.scripts.length, document.images.length, 'hit' in window])).toEqual([
        0,
        1,
        false,
      ]);
      expect(requests).toEqual([]);
      const changes = await shown.getByRole('listitem').allTextContents();
      expect(changes).toContain('command at step 0: {"type":"set","key":"stiffness","value":321}');
      await shown.getByRole('link', { name: 'Open the setup in Hooke' }).click();
      await shown.waitForFunction(() => 'hooke' in window);
      await shown.evaluate(() => window.hooke.ready);
      const { params, particleCount } = await shown.evaluate(() => window.hooke.state());
      expect([params.stiffness, particleCount]).toEqual([321, 64]);
    });

    test('is downloaded as an HTML file by a button of the instrument Export', async () => {
      await openInstrument(page, 'Export', 'cloth');
      const download = page.waitForEvent('download');
      await dock(page).getByRole('button', { name: 'Report', exact: true }).click();
      expect((await download).suggestedFilename()).toBe('cloth.html');
      expect((await contentOf(await download)).toString()).toMatch(/^<!doctype html>/);
    });
  });
});
