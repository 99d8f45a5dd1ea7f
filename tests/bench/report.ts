import { cpus } from 'node:os';

/** A table of the report; numbers are rounded when printed only. */
export interface Table {
  title: string;
  rows: Record<string, string | number>[];
}

/** A ratio that is promised. */
export interface Bar {
  name: string;
  value: number;
  atMost: number;
}

export interface Report {
  machine: string;
  node: string;
  tables: Table[];
  bars: Bar[];
}

export function createReport(): Report {
  return { machine: cpus()[0]?.model ?? 'unknown', node: process.version, tables: [], bars: [] };
}

/** As Markdown, so that it can stand in the README as it is. */
export function asText({ machine, node, tables, bars }: Report): string {
  const sections = tables.map(({ title, rows }) => `${title}\n\n${table(rows)}`);
  const promised = bars.map(({ name, value, atMost }) => ({
    ratio: name,
    measured: value,
    'at most': atMost,
    '': value <= atMost ? 'held' : 'NOT HELD',
  }));
  return [`Node ${node}, ${machine}`, ...sections, `What is promised\n\n${table(promised)}`].join('\n\n');
}

function table(rows: Table['rows']): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
  const lines = cells.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`);
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function shown(value: string | number): string {
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
