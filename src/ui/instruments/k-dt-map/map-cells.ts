import type { Outcome, Patch } from '../../../physics/analysis/studies/stability-map';

export type OutcomeKind = Outcome['kind'];

/** A cell of the map. `measured` is false if its outcome is that of a larger square around it. */
export interface Cell {
  outcome: Outcome;
  measured: boolean;
}

/** The map: stiffness over its columns, dt over its rows, both on logarithmic axes. */
export interface StabilityGrid {
  size: number;
  /** Of the first and the last column, N/m. */
  stiffness: [number, number];
  /** Of the first and the last row, s. */
  dt: [number, number];
  /** size², row by row. */
  cells: (Cell | null)[];
}

/** Significant digits of a stiffness or dt that is set from the map. */
const DIGITS = 3;

export function emptyGrid({ size, stiffness, dt }: Omit<StabilityGrid, 'cells'>): StabilityGrid {
  return { size, stiffness, dt, cells: new Array(size * size).fill(null) };
}

/** Sets the outcome of a square of cells. */
export function fillSquare({ size, cells }: StabilityGrid, { column, row, side, outcome }: Patch): void {
  for (let r = row; r < row + side; r++) {
    for (let c = column; c < column + side; c++) cells[r * size + c] = { outcome, measured: side === 1 };
  }
}

/** Stiffness, N/m, and dt, s, at the centre of a cell. */
export function valuesAt(
  { size, stiffness, dt }: StabilityGrid,
  column: number,
  row: number,
): { stiffness: number; dt: number } {
  const at = ([low, high]: [number, number], i: number) =>
    Number((low * (high / low) ** (i / (size - 1))).toPrecision(DIGITS));
  return { stiffness: at(stiffness, column), dt: at(dt, row) };
}

/** Column and row of a stiffness and a dt, not rounded; may lie outside the grid. */
export function cellOf(grid: StabilityGrid, stiffness: number, dt: number): { column: number; row: number } {
  const at = ([low, high]: [number, number], value: number) =>
    ((grid.size - 1) * Math.log(value / low)) / Math.log(high / low);
  return { column: at(grid.stiffness, stiffness), row: at(grid.dt, dt) };
}
