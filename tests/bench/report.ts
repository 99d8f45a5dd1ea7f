import { cpus, totalmem } from 'node:os';

/** A table of the report; numbers are rounded when printed only. */
export interface Table {
  title: string;
  /** What one should know to read it: how it was measured, and what is not alike. */
  about?: string;
  /** Whether it is one of the few that docs/benchmark.md shows. */
  brief?: boolean;
  rows: Record<string, string | number>[];
}

/** A figure that is promised. */
export interface Bar {
  name: string;
  value: number;
  /** Which side of the bar is the good one. */
  direction: 'at least' | 'at most';
  bar: number;
  /** Where one would like to be. */
  aim?: number;
}

/** What a step takes on cloths of n × n, for the plot. */
export interface Curve {
  method: 'explicit' | 'block Jacobi' | 'multigrid';
  kernel: 'js' | 'simd';
  points: { n: number; ms: number }[];
}

export interface Report {
  machine: string;
  node: string;
  tables: Table[];
  bars: Bar[];
  curves: Curve[];
}

export interface SuiteOptions {
  /** Folder of another build of the site, to be measured beside this one. */
  against?: string;
}

/** Measures something, and reports it. */
export interface Suite {
  /** The name that it is run by. */
  id: string;
  /** One line for `--help`. */
  about: string;
  run(report: Report, options: SuiteOptions): void | Promise<void>;
}

export function createReport(): Report {
  const [cpu] = cpus();
  const machine = `${cpu?.model.trim() ?? 'an unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return { machine, node: process.version, tables: [], bars: [], curves: [] };
}

export function isHeld({ value, direction, bar }: Bar): boolean {
  return direction === 'at least' ? value >= bar : value <= bar;
}
