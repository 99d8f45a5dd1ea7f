import { directionBounds, javascriptKernel as kernel } from '../kernels/javascript';
import type { Model } from '../model/model';
import type { ForceObjectDefinition } from '../world/force';

const FIELDS = {
  restLength: {
    kind: 'number',
    label: 'rest length',
    unit: 'm',
    default: 0.5,
    required: true,
    accepts: 'non-negative',
    range: [0, 2],
    scale: 'linear',
    help: 'At which it neither pulls nor pushes.',
  },
  stiffness: {
    kind: 'number',
    label: 'stiffness',
    unit: 'N/m',
    default: 1,
    required: true,
    accepts: 'non-negative',
    range: [1e-2, 1e3],
    scale: 'logarithmic',
    help: 'Its own: the material’s stiffness is not meant.',
  },
  damping: {
    kind: 'number',
    label: 'damping',
    unit: 'N·s/m',
    default: 0,
    accepts: 'non-negative',
    range: [1e-4, 10],
    scale: 'logarithmic',
    help: 'Of the dashpot along it.',
  },
} as const;

/** A damped spring between any two particles: f_a = −[k(l − L₀) + k_d u] n, f_b = −f_a, as the springs of a scene are,
 *  with their derivative, clamped as theirs. Source: lecture slides Particle Dynamics, the damped spring as a force object. */
export const spring: ForceObjectDefinition<typeof FIELDS> = {
  type: 'spring',
  label: 'Spring',
  summary: 'A damped spring between two particles, beside those of the material.',
  particles: 'two',
  fields: FIELDS,
  account: 'elastic',
  create(world, { restLength, stiffness, damping }, particles) {
    const { masses } = world.model;
    /** In the precision of the model, so that the loops over springs meet one kind of array. */
    const one = (value: number) => masses.slice(0, 1).fill(value);
    const restLengths = one(restLength);
    const model: Model = {
      ...world.model,
      springCount: 1,
      springs: particles,
      restLengths,
      ...directionBounds(restLengths),
      stiffness: one(stiffness),
      damping: one(damping),
    };
    const tangents = new Float64Array(4);
    return {
      addForce: (f, state) => kernel.addSpringForces(model, state, f),
      linearize: (state, clamp) => kernel.linearizeSprings(model, state, clamp, tangents),
      addDerivative: (y, p, a, b) => kernel.addSpringDerivatives(model, tangents, y, p, a, b),
      addDiagonal: (blocks, a, b) => kernel.addSpringDiagonals(model, tangents, blocks, a, b),
      addBounds(k, c) {
        for (const end of particles) {
          k[end] += 2 * stiffness;
          c[end] += 2 * damping;
        }
        return true;
      },
      energy: (state) => kernel.springEnergy(model, state),
      heat: (state) => kernel.springHeat(model, state),
    };
  },
};
