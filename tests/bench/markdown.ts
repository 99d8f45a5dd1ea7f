import { type Bar, isHeld, type Report, type Table } from './report';

/** The report as Markdown for docs/benchmark.md. */
export function asMarkdown({ machine, node, tables, bars }: Report): string {
  const sections = tables.map(({ title, about, rows }) =>
    [`**${title}**`, ...(about ? [about] : []), table(rows)].join('\n\n'),
  );
  const promised = bars.length > 0 ? [`**What is promised**\n\n${table(bars.map(asRow))}`] : [];
  return [`Node ${node}, ${machine}`, ...sections, ...promised].join('\n\n');
}

function asRow(bar: Bar): Table['rows'][number] {
  const { name, value, direction, aim } = bar;
  return {
    figure: name,
    measured: value,
    bar: `${direction} ${shown(bar.bar)}`,
    aim: aim === undefined ? '' : shown(aim),
    ' ': isHeld(bar) ? 'held' : 'NOT HELD',
  };
}

/** The columns of all rows: a row may lack unknown values. */
function table(rows: Table['rows']): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column] ?? '–')))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
  const lines = cells.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function shown(value: string | number): string {
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  if (value >= 100) return value.toFixed(0);
  return value >= 0.01 ? value.toPrecision(3) : value.toExponential(1);
}
