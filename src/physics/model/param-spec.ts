import type { SpringKind } from './model';
import type { NumberSet } from './validate';

/** A parameter. Panel, links, validation, documentation and tests read this table. */
export interface ParamSpec {
  /** Name on the panel, two or three words. */
  label: string;
  /** SI; '' for a number without unit. */
  unit: string;
  /** The value where a scene gives none, in `unit`. */
  default: number;
  /** The range of the slider: not a limit. */
  range: readonly [number, number];
  /** Scale of the slider; absent: logarithmic where its range begins above 0. */
  scale?: 'linear' | 'logarithmic';
  /** The set of valid values. */
  accepts: NumberSet;
  /** Folder of the panel. */
  group:
    | 'Integrator'
    | 'Springs'
    | 'Solver'
    | 'Newton'
    | 'Material'
    | 'Membrane'
    | 'Forces'
    | 'Grab'
    | 'Contact'
    | 'Cloth';
  /** One sentence, shown on the panel. */
  help: string;
  /** True if the panel shows it first, before all others. */
  basic?: boolean;
  /** What 0 means, where it is not a quantity; shown in place of the unit. */
  zero?: string;
  /** True for a time that the page shows and reads in ms. The value itself is in s everywhere. */
  milliseconds?: boolean;
  /**
   * What a scene or method needs for the parameter to change something: springs, springs of a kind, a surface, a grid of particles, or
   * an implicit method, with Newton's method or the line search; absent: nothing.
   */
  appliesTo?: 'springs' | SpringKind | 'surface' | 'grid' | 'implicit' | 'newton' | 'line search';
  /** True if it changes the masses, the grid, or which springs there are. */
  changesStructure?: true;
  /** False if the modes of vibration do not depend on it: it belongs to the method or the run, or gives a constant force. */
  affectsModes?: false;
}

/** What parameters that are on or off have in common. */
export const SWITCH = { unit: '', range: [0, 1], accepts: 'switch' } as const satisfies Partial<ParamSpec>;

/** Parameters by key; scene files, links and the command `set` use the keys. */
export type ParamTable = Readonly<Record<string, ParamSpec>>;
