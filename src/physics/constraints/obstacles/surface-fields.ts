import { MOTION_FIELDS } from './motion';

/** Fields that every obstacle has: restitution and friction of its surface, and its motion. */
export const SURFACE_FIELDS = {
  restitution: {
    kind: 'number',
    label: 'restitution',
    unit: '',
    default: 0,
    accepts: 'fraction',
    range: [0, 1],
    scale: 'linear',
    help: 'Fraction of the normal velocity that a bounce returns: 0 none, 1 all.',
  },
  friction: {
    kind: 'number',
    label: 'friction',
    unit: '',
    default: 0,
    accepts: 'non-negative',
    range: [0, 1.5],
    scale: 'linear',
    help: 'Coulomb’s coefficient μ: a particle rests on a slope of up to arctan μ.',
  },
  ...MOTION_FIELDS,
} as const;
