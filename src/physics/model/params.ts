import { type NumberSet, numberError } from './validate';

/** A parameter. Panel, links, validation, documentation and tests read this table. */
export interface ParamSpec {
  /** Two or three words. */
  label: string;
  /** SI; '' for a number without unit. */
  unit: string;
  default: number;
  /** The range of the slider: not a limit. */
  range: readonly [number, number];
  scale: 'linear' | 'logarithmic';
  /** The set of valid values. */
  accepts: NumberSet;
  /** Folder of the panel. */
  group: 'Integrator' | 'Solver' | 'Newton' | 'Material' | 'Membrane' | 'Forces' | 'Hand' | 'Contact' | 'Cloth';
  /** One sentence. */
  help: string;
}

export type ParamTable = Readonly<Record<string, ParamSpec>>;

/** The parameters of every world. Forces and constraints may add more: see `registry.ts`. */
export const CORE_PARAMS = {
  dt: {
    label: 'time step dt',
    unit: 's',
    default: 3e-4,
    range: [1e-5, 0.05],
    scale: 'logarithmic',
    accepts: 'positive',
    group: 'Integrator',
    help: 'The true step of the integrator: too long a step makes an explicit method blow up.',
  },
  speed: {
    label: 'speed',
    unit: 's/s',
    default: 1,
    range: [0.01, 2],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Integrator',
    help: 'Simulated seconds per second of your time; it changes the number of steps, never their length.',
  },
  stopOnBlowUp: {
    label: 'stop at a blow-up',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Integrator',
    help: 'Go back to the last good state when the simulation blows up; off: let it run until a number is no longer finite.',
  },
  cgTolerance: {
    label: 'CG tolerance',
    unit: '',
    default: 3e-4,
    range: [1e-10, 0.1],
    scale: 'logarithmic',
    accepts: 'positive',
    group: 'Solver',
    help: 'The conjugate gradients stop when the residual has fallen to this fraction of the right-hand side.',
  },
  cgIterations: {
    label: 'CG iterations, at most',
    unit: '',
    default: 200,
    range: [1, 1000],
    scale: 'logarithmic',
    accepts: 'count',
    group: 'Solver',
    help: 'The conjugate gradients give up after this many iterations, and the page says so.',
  },
  clamp: {
    label: 'clamp stiffness',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Solver',
    help: 'Drop what makes the matrix indefinite of the derivatives: of compressed springs and triangles, and of attraction; off: watch the solver fail.',
  },
  newtonTolerance: {
    label: 'Newton tolerance',
    unit: '',
    default: 1e-6,
    range: [1e-12, 1e-2],
    scale: 'logarithmic',
    accepts: 'positive',
    group: 'Newton',
    help: 'Newton’s method stops when the residual has fallen to this fraction of that at the start of the step, or to rounding.',
  },
  newtonIterations: {
    label: 'Newton iterations, at most',
    unit: '',
    default: 20,
    range: [1, 100],
    scale: 'logarithmic',
    accepts: 'count',
    group: 'Newton',
    help: 'Newton’s method gives up after this many linear solves in a step, and the page says so.',
  },
  stiffness: {
    label: 'stiffness',
    unit: 'N/m',
    default: 200,
    range: [1, 1e5],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Material',
    help: 'Of a structural spring: the stiffer, the faster it swings, and the shorter a step an explicit method needs.',
  },
  shear: {
    label: 'shear ratio',
    unit: '× stiffness',
    default: 0.5,
    range: [0, 1],
    scale: 'linear',
    accepts: 'non-negative',
    group: 'Material',
    help: 'Stiffness of the diagonal springs, as a ratio of the structural stiffness.',
  },
  bend: {
    label: 'bend ratio',
    unit: '× stiffness',
    default: 0.1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'non-negative',
    group: 'Material',
    help: 'Stiffness of the springs that skip a particle and resist folding, as a ratio of the structural stiffness.',
  },
  damping: {
    label: 'spring damping',
    unit: 'N·s/m',
    default: 0.005,
    range: [1e-4, 10],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Material',
    help: 'Of the dashpot along every spring: it resists the change of length, not the motion as a whole.',
  },
  mass: {
    label: 'particle mass',
    unit: 'kg',
    default: 0.2 / 1024,
    range: [1e-5, 1],
    scale: 'logarithmic',
    accepts: 'positive',
    group: 'Material',
    help: 'Of one particle: the lighter, the faster its springs swing it.',
  },
  structuralSprings: {
    label: 'structural springs',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Material',
    help: 'The springs along rows and columns.',
  },
  shearSprings: {
    label: 'shear springs',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Material',
    help: 'The diagonal springs, without which a square shears away.',
  },
  bendSprings: {
    label: 'bend springs',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Material',
    help: 'The springs to the next particle but one, without which the cloth folds like a net.',
  },
  gravity: {
    label: 'gravity',
    unit: 'm/s²',
    default: 9.81,
    range: [0, 30],
    scale: 'linear',
    accepts: 'any',
    group: 'Forces',
    help: 'Pulls along −y; 9.81 on the ground of the Earth.',
  },
  drag: {
    label: 'air drag',
    unit: 'N·s/m',
    default: 0,
    range: [1e-6, 0.1],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Forces',
    help: 'Viscous drag on every particle, −c v.',
  },
  decay: {
    label: 'velocity decay',
    unit: '1/s',
    default: 0,
    range: [0, 20],
    scale: 'linear',
    accepts: 'non-negative',
    group: 'Forces',
    help: 'Multiplies every velocity by e^(−h·decay) ahead of each step: damping as in the Taichi demo.',
  },
  grabStiffness: {
    label: 'pull of the hand',
    unit: 'N/m',
    default: 100,
    range: [1, 1e4],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Hand',
    help: 'Stiffness of the critically damped spring between the pointer and the particle that it holds.',
  },
  hardHold: {
    label: 'hold hard',
    unit: '',
    default: 0,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Hand',
    help: 'The held particle follows the pointer exactly, as a moving pin, instead of being pulled by a spring.',
  },
  rows: {
    label: 'rows',
    unit: '',
    default: 32,
    range: [2, 200],
    scale: 'logarithmic',
    accepts: 'grid',
    group: 'Cloth',
    help: 'Particles from top to bottom; the motion is carried over, the total mass stays.',
  },
  columns: {
    label: 'columns',
    unit: '',
    default: 32,
    range: [2, 200],
    scale: 'logarithmic',
    accepts: 'grid',
    group: 'Cloth',
    help: 'Particles from left to right; the motion is carried over, the total mass stays.',
  },
} as const satisfies ParamTable;

/** Values by key: of CORE_PARAMS, and of the parameters that forces and constraints add. */
export type Params = { [K in keyof typeof CORE_PARAMS]: number } & { [key: string]: number };

/** Why a value is not one of a parameter, as in `dt must be a positive number, got -0.1`; null if it is. */
export function validationError(table: ParamTable, key: string, value: unknown): string | null {
  if (!Object.hasOwn(table, key)) return `there is no parameter "${key}"`;
  const error = numberError(table[key].accepts, value);
  return error === null ? null : `${key} ${error}`;
}
