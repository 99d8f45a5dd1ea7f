/** A page of charts as SVG, in the light theme: each with a title and a legend, and a caption below. It needs no document. */

import { type Drawing, type DrawingContext, FONT, type LegendEntry } from '../../instruments/parts/canvas';
import { createSvgPen, type Markup, tag, widthOf, wrapped } from './svg-pen';

/** The custom properties that drawings use, as the style sheet of the page has them. */
export const LIGHT: Readonly<Record<string, string>> = {
  '--ink': '#1b232c',
  '--muted': '#4d5966',
  '--solid': '#fff',
  '--line': 'rgb(27 35 44 / 0.14)',
  '--accent': '#0b6e99',
  '--warm': '#a03a00',
};

/** Pixels. */
const EDGE = 14;
const GAP = 10;
const CANVAS_HEIGHT = { least: 240, most: 600 };
const TITLE = { font: 14, line: 22 };
const LEGEND = { font: 12, line: 20, sample: 30, height: 10 };
const CAPTION = { font: 11, line: 15 };

/** Draws at once. @param width of the page @param chartHeight of each line chart without its legend; pixels */
export function partsOf(drawings: readonly Drawing[], width: number, chartHeight: number) {
  return drawings.map((drawing, i) => {
    const { name, aspect, legend = [], draw } = drawing;
    const inner = width - 2 * EDGE;
    const { least, most } = CANVAS_HEIGHT;
    const height = aspect === null ? chartHeight : Math.min(most, Math.max(least, Math.round(inner / aspect)));
    const ctx = createSvgPen(`d${i}`);
    const context: DrawingContext = { ctx, width: inner, height, theme: 'light', color: (property) => LIGHT[property] };
    const rows = drawLegend(context, legend);
    ctx.save();
    ctx.translate(0, rows);
    ctx.font = FONT;
    draw(context);
    ctx.restore();
    return { title: titleOf(name), height: rows + height, content: ctx.content };
  });
}

function titleOf(name: string): string {
  const [title] = name.split(';');
  return title[0].toUpperCase() + title.slice(1);
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

/** @param title accessible name @param caption paragraphs below the parts @param width pixels */
export function layOut(title: string, parts: ReturnType<typeof partsOf>, caption: readonly string[], width: number) {
  const content: Markup[] = [];
  let y = EDGE;
  const addText = (text: string, { font, line }: { font: number; line: number }, weight?: string) => {
    for (const piece of wrapped(text, width - 2 * EDGE, font)) {
      const at = { x: EDGE, y: rounded(y + 0.75 * line) };
      content.push(tag('text', { ...at, 'font-size': font, 'font-weight': weight }, piece));
      y += line;
    }
  };
  for (const part of parts) {
    addText(part.title, TITLE, 'bold');
    content.push(tag('g', { transform: `translate(${EDGE} ${rounded(y)})` }, ...part.content));
    y += part.height + GAP;
  }
  for (const text of caption) addText(text, CAPTION);
  const height = Math.round(y + EDGE / 2);
  const markup = tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': title,
      'font-family': 'system-ui, sans-serif',
      fill: LIGHT['--ink'],
    },
    tag('title', title),
    tag('rect', { width, height, fill: '#ffffff' }),
    ...content,
  );
  return { markup, height };
}

/** To a hundredth. */
const rounded = (value: number) => Math.round(100 * value) / 100;

export function svgFile({ markup }: Markup): Blob {
  return new Blob([`<?xml version="1.0" encoding="UTF-8"?>\n${markup}\n`], { type: 'image/svg+xml' });
}
