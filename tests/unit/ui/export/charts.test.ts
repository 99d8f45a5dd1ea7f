import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { axisOf, fineRange } from '../../../../src/ui/instruments/parts/axis';
import type { ChartOptions } from '../../../../src/ui/instruments/parts/canvas';
import { lineDrawing } from '../../../../src/ui/instruments/parts/line-chart';
import { drawMarker, markerColor } from '../../../../src/ui/instruments/parts/line-markers';
import type { ExportOptions } from '../../../../src/ui/lab/scripting';
import { LIGHT } from '../../../../src/ui/sharing/export/chart-page';
import type { Series } from '../../../../src/ui/sharing/export/charts';
import { drawCharts } from '../../../../src/ui/sharing/export/charts';
import { createExporting } from '../../../../src/ui/sharing/export/exporting';
import { createSvgPen, tag, widthOf, wrapped } from '../../../../src/ui/sharing/export/svg-pen';
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
  const paths = Array.from(markup.matchAll(/<g clip-path="[^"]*"><path ([^>]*)>/g), ([, attributes]) => attributes);
  return {
    strokes: paths.filter((one) => one.includes('fill="none"')).map((one) => one.replace(/d="[^"]*"/, '')),
    /** Numbers of points between two gaps. */
    runs: paths
      .filter((one) => one.includes('fill="none"'))
      .flatMap((one) => one.match(/M[^M"]*/g) ?? [])
      .map((run) => run.split('L').length),
    dots: paths.filter((one) => /fill="#/.test(one) && /A2 2 /.test(one)).length,
  };
};

test('a line has a gap where a value is not finite or too large to draw, and a dot where one stands alone', () => {
  const { NaN: none } = Number;
  expect(linesOf(seriesOf([1, 2, none, 3, none, 4, 5, 6]))).toMatchObject({ runs: [2, 1, 3], dots: 1 });
  expect(linesOf(seriesOf([1, 2, 1e305, -1e308, 4]))).toMatchObject({ runs: [2, 1], dots: 1 });
  expect(linesOf(seriesOf([1]))).toMatchObject({ runs: [1], dots: 1 });
  expect(linesOf(seriesOf([none, none]))).toMatchObject({ runs: [], dots: 0 });
});

test('a logarithmic axis leaves out what it has no place for, as a computing time of 0', () => {
  const draw = (...data: number[][]) => {
    const ctx = createSvgPen('');
    const chart: ChartOptions = { name: '', x: 'x', y: 'y', lines: ['line'], kind: 'marked', logarithmic: 'xy' };
    const context = { ctx, width: 600, height: 400, theme: 'light', color: () => '#000' } as const;
    lineDrawing({ chart, data, range: null }).draw(context);
    return ctx.content.map(({ markup }) => markup).join('');
  };
  const without = draw([1e-3, 1], [1, 1e-3]);
  expect(without).toContain('0.01');
  expect(draw([0, 1e-3, 1], [1, 1, 1e-3])).toBe(without);
  expect(draw([0], [1])).not.toMatch(/NaN|Infinity/);
});

test.each([
  [[0, 10], 5, 0.05],
  [[-3.2, 7.1], 6, 0.05],
  [[5, 5], 5, 0.05],
  [[0, 0], 5, 0.05],
  [[1e-17, 1], 4, 0.05],
  [[2e-13, 3e-13], 4, 0.05],
  [[1e9, 1e9 + 1e-3], 5, 0.05],
  [[7, 7 + 1e-7], 5, 0.05],
  [[-1e299, 1e299], 5, 0.05],
  [[1, 9.04], 4, 0],
  [[0.5, 2.75], 8, 0],
  [[], 4, 0],
])('the axis of %j has its values within, and ticks that ascend and differ', (values, most, margin) => {
  const { range, ticks } = axisOf('', fineRange(values, margin), false, undefined, most);
  const [low, high] = range;
  for (const value of values) expect(value >= low && value <= high).toBe(true);
  expect(ticks.length).toBeGreaterThanOrEqual(2);
  expect(ticks.length).toBeLessThanOrEqual(most + 2);
  expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length);
  expect(ticks.map(({ value }) => value)).toEqual(ticks.map(({ value }) => value).toSorted((a, b) => a - b));
  for (const { value } of ticks) expect(value).toBeGreaterThanOrEqual(low - 1e-9 * (high - low));
  for (const { value } of ticks) expect(value).toBeLessThanOrEqual(high + 1e-9 * (high - low));
});

test('the smallest change of values fills the height of its chart', () => {
  for (const [low, high] of [
    [2e-13, 3e-13],
    [7, 7 + 1e-7],
    [-1e299, 1e299],
  ]) {
    const [bottom, top] = fineRange([low, high], 0.05);
    expect((high - low) / (top - bottom)).toBeCloseTo(1 / 1.1, 6);
  }
});

test('each line of a chart has a pair of colour and dash pattern of its own; more than 40 are refused', () => {
  const columns = Array.from({ length: 41 }, (_, k) => [k, k + 1]);
  const { strokes } = linesOf(seriesOf(...columns.slice(1)));
  expect([strokes.length, new Set(strokes).size]).toEqual([40, 40]);
  const draw = () => drawCharts(seriesOf(...columns), { title: 'Charts', width: 800, caption: [] });
  expect(draw).toThrow('observables: 41 lines in one chart, at most 40');
});

test('each line with markers has a pair of colour and shape of its own', () => {
  const looks = Array.from({ length: 40 }, (_, i) => {
    const pen = createSvgPen('');
    drawMarker(pen, i, 0, 0, 4);
    return [markerColor(i, 'light'), ...pen.content.map(({ markup }) => markup)].join();
  });
  expect(new Set(looks).size).toBe(40);
});

test('the colours of a file are those of the light theme', () => {
  const css = readFileSync('src/ui/page/base.css', 'utf8');
  const light = Object.fromEntries(
    Array.from(css.matchAll(/(--[a-z-]+): light-dark\((rgb\([^)]*\)|#\w+),/g), ([, name, color]) => [name, color]),
  );
  expect(light).toMatchObject(LIGHT);
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
  expect(await file.text()).toMatch(/<g clip-path="[^"]*"><path d="M/);
});
