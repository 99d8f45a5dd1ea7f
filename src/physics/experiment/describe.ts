/** Settings and values as they stand in the lines of a table. */
import type { ColumnHead } from '../analysis/state/columns';
import type { ParamTable } from '../model/param-spec';
import type { Simulation } from '../simulation';
import { LINE_END } from './table-text';

/** A comment of one line. */
export function comment(text: string): string {
  return `# ${text.replace(/\s+/g, ' ').trim()}${LINE_END}`;
}

/** As in `stiffness = 200 N/m`. */
export function setting(params: ParamTable, key: string, value: number | string): string {
  const unit = Object.hasOwn(params, key) ? params[key].unit : '';
  return `${key} = ${value}${unit && ` ${unit}`}`;
}

/** All parameters of a simulation, except these. */
export function paramsText({ params, definitions }: Simulation, except: readonly string[]): string {
  const keys = Object.keys(definitions.params).filter((key) => key in params && !except.includes(key));
  return keys.map((key) => setting(definitions.params, key, params[key])).join(', ');
}

/** As in `implicit-euler, single precision, kernel simd`. */
export function methodText({ integrator, preconditioner, precision, kernel, report }: Simulation): string {
  const solver = report.iterations > 0 ? `, preconditioner ${preconditioner}` : '';
  return `${integrator}${solver}, ${precision} precision, kernel ${kernel}`;
}

/** As in `total / J`; a pure number has no unit. */
export function headText({ name, unit }: ColumnHead): string {
  return unit === '' || unit === '1' ? name : `${name} / ${unit}`;
}

/** One row; what is not a finite number is an empty cell. */
export function rowText(cells: readonly (number | string)[]): string {
  return cells.map((cell) => (typeof cell === 'string' || Number.isFinite(cell) ? cell : '')).join() + LINE_END;
}

/** Characters of a command in a comment, at most. */
const MAX_CHARACTERS = 200;

export function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}
