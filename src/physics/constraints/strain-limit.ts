import type { Model, State } from '../model/model';
import type { ConstraintDefinition } from '../world/constraint';

/** Sweeps over the springs in a step, at most; those of the same step go forward and back in turn. */
const SWEEPS = 10;
/** A spring is at its limit if it is longer than this part of it: rounding in single precision stays below. */
const TOUCHES = 1 - 1e-6;

/**
 * No spring stays longer than (1 + s) L₀ after a step: its ends move along it until it is so long, and lose the velocity with which
 * they still separate, each by its share of the inverse masses. Momentum stays; kinetic energy falls or stays. Two masses that rotate
 * at ω lose the factor 1/√(1 + (hω)²) of their speed in each step, an error of order 1.
 * Source: Provot, Deformation constraints in a mass-spring model to describe rigid cloth behavior, with one sweep over the springs.
 * There the new positions alone count, and Verlet's method takes the velocity from them.
 */
export const strainLimit: ConstraintDefinition = {
  id: 'strain-limit',
  label: 'Strain limit',
  summary: 'Shortens what is stretched too far, after each step.',
  isRelative: true,
  account: 'damping',
  params: {
    strainLimit: {
      label: 'strain limit',
      unit: 'm/m',
      zero: 'none',
      default: 0,
      range: [0, 0.5],
      accepts: 'non-negative',
      group: 'Material',
      help: `Moves the ends of a spring that is stretched further than this, after each step, in at most ${SWEEPS} sweeps over the springs; 0: none. The springs need not be stiff then. Momentum is kept, energy is not, and every method has order 1 while it acts.`,
      appliesTo: 'springs',
      affectsModes: false,
    },
  },
  create: (world) => ({
    afterStep(state) {
      const { strainLimit: limit } = world.params;
      for (let sweep = 0; limit > 0 && sweep < SWEEPS; sweep++) {
        if (!shorten(world.model, state, 1 + limit, sweep % 2 === 1)) break;
      }
      return 0;
    },
  }),
};

/** One sweep over the springs. @returns true if a spring was too long */
function shorten(model: Model, { positions: x, velocities: v }: State, ratio: number, backward: boolean): boolean {
  const { springs, springCount, restLengths, stiffness, inverseMasses: w } = model;
  let found = false;
  for (let k = 0; k < springCount; k++) {
    const j = backward ? springCount - 1 - k : k;
    if (stiffness[j] === 0 || restLengths[j] === 0) continue;
    const [i1, i2] = [springs[2 * j], springs[2 * j + 1]];
    const sum = w[i1] + w[i2];
    if (sum === 0) continue;
    const [a, b] = [4 * i1, 4 * i2];
    const dx = x[b] - x[a];
    const dy = x[b + 1] - x[a + 1];
    const dz = x[b + 2] - x[a + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    const longest = ratio * restLengths[j];
    const touching = TOUCHES * longest;
    if (!(squared > touching * touching)) continue;
    const length = Math.sqrt(squared);
    const excess = Math.max(0, length - longest) / (sum * length);
    const speed = (v[b] - v[a]) * dx + (v[b + 1] - v[a + 1]) * dy + (v[b + 2] - v[a + 2]) * dz;
    const impulse = Math.max(0, speed) / (sum * squared);
    if (length > longest / TOUCHES) found = true;
    x[a] += w[i1] * excess * dx;
    x[a + 1] += w[i1] * excess * dy;
    x[a + 2] += w[i1] * excess * dz;
    x[b] -= w[i2] * excess * dx;
    x[b + 1] -= w[i2] * excess * dy;
    x[b + 2] -= w[i2] * excess * dz;
    v[a] += w[i1] * impulse * dx;
    v[a + 1] += w[i1] * impulse * dy;
    v[a + 2] += w[i1] * impulse * dz;
    v[b] -= w[i2] * impulse * dx;
    v[b + 1] -= w[i2] * impulse * dy;
    v[b + 2] -= w[i2] * impulse * dz;
  }
  return found;
}
