import { expect, test } from 'vitest';
import { createSimulation } from '../../src/physics';
import type { ExportOptions } from '../../src/ui/lab/scripting';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

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

/** Shows a file in the page, in place of the site. Returns the addresses that it asked for, without its own. */
async function show(page: LabPage, body: string, contentType: string): Promise<string[]> {
  const requests: string[] = [];
  await page.route('**/shown-file', (route) => route.fulfill({ body, contentType: `${contentType}; charset=utf-8` }));
  page.on('request', (request) => {
    if (!/\/shown-file$|^data:/.test(request.url())) requests.push(request.url());
  });
  await page.goto(new URL('/shown-file', page.url()).href);
  return requests;
}

/** The chart that is shown: its texts, and the points of each line as the axes have them. */
const chartsShown = (page: LabPage) =>
  page.evaluate(() => {
    const numberOf = (text: string | null) => Number(text?.replaceAll('−', '-'));
    const texts = [...document.querySelectorAll('text')];
    const { width, height } = (document.querySelector('svg') as SVGSVGElement).viewBox.baseVal;
    const root = (document.querySelector('svg') as SVGSVGElement).getBoundingClientRect();
    const outside = texts.filter((text) => {
      const box = text.getBoundingClientRect();
      return box.left < root.left || box.top < root.top || box.right > root.right || box.bottom > root.bottom;
    });
    const charts = [...document.querySelectorAll('g')].filter((group) => group.querySelector(':scope > polyline'));
    return {
      size: [width, height],
      texts: texts.map((text) => text.textContent),
      outside: outside.map((text) => text.textContent),
      error: document.querySelector('parsererror')?.textContent ?? null,
      scripts: document.querySelectorAll('script, image, img, a').length,
      charts: charts.map((chart) => {
        const ticks = [...chart.querySelectorAll(':scope > g > text')].filter((text) =>
          text.parentElement?.querySelector('path'),
        );
        const axis = (anchor: string, at: 'x' | 'y') => {
          const own = ticks.filter((text) => text.getAttribute('text-anchor') === anchor);
          const ends = [own[0], own[own.length - 1]].map((text) => {
            const line =
              text.parentElement
                ?.querySelector('path')
                ?.getAttribute('d')
                ?.match(/-?[\d.]+/g) ?? [];
            return { value: numberOf(text.textContent), place: Number(line[at === 'x' ? 0 : 1]) };
          });
          const scale = (ends[1].value - ends[0].value) / (ends[1].place - ends[0].place);
          return {
            scale: Math.abs(scale),
            valueOf: (place: number) => ends[0].value + (place - ends[0].place) * scale,
          };
        };
        const [x, y] = [axis('middle', 'x'), axis('end', 'y')];
        const lines = [...chart.querySelectorAll('polyline')].map((line) => ({
          stroke: `${line.getAttribute('stroke')} ${line.getAttribute('stroke-dasharray')}`,
          points: [...line.points].map((point) => [x.valueOf(point.x), y.valueOf(point.y)]),
        }));
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

describeBrowser('charts as SVG', () => {
  test('show the energies of the same run in Node, with units, and a caption of scene, method and parameters', async () => {
    const page = await openLab();
    await page.hooke('send', { type: 'scene', ...SETUP });
    await page.hooke('step', 300);
    const requests = await show(page, await write(page, 'svg', { interval: 0.02 }), 'image/svg+xml');
    const { error, charts, texts, outside, size } = await chartsShown(page);
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
    const page = await openLab();
    await page.hooke('send', { type: 'scene', ...SETUP });
    await rename(page, HOSTILE);
    await page.hooke('step', 100);
    const options = { observables: ['y', 'speed', 'strain'], particles: [3, 60], width: 400, height: 1200 };
    const requests = await show(page, await write(page, 'svg', options), 'image/svg+xml');
    const { error, charts, texts, outside, size, scripts } = await chartsShown(page);
    expect([error, outside, requests, size, scripts]).toEqual([null, [], [], [400, 1200], 0]);
    expect(charts.map(({ lines }) => lines.length)).toEqual([1, 2, 2]);
    const all = texts.join('');
    for (const text of ['height y of particle 60', 'velocity / (m/s)', 'largest strain / %', '<script>window.hit'])
      expect(all).toContain(text);
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  });
});
