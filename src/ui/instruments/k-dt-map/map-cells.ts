import type { Outcome, Patch } from '../../../physics/analysis/stability-map/map-refinement';

export type Kind = Outcome['kind'];

/** A cell of the map; `measured` where a run was made in it, and not in a square around it. */
export interface Cell {
  fate: Outcome;
  measured: boolean;
}

/** The plane of the map: stiffness along its columns, dt up its rows, both in logarithms. */
export interface Plane {
  size: number;
  /** N/m; of the first and the last column. */
  stiffness: [number, number];
  /** s; of the first and the last row. */
  dt: [number, number];
  /** size², row by row. */
  cells: (Cell | null)[];
}

/** Digits of a stiffness or a dt that is gone to. */
const DIGITS = 3;

export function emptyPlane({ size, stiffness, dt }: Omit<Plane, 'cells'>): Plane {
  return { size, stiffness, dt, cells: new Array(size * size).fill(null) };
}

export function paint({ size, cells }: Plane, { column, row, side, outcome }: Patch): void {
  for (let r = row; r < row + side; r++) {
    for (let c = column; c < column + side; c++) cells[r * size + c] = { fate: outcome, measured: side === 1 };
  }
}

/** Stiffness, N/m, and dt, s, of the middle of a cell. */
export function pointOf(
  { size, stiffness, dt }: Plane,
  column: number,
  row: number,
): { stiffness: number; dt: number } {
  const at = ([low, high]: [number, number], i: number) =>
    Number((low * (high / low) ** (i / (size - 1))).toPrecision(DIGITS));
  return { stiffness: at(stiffness, column), dt: at(dt, row) };
}

/** Columns and rows from the middle of the first; beyond the plane too. */
export function placeOf(plane: Plane, stiffness: number, dt: number): { column: number; row: number } {
  const at = ([low, high]: [number, number], value: number) =>
    ((plane.size - 1) * Math.log(value / low)) / Math.log(high / low);
  return { column: at(plane.stiffness, stiffness), row: at(plane.dt, dt) };
}
