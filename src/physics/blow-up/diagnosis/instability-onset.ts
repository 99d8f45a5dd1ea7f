import type { State } from '../../model/model';
import { squaredDistance } from '../../model/state';
import type { World } from '../../world/world';

/** How a network moved from step to step, at one moment. */
export interface InstabilityOnset {
  /** The particle, and the spring, with the largest part in it; null where there is none. */
  particle: number;
  spring: number | null;
  /** The mode behind it: rad/s and 1/s, √(q*K̂q/q*q) and q*D̂q/q*q of the motion itself, K clamped. */
  omega: number;
  damping: number;
  /** Of the particle, kg. */
  mass: number;
}

/**
 * What grows by the method swings faster than a step can follow, as a rule from one side to the other in each: it stands
 * out in the second difference of three states in a row, in which all slow motion vanishes.
 *
 *    q = x₊ − 2x + x₋,   ω² = qᵀ(−K)q / qᵀM q,   c = qᵀ(−D)q / qᵀM q
 */
export function createMotionWatch(world: World): { see(state: State): void; outbreak(): InstabilityOnset } {
  const { model } = world;
  const size = 4 * model.particleCount;
  const seen: Float64Array[] = [];
  let last: State | null = null;

  return {
    see(state) {
      seen.push(Float64Array.from(state.positions));
      if (seen.length > 3) seen.shift();
      last = state;
    },
    outbreak() {
      const q = new Float64Array(size);
      const [before, now, after] = seen;
      for (let i = 0; i < size; i++) q[i] = scaled(after[i] - 2 * now[i] + before[i], model.inverseMasses[i >> 2]);
      normalize(q);
      const particle = mostMoved(world, q);
      const spring = mostStrained(world, q, now);
      const { omega, damping } = last ? rayleigh(world, last, q) : { omega: 0, damping: 0 };
      return { particle, spring, omega, damping, mass: model.masses[particle] };
    },
  };
}

/** What is prescribed has no part in it; what is no number counts as a great deal. */
function scaled(difference: number, inverseMass: number): number {
  if (inverseMass === 0) return 0;
  return Number.isFinite(difference) ? difference : 1e30;
}

function normalize(q: Float64Array): void {
  let largest = 0;
  for (const value of q) largest = Math.max(largest, Math.abs(value));
  if (largest > 0) for (let i = 0; i < q.length; i++) q[i] /= largest;
}

/** By its share in the kinetic energy of such a swing. */
function mostMoved({ model }: World, q: Float64Array): number {
  let most = -1;
  let particle = 0;
  for (let i = 0; i < model.particleCount; i++) {
    const o = 4 * i;
    const part = model.masses[i] * (q[o] * q[o] + q[o + 1] * q[o + 1] + q[o + 2] * q[o + 2]);
    if (part > most) {
      most = part;
      particle = i;
    }
  }
  return particle;
}

/** By its share in the elastic energy of such a swing, and in what its dashpot takes up. */
function mostStrained({ model, params }: World, q: Float64Array, x: Float64Array): number | null {
  const { springs, stiffness, damping } = model;
  let most = -1;
  let spring: number | null = null;
  for (let j = 0; j < model.springCount; j++) {
    const [a, b] = [4 * springs[2 * j], 4 * springs[2 * j + 1]];
    const squared = squaredDistance(x, springs[2 * j], springs[2 * j + 1]);
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += (q[a + axis] - q[b + axis]) * (x[a + axis] - x[b + axis]);
    const part = (stiffness[j] + damping[j] / params.dt) * (squared > 0 ? (along * along) / squared : 0);
    if (part > most) {
      most = part;
      spring = j;
    }
  }
  return spring;
}

function rayleigh(world: World, state: State, q: Float64Array): Pick<InstabilityOnset, 'omega' | 'damping'> {
  const { masses } = world.model;
  world.linearize(state, true);
  const y = new Float64Array(q.length);
  const along = (a: number, b: number) => {
    y.fill(0);
    world.addDerivatives(y, q, -a, -b);
    let sum = 0;
    for (let i = 0; i < q.length; i++) sum += y[i] * q[i];
    return sum;
  };
  let inertia = 0;
  for (let i = 0; i < q.length; i++) inertia += masses[i >> 2] * q[i] * q[i];
  if (!(inertia > 0)) return { omega: 0, damping: 0 };
  return { omega: Math.sqrt(Math.max(0, along(1, 0) / inertia)), damping: Math.max(0, along(0, 1) / inertia) };
}
