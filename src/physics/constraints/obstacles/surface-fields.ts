/** How an obstacle's surface answers: what all obstacles have. */
export const SURFACE_FIELDS = {
  restitution: {
    kind: 'number',
    label: 'restitution',
    unit: '',
    default: 0,
    accepts: 'fraction',
    range: [0, 1],
    scale: 'linear',
    help: 'The part of the normal velocity that a bounce gives back: 0 none, 1 all.',
  },
  friction: {
    kind: 'number',
    label: 'friction',
    unit: '',
    default: 0,
    accepts: 'non-negative',
    range: [0, 1.5],
    scale: 'linear',
    help: 'Coulomb’s coefficient: a particle rests on a slope of up to its arc tangent.',
  },
} as const;
