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
  /** Scale of the slider. */
  scale: 'linear' | 'logarithmic';
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
}

/** Parameters by key; scene files, links and the command `set` use the keys. */
export type ParamTable = Readonly<Record<string, ParamSpec>>;

/** The parameters of every world. Forces and constraints may add more: see `registry.ts`. */
export const CORE_PARAMS = {
  dt: {
    label: 'time step dt',
    unit: 's',
    default: 3e-4,
    range: [1e-5, 0.05],
    scale: 'logarithmic',
    accepts: 'step',
    group: 'Integrator',
    help: 'Step of the integrator. An explicit method blows up if dt is too long.',
    basic: true,
    milliseconds: true,
  },
  speed: {
    label: 'playback speed',
    unit: '×',
    default: 1,
    range: [0.01, 2],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Integrator',
    help: 'Simulated seconds per second of wall time. It changes the number of steps, not their length.',
  },
  stopOnBlowUp: {
    label: 'stop at a blow-up',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Integrator',
    help: 'Restore the last good state when the simulation blows up. Off: continue until a value is no longer finite.',
  },
  cgTolerance: {
    label: 'CG tolerance',
    unit: '',
    default: 3e-4,
    range: [1e-10, 0.1],
    scale: 'logarithmic',
    accepts: 'positive',
    group: 'Solver',
    help: 'Conjugate gradients stop when the residual is below this fraction of the right-hand side.',
  },
  cgIterations: {
    label: 'max CG iterations',
    unit: '',
    default: 200,
    range: [1, 1000],
    scale: 'logarithmic',
    accepts: 'count',
    group: 'Solver',
    help: 'Conjugate gradients stop after this many iterations, converged or not. The page says so if not.',
  },
  clamp: {
    label: 'clamp stiffness',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Solver',
    help: 'Leave out the parts of the force derivatives that can make the matrix indefinite: of compressed springs and triangles, and of attraction. Off: the solver may fail.',
  },
  lineSearch: {
    label: 'line search',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Solver',
    help: 'Correct a step after which the energy would have risen. Off: the method as in textbooks; long steps can then blow up.',
  },
  newtonTolerance: {
    label: 'Newton tolerance',
    unit: '',
    default: 1e-6,
    range: [1e-12, 1e-2],
    scale: 'logarithmic',
    accepts: 'positive',
    group: 'Newton',
    help: 'Newton’s method stops when the residual is below this fraction of its value at the start of the step, or at rounding error.',
  },
  newtonIterations: {
    label: 'max Newton iterations',
    unit: '',
    default: 20,
    range: [1, 100],
    scale: 'logarithmic',
    accepts: 'count',
    group: 'Newton',
    help: 'Newton’s method stops after this many linear solves per step, converged or not. The page says so if not.',
  },
  stiffness: {
    label: 'stiffness',
    unit: 'N/m',
    default: 200,
    range: [1, 1e5],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Material',
    help: 'Stiffness of a structural spring. A stiffer spring oscillates faster, so that an explicit method needs a shorter step.',
    basic: true,
  },
  shear: {
    label: 'shear ratio',
    unit: '× stiffness',
    default: 0.5,
    range: [0, 1],
    scale: 'linear',
    accepts: 'non-negative',
    group: 'Material',
    help: 'Stiffness of a shear spring over that of a structural spring.',
  },
  bend: {
    label: 'bend ratio',
    unit: '× stiffness',
    default: 0.1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'non-negative',
    group: 'Material',
    help: 'Stiffness of a bend spring over that of a structural spring.',
  },
  damping: {
    label: 'spring damping',
    unit: 'N·s/m',
    default: 0.005,
    range: [1e-4, 10],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Material',
    help: 'Damping coefficient of the dashpot along each spring. It resists only changes of length.',
    basic: true,
  },
  mass: {
    label: 'particle mass',
    unit: 'kg',
    default: 0.2 / 1024,
    range: [1e-5, 1],
    scale: 'logarithmic',
    accepts: 'positive',
    group: 'Material',
    help: 'Mass of one particle. A lighter particle oscillates faster.',
  },
  structuralSprings: {
    label: 'structural springs',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Material',
    help: 'Springs along rows and columns.',
  },
  shearSprings: {
    label: 'shear springs',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Material',
    help: 'Diagonal springs. They resist shear.',
  },
  bendSprings: {
    label: 'bend springs',
    unit: '',
    default: 1,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Material',
    help: 'Springs to the next particle but one, the classical model of bending. A finer net folds more easily with them; bending does not depend on the net.',
  },
  gravity: {
    label: 'gravity',
    unit: 'm/s²',
    default: 9.81,
    range: [0, 30],
    scale: 'linear',
    accepts: 'any',
    group: 'Forces',
    help: 'Acceleration along −y; 9.81 m/s² at the Earth’s surface.',
    basic: true,
  },
  drag: {
    label: 'particle drag',
    unit: 'N·s/m',
    default: 0,
    range: [1e-6, 0.1],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Forces',
    help: 'Drag coefficient c of each particle, whose drag is −c v. A finer net has more of it; air drag does not depend on the net.',
  },
  decay: {
    label: 'velocity decay',
    unit: '1/s',
    default: 0,
    range: [0, 20],
    scale: 'linear',
    accepts: 'non-negative',
    group: 'Forces',
    help: 'Multiplies every velocity by e^(−dt·decay) before each step, as in the Taichi demo.',
  },
  grabStiffness: {
    label: 'grab stiffness',
    unit: 'N/m',
    default: 100,
    range: [1, 1e4],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Grab',
    help: 'Stiffness of the critically damped spring between the pointer and the held particle.',
  },
  hardHold: {
    label: 'rigid grab',
    unit: '',
    default: 0,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Grab',
    help: 'The held particle follows the pointer exactly, like a moving pin. Off: a spring pulls it.',
  },
  rows: {
    label: 'rows',
    unit: '',
    default: 32,
    range: [2, 200],
    scale: 'logarithmic',
    accepts: 'grid',
    group: 'Cloth',
    help: 'Particles from top to bottom. A change keeps the motion and the total mass.',
    basic: true,
  },
  columns: {
    label: 'columns',
    unit: '',
    default: 32,
    range: [2, 200],
    scale: 'logarithmic',
    accepts: 'grid',
    group: 'Cloth',
    help: 'Particles from left to right. A change keeps the motion and the total mass.',
    basic: true,
  },
} as const satisfies ParamTable;

/** Values of parameters by key, in the units of `PARAMS`: those of every world, and those that forces and constraints add. */
export type Params = { [K in keyof typeof CORE_PARAMS]: number } & { [key: string]: number };
