import type { MotionDefinition } from './motion';

const FIELDS = {
  velocity: {
    kind: 'vector',
    label: 'velocity',
    unit: 'm/s',
    default: [0, 0, 0],
    required: true,
    accepts: 'any',
    help: 'Constant velocity, the same for each pin.',
  },
} as const;

/** A constant velocity: x(t + h) = x(t) + h u. */
export const velocity: MotionDefinition<typeof FIELDS> = {
  type: 'velocity',
  label: 'Constant velocity',
  summary: 'Moves pins at a constant velocity.',
  fields: FIELDS,
  displacement({ velocity: u }, _x, _t, h, out) {
    for (let i = 0; i < out.length; i++) out[i] = h * u[i % 3];
  },
  velocity({ velocity: u }, _x, _t, out) {
    for (let i = 0; i < out.length; i++) out[i] = u[i % 3];
  },
};
