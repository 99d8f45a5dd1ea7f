import type { ParamSpec, ParamTable } from '../../model/param-spec';

/** A sentence of their summaries. */
export const OTHER_FORCES =
  'Forces between particles that are no springs, as those of a membrane, bending and volume, act as in symplectic Euler, with its limit on dt.';

/** The parameters of all methods that solve springs. */
export const SPRING_PARAMS = {
  iterations: {
    label: 'iterations',
    unit: '',
    default: 10,
    range: [1, 1000],
    scale: 'logarithmic',
    accepts: 'count',
    group: 'Springs',
    help: 'Passes over all springs or particles in each substep. With too few, the cloth is softer or slower than it should be.',
    affectsModes: false,
  },
  substeps: {
    label: 'substeps',
    unit: '',
    default: 1,
    range: [1, 100],
    scale: 'logarithmic',
    accepts: 'count',
    group: 'Springs',
    help: 'Equal parts in which a step is made. More substeps damp less, and cost up to twice as much as iterations. With XPBD and PBD, many substeps of one iteration come closer to a high stiffness than as many iterations.',
    affectsModes: false,
  },
} as const satisfies ParamTable;

/** Of methods that over-relax their sweeps by Chebyshev's method. */
export const ACCELERATION: ParamSpec = {
  label: 'acceleration',
  unit: '',
  zero: 'none',
  default: 0,
  range: [0, 0.95],
  scale: 'linear',
  accepts: 'fraction',
  group: 'Springs',
  help: 'ρ of Chebyshev’s method, for methods that use it: fewer iterations suffice. Too large a value makes them oscillate.',
  affectsModes: false,
};
