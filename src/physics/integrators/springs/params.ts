import type { ParamTable } from '../../model/params';

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
    help: 'Passes over all springs in each substep. Too few leave springs softer than their stiffness.',
  },
  substeps: {
    label: 'substeps',
    unit: '',
    default: 1,
    range: [1, 100],
    scale: 'logarithmic',
    accepts: 'count',
    group: 'Springs',
    help: 'Equal parts in which a step is made. More substeps damp less, and cost as much as iterations.',
  },
} as const satisfies ParamTable;
