import type { ForceDefinition } from '../world/force';
import { pullTo } from './drag';

const FIELDS = {
  point: {
    kind: 'vector',
    label: 'point',
    unit: 'm',
    default: [0, 1, 0],
    required: true,
    accepts: 'any',
    help: 'The point that the particles are pulled to.',
  },
  stiffness: {
    kind: 'number',
    label: 'stiffness',
    unit: 'N/m',
    default: 0.1,
    required: true,
    accepts: 'non-negative',
    range: [1e-4, 100],
    scale: 'logarithmic',
    help: 'Stiffness of the spring from each particle to the point; its rest length is 0.',
  },
  damping: {
    kind: 'number',
    label: 'damping',
    unit: 'N·s/m',
    default: 0,
    accepts: 'non-negative',
    range: [1e-6, 1],
    scale: 'logarithmic',
    help: 'Resists the motion of each particle, in every direction.',
  },
} as const;

/** Hooke's law about a point x̄: f = −k(x − x̄) − c v, V = ½k|x − x̄|²; ∂f/∂x = −k I and ∂f/∂v = −c I exactly.
 *  Source: lecture slides Particle Dynamics, the quiz on phase space. */
export const anchor: ForceDefinition<typeof FIELDS> = {
  id: 'anchor',
  label: 'Anchor',
  summary: 'Pulls particles to a point, each by a spring of its own.',
  account: 'elastic',
  listed: {
    particles: 'any',
    fields: FIELDS,
    create: (_world, { point, stiffness, damping }, particles) => pullTo(point, stiffness, damping, particles),
  },
};
