import type { ValuesOf } from '../../model/environment';

const OF_MOTION = { group: 'Motion', sparse: true } as const;
const VECTOR = { kind: 'vector', default: [0, 0, 0], ...OF_MOTION } as const;

/** How an obstacle moves. All of it begins at `start`; the parts add up. */
const MOTION_FIELDS = {
  velocity: { label: 'velocity', unit: 'm/s', ...VECTOR, help: 'Constant velocity of the obstacle.' },
  spin: {
    label: 'angular velocity',
    unit: 'rad/s',
    ...VECTOR,
    help: 'Turns it about its center: the vector is the axis, its length the rate. 6.283 rad/s is one full turn per second.',
  },
  amplitude: {
    label: 'amplitude',
    unit: 'm',
    ...VECTOR,
    help: 'Shakes it: the largest displacement to each side, with its direction.',
  },
  frequency: {
    label: 'frequency',
    unit: 'Hz',
    default: 1,
    accepts: 'non-negative',
    range: [0.1, 10],
    ...OF_MOTION,
    help: 'Full oscillations per second of the shaking.',
  },
  path: {
    kind: 'numbers',
    label: 'path',
    unit: 's, m',
    default: [],
    accepts: 'path',
    ...OF_MOTION,
    help: 'Points of a smooth path, each as time, x, y, z: how far it is from its place, so many seconds after the start. It rests at the last one.',
  },
  start: {
    label: 'start',
    unit: 's',
    default: 0,
    accepts: 'any',
    range: [0, 10],
    ...OF_MOTION,
    help: 'Time of the scene at which it begins to move.',
  },
  carried: {
    kind: 'numbers',
    label: 'carried',
    unit: 's, m',
    default: [],
    accepts: 'carried',
    hidden: true,
    sparse: true,
    help: 'How a hand carries it to its place: from this time, until that time, and x, y, z from its place at the first.',
  },
} as const;

export type MotionValues = Partial<ValuesOf<typeof MOTION_FIELDS>>;

/** Fields that every obstacle has: restitution and friction of its surface, and its motion. */
export const SURFACE_FIELDS = {
  restitution: {
    label: 'restitution',
    unit: '',
    default: 0,
    accepts: 'fraction',
    range: [0, 1],
    help: 'Fraction of the normal velocity that a bounce returns: 0 none, 1 all.',
  },
  friction: {
    label: 'friction',
    unit: '',
    default: 0,
    accepts: 'non-negative',
    range: [0, 1.5],
    help: 'Coulomb’s coefficient μ: a particle rests on a slope of up to arctan μ.',
  },
  ...MOTION_FIELDS,
} as const;
