import { cpus, totalmem } from 'node:os';

/** A table of the report; numbers are rounded when printed only. */
export interface Table {
  title: string;
  /** How it was measured, and what differs between the rows. */
  about?: string;
  /** True if docs/benchmark.md shows it. */
  brief?: boolean;
  rows: Record<string, string | number>[];
}

/** A measured value with its bar. */
export interface Bar {
  name: string;
  value: number;
  /** The side of the bar on which the value passes. */
  direction: 'at least' | 'at most';
  bar: number;
  /** The desired value. */
  aim?: number;
}

/** Time per step on cloths of n × n, for the plot. */
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
  /** Folder of another build of the site, for comparison. */
  against?: string;
  /** Of random cases, from one to another: 1-20. */
  seeds?: string;
  /** Particles along an edge: 33,65. */
  sizes?: string;
}

/** A group of measurements. */
export interface Suite {
  /** The name on the command line. */
  id: string;
  /** One line for `--help`. */
  about: string;
  /** True if it runs only when it is named. */
  isLong?: boolean;
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
