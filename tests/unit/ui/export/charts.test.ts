import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ExportOptions } from '../../../../src/ui/lab/scripting';
import { axisOf } from '../../../../src/ui/sharing/export/chart/axis';
import { drawCharts } from '../../../../src/ui/sharing/export/chart/charts';
import type { Series } from '../../../../src/ui/sharing/export/chart/series';
import { widthOf, wrapped } from '../../../../src/ui/sharing/export/chart/text-layout';
import { createExporting } from '../../../../src/ui/sharing/export/exporting';
import { tag } from '../../../../src/ui/sharing/export/markup';
import { type LabInNode, openLabInNode } from '../../../fixtures/lab-in-node';

let lab: LabInNode;
beforeEach(async () => {
  lab = openLabInNode();
  await lab.send({ type: 'scene', scene: 'cloth', params: { rows: 4, columns: 4, dt: 1e-3 } });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const seriesOf = (...columns: number[][]): Series => ({
  steps: columns[0].map((_, i) => i),
  times: columns[0].map((_, i) => i / 100),
  columns: columns.map((values, k) => ({ label: `energy ${k}`, unit: 'J', values })),
  settings: [],
  commands: [],
});

const linesOf = (series: Series) => {
  const { markup } = drawCharts(series, { title: 'Charts', width: 600, caption: [] });
  expect(markup).not.toMatch(/NaN|Infinity|undefined/);
  return Array.from(markup.matchAll(/<polyline[^>]* points="([^"]*)"/g), ([, points]) => points.split(' ').length);
};

test('a line has a gap where a value is not finite or too large to draw, and a dot where one stands alone', () => {
  const { NaN: none } = Number;
  expect(linesOf(seriesOf([1, 2, none, 3, none, 4, 5, 6]))).toEqual([2, 2, 3]);
  expect(linesOf(seriesOf([1, 2, 1e305, -1e308, 4]))).toEqual([2, 2]);
  expect(linesOf(seriesOf([1]))).toEqual([2]);
  expect(linesOf(seriesOf([none, none]))).toEqual([]);
});

test.each([
  [[0, 10], 5, true],
  [[-3.2, 7.1], 6, true],
  [[5, 5], 5, true],
  [[0, 0], 5, true],
  [[1e-17, 1], 4, true],
  [[1e9, 1e9 + 1e-3], 5, true],
  [[-1e299, 1e299], 5, true],
  [[0.5, 2.75], 8, false],
  [[], 4, false],
])('the axis of %j has its values within, and ticks that ascend and differ', (values, most, isRounded) => {
  const { low, high, ticks } = axisOf(values, most, isRounded);
  for (const value of values) expect(value >= low && value <= high).toBe(true);
  expect(ticks.length).toBeGreaterThanOrEqual(2);
  expect(ticks.length).toBeLessThanOrEqual(most + 2);
  expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length);
  expect(ticks.map(({ value }) => value)).toEqual(ticks.map(({ value }) => value).toSorted((a, b) => a - b));
});

test('each line of a chart has a pair of colour and dash pattern of its own; more than 40 are refused', () => {
  const columns = Array.from({ length: 41 }, (_, k) => [k, k + 1]);
  const { markup } = drawCharts(seriesOf(...columns.slice(1)), { title: 'Charts', width: 800, caption: [] });
  const strokes = Array.from(markup.matchAll(/<polyline[^>]*>/g), ([line]) => line.replace(/ points="[^"]*"/, ''));
  expect([strokes.length, new Set(strokes).size]).toEqual([40, 40]);
  const draw = () => drawCharts(seriesOf(...columns), { title: 'Charts', width: 800, caption: [] });
  expect(draw).toThrow('observables: 41 lines in one chart, at most 40');
});

test('text is broken into lines that fit, long words too, and nothing is lost', () => {
  const text = `one two ${'x'.repeat(200)} — three`;
  const lines = wrapped(text, 120, 12);
  for (const line of lines) expect(widthOf(line, 12)).toBeLessThanOrEqual(120);
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});

test('text and attributes are escaped, and what XML cannot hold is replaced', () => {
  const { markup } = tag('a', { title: `"'<&>` }, '<b>&amp;\u0000\ud800x\u{1f9f5}', tag('i', {}, 1));
  expect(markup).toBe('<a title="&quot;&#39;&lt;&amp;&gt;">&lt;b&gt;&amp;amp;\ufffd\ufffdx\u{1f9f5}<i>1</i></a>');
});

test('charts of a part of the recording are refused by name where they cannot be drawn', async () => {
  await lab.step(50);
  const write = (options: ExportOptions) => createExporting(lab).export('svg', options);
  await expect(write({ interval: 1e-9 })).rejects.toThrow('moments, at most 20000 in a chart');
  await expect(write({ to: 2 })).rejects.toThrow('to must be a recorded time, 0–');
  await expect(write({ height: 200 })).rejects.toThrow(
    /height: these charts need at least \d+ pixels with their caption/,
  );
  await expect(write({ width: 100 })).rejects.toThrow(
    'export svg: width must be a whole number from 320 to 7680, got 100',
  );
  const file = await write({ from: 0.02, to: 0.02 });
  expect(file.type).toBe('image/svg+xml');
  expect(await file.text()).toContain('<polyline');
});
