import { readFileSync, writeFileSync } from 'node:fs';
import { asMarkdown } from './markdown';
import { asPlot } from './plot';
import type { Report } from './report';

const PAGE = 'docs/benchmark.md';
const PLOT = 'public/speed.svg';
/** The figures are between these two lines. */
const BEGIN = '<!-- figures: npm run bench -- --publish -->';
const END = '<!-- end of figures -->';

/** Writes the brief tables and the bars into docs/benchmark.md, and draws the plot. */
export function publish(report: Report): void {
  const text = readFileSync(PAGE, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has no place for figures: ${BEGIN} … ${END}`);
  const tables = report.tables.filter(({ brief }) => brief);
  const bars = report.bars.filter(({ aim }) => aim !== undefined);
  const figures = asMarkdown({ ...report, tables, bars });
  writeFileSync(PLOT, asPlot(report.curves));
  writeFileSync(PAGE, `${text.slice(0, begin)}${BEGIN}\n\n${figures}\n\n${text.slice(end)}`);
}
