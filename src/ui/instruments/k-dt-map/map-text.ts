import { prefixed } from '../../controls/number-format';
import { cellOf, type StabilityGrid, valuesAt } from './map-cells';
import { OUTCOMES } from './map-legend';

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
  const where = `At k = ${prefixed(k, 'N/m')}${isNear ? '' : ', nearest to the current one on the map,'} ${method}`;
  const first = outcomes.findIndex((kind) => kind !== 'holds');
  if (first < 0)
    return `${where} is stable at every step of the map, up to ${at(size - 1)}, in runs of ${steps} steps.`;
  if (first === 0)
    return `${where} is unstable at the shortest step of the map already, ${at(0)}, in runs of ${steps} steps.`;
  const limit = valuesAt(grid, column, first - 1).dt;
  const part = dt / limit;
  const present = `the current dt of ${prefixed(dt, 's')} is ${part >= 10 ? 'far above that' : `${Math.round(100 * part)} % of that`}`;
  const kind = outcomes[first] ?? 'holds';
  return `${where} is stable up to steps of ${at(first - 1)} in runs of ${steps} steps, and ${OUTCOMES[kind].label} at ${at(first)}; ${present}.`;
}
