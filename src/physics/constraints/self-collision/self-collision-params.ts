import type { ParamTable } from '../../model/params';

export const SELF_COLLISION_PARAMS = {
  selfCollision: {
    label: 'self-collision',
    unit: '',
    default: 0,
    range: [0, 1],
    scale: 'linear',
    accepts: 'switch',
    group: 'Contact',
    help: 'Particles push each other apart, so that a cloth does not fall through itself.',
  },
  clothThickness: {
    label: 'cloth thickness',
    unit: 'm',
    default: 0.01,
    range: [1e-3, 0.1],
    scale: 'logarithmic',
    accepts: 'positive',
    group: 'Contact',
    help: 'Distance that self-collision keeps between two particles, and no more than their springs do at rest.',
  },
} as const satisfies ParamTable;
