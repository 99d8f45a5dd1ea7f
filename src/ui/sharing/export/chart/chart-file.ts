/** The charts of an instrument as a file, with a legend and a caption: as SVG, or drawn from that as PNG. */
import { FONT } from '../../../instruments/parts/canvas';
import type { Drawing, DrawingContext, LegendEntry } from '../../../instruments/parts/drawings';
import type { Lab } from '../../../lab/lab';
import { type Markup, tag } from '../markup';
import { drawLineChart, lineLegend } from './line-chart';
import { readSeries } from './series';
import { createSvgPen } from './svg-pen';
import { widthOf, wrapped } from './text-layout';

export type ChartFormat = 'svg' | 'png';

/** Pixels. */
const WIDTH = 800;
const EDGE = 14;
const CHART_HEIGHT = 400;
const CANVAS_HEIGHT = { least: 240, most: 600 };
const TITLE = { font: 14, line: 22 };
const LEGEND = { font: 12, line: 20, sample: 24, height: 10 };
const CAPTION = { font: 11, line: 15 };
const GAP = 10;
/** Pixels of a PNG file for one of the SVG. */
const SCALE = 2;

/** @param title what stands above them, and names the file to screen readers */
export async function writeCharts(
  lab: Lab,
  title: string,
  drawings: readonly Drawing[],
  format: ChartFormat,
): Promise<Blob> {
  const parts = drawn(drawings);
  const caption = drawings.every(standsAlone) ? [] : await captionOf(lab);
  const { markup, height } = page(title, parts, [...drawings.flatMap((one) => notesOf(one)), ...caption]);
  const svg = new Blob([`<?xml version="1.0" encoding="UTF-8"?>\n${markup}\n`], { type: 'image/svg+xml' });
  return format === 'svg' ? svg : toPng(svg, height);
}

const standsAlone = (drawing: Drawing) => !('chart' in drawing) && drawing.standsAlone === true;
const notesOf = (drawing: Drawing) => ('chart' in drawing ? [] : (drawing.notes?.() ?? []));
function titleOf(drawing: Drawing): string {
  const [name] = ('chart' in drawing ? drawing.chart : drawing).name.split(';');
  return name[0].toUpperCase() + name.slice(1);
}

/** Scene, method and parameters at present or at a blow-up, as in the charts of the recording. */
async function captionOf(lab: Lab): Promise<readonly string[]> {
  const { status } = lab.frame;
  const { first, last } = status.timeline;
  // After a blow-up the run is back at a good state.
  const time = status.blowUp ? last.time : Math.min(last.time, Math.max(first.time, status.time));
  const { settings } = await readSeries(lab, { from: time, to: time, observables: ['total'] }, {});
  return settings.map((line) => line.replace(' at the last moment', ''));
}

interface Part {
  readonly title: string;
  readonly height: number;
  readonly content: readonly Markup[];
}

/** Draws at once: the caption comes later, from the engine. */
function drawn(drawings: readonly Drawing[]): Part[] {
  const probe = document.createElement('div');
  probe.className = 'light';
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const color = (property: string) => style.getPropertyValue(property);
  const parts = drawings.map((drawing, i): Part => {
    const width = WIDTH - 2 * EDGE;
    const isChart = 'chart' in drawing;
    const height = isChart
      ? CHART_HEIGHT
      : Math.min(CANVAS_HEIGHT.most, Math.max(CANVAS_HEIGHT.least, Math.round(width / drawing.aspect)));
    const ctx = createSvgPen(`d${i}`);
    const context: DrawingContext = { ctx, width, height, theme: 'light', color };
    const rows = drawLegend(context, isChart ? lineLegend(drawing) : (drawing.legend ?? []));
    ctx.save();
    ctx.translate(0, rows);
    ctx.font = FONT;
    if (isChart) drawLineChart(context, drawing);
    else drawing.draw(context);
    ctx.restore();
    return { title: titleOf(drawing), height: rows + height, content: ctx.content };
  });
  probe.remove();
  return parts;
}

/** @returns its height */
function drawLegend(context: DrawingContext, entries: readonly LegendEntry[]): number {
  const { ctx, width, color } = context;
  const font = `${LEGEND.font}px system-ui, sans-serif`;
  let [x, row] = [0, 0];
  for (const { label, sample } of entries) {
    const space = LEGEND.sample + 6 + widthOf(label, LEGEND.font) + 14;
    if (x > 0 && x + space > width) [x, row] = [0, row + 1];
    const middle = row * LEGEND.line + LEGEND.line / 2;
    ctx.save();
    ctx.translate(x, middle - LEGEND.height / 2);
    sample({ ...context, width: LEGEND.sample, height: LEGEND.height });
    ctx.restore();
    ctx.font = font;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = color('--ink');
    ctx.fillText(label, x + LEGEND.sample + 6, middle);
    x += space;
  }
  return entries.length === 0 ? 0 : (row + 1) * LEGEND.line + 4;
}

function page(title: string, parts: readonly Part[], caption: readonly string[]): { markup: string; height: number } {
  const content: Markup[] = [];
  let y = EDGE;
  const addText = (text: string, { font, line }: { font: number; line: number }, weight?: string) => {
    for (const piece of wrapped(text, WIDTH - 2 * EDGE, font)) {
      const at = { x: EDGE, y: y + 0.75 * line };
      content.push(tag('text', { ...at, 'font-size': font, 'font-weight': weight }, piece));
      y += line;
    }
  };
  for (const part of parts) {
    addText(part.title, TITLE, 'bold');
    content.push(tag('g', { transform: `translate(${EDGE} ${y})` }, ...part.content));
    y += part.height + GAP;
  }
  for (const text of caption) addText(text, CAPTION);
  const height = Math.ceil(y + EDGE / 2);
  const { markup } = tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: WIDTH,
      height,
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: 'img',
      'aria-label': title,
      'font-family': 'system-ui, sans-serif',
      fill: '#1b232c',
    },
    tag('title', {}, title),
    tag('rect', { width: WIDTH, height, fill: '#ffffff' }),
    ...content,
  );
  return { markup, height };
}

async function toPng(svg: Blob, height: number): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [SCALE * WIDTH, SCALE * height];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser can’t write this picture'))));
    });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
