import { t } from '../../../language/translate';
import type { Outcome, Square } from '../../../physics/analysis/studies/refine-map';
import { prefixed } from '../../controls/number-format';
import { OUTCOMES } from './map-legend';

/** A cell of the map. `measured` is false if its outcome is that of a larger square around it. */
interface Cell {
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
export function fillSquare({ size, cells }: StabilityGrid, { column, row, side }: Square, outcome: Outcome): void {
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

/** A column this near to the present stiffness is that of it. */
const NEAR = 0.01;

/**
 * Up to which dt the runs of the column nearest the present stiffness held, in a sentence; null: it is not complete yet.
 * @param method its label @param steps of each run
 */
export function conclusionText(
  grid: StabilityGrid,
  { stiffness, dt }: { stiffness: number; dt: number },
  method: string,
  steps: number,
): string | null {
  const { size, cells } = grid;
  const nearest = Math.round(cellOf(grid, stiffness || 1, dt).column);
  const column = Math.min(size - 1, Math.max(0, nearest));
  const outcomes = Array.from({ length: size }, (_, row) => cells[row * size + column]?.outcome.kind ?? null);
  if (outcomes.includes(null)) return null;
  const at = (row: number) => prefixed(valuesAt(grid, column, row).dt, 's');
  const k = valuesAt(grid, column, 0).stiffness;
  const isNear = Math.abs(k / stiffness - 1) < NEAR;
  const where = t`At k = ${prefixed(k, 'N/m')}${isNear ? '' : ', nearest to the current one on the map,'} ${method}`;
  const first = outcomes.findIndex((kind) => kind !== 'holds');
  if (first < 0)
    return t`${where} is stable at every step of the map, up to ${at(size - 1)}, in runs of ${steps} steps.`;
  if (first === 0)
    return t`${where} is unstable at the shortest step of the map already, ${at(0)}, in runs of ${steps} steps.`;
  const limit = valuesAt(grid, column, first - 1).dt;
  const fraction = dt / limit;
  const present = t`the current dt of ${prefixed(dt, 's')} is ${fraction >= 10 ? 'far above that' : t`${Math.round(100 * fraction)} % of that`}`;
  const kind = outcomes[first] ?? 'holds';
  return t`${where} is stable up to steps of ${at(first - 1)} in runs of ${steps} steps, and ${OUTCOMES[kind].label} at ${at(first)}; ${present}.`;
}
