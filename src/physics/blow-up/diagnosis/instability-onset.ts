import { dot } from '../../kernels/javascript/solver-loops';
import { SPRING_KINDS, type State } from '../../model/model';
import { largestEntry, springLength, squaredDistance } from '../../model/state';
import { methodOf } from '../../registry';
import type { Simulation } from '../../simulation';
import type { World } from '../../world/world';
import { JITTER } from '../blow-up-detector';
import { jitterTime, springJitter } from '../jitter';

/** A motion is local if it is as strong as the same motion of at most this many particles. */
const LOCAL = 4;
/** Correlation of neighbours along their springs, over which a motion is smooth, and under whose negative it alternates. */
const ALIKE = 0.35;

/**
 * An unstable mode oscillates faster than the step resolves: it mostly changes sign in each step. The second difference of
 * three consecutive states shows it, because slow motion cancels there.
 *
 *    q = x₊ − 2x + x₋,   ω² = qᵀ(−K)q / qᵀM q,   c = qᵀ(−D)q / qᵀM q
 */
export function createOnsetTracker(world: World) {
  const { model } = world;
  const size = 4 * model.particleCount;
  const recent: Float64Array[] = [];
  let last: State | null = null;

  function motion(): Float64Array {
    const q = new Float64Array(size);
    const [before, now, after] = recent;
    for (let i = 0; i < size; i++) q[i] = scaled(after[i] - 2 * now[i] + before[i], model.inverseMasses[i >> 2]);
    normalize(q);
    return q;
  }

  const ratesOf = (q: Float64Array) => (last ? rayleigh(world, last, q) : { omega: 0, damping: 0 });

  return {
    add(state: State) {
      recent.push(Float64Array.from(state.positions));
      if (recent.length > 3) recent.shift();
      last = state;
    },
    /** Only its rates, in a tenth of the time. */
    rates: () => ratesOf(motion()),
    /** The motion at the onset of an instability. */
    onset() {
      const q = motion();
      const now = recent[1];
      const particle = particleOf(world, q);
      return {
        /** The particle and the spring with the largest part in it; null without springs. */
        particle,
        spring: springOf(world, q, now),
        ...ratesOf(q),
        /** Mass of the particle, kg. */
        mass: model.masses[particle],
        ...shapeOf(world, q, now),
      };
    },
  };
}

/** 0 for a prescribed motion; a large number for NaN and infinity. */
function scaled(difference: number, inverseMass: number): number {
  if (inverseMass === 0) return 0;
  return Number.isFinite(difference) ? difference : 1e30;
}

function normalize(q: Float64Array): void {
  const largest = largestEntry(q);
  if (largest > 0) for (let i = 0; i < q.length; i++) q[i] /= largest;
}

/** The particle with the largest kinetic energy in q. */
function particleOf({ model }: World, q: Float64Array): number {
  let largest = -1;
  let particle = 0;
  for (let i = 0; i < model.particleCount; i++) {
    const o = 4 * i;
    const part = model.masses[i] * (q[o] * q[o] + q[o + 1] * q[o + 1] + q[o + 2] * q[o + 2]);
    if (part > largest) {
      largest = part;
      particle = i;
    }
  }
  return particle;
}

/** The spring with the largest elastic energy and damping in q. */
function springOf({ model, params }: World, q: Float64Array, x: Float64Array): number | null {
  const { springs, stiffness, damping } = model;
  let largest = -1;
  let spring: number | null = null;
  for (let j = 0; j < model.springCount; j++) {
    const [a, b] = [4 * springs[2 * j], 4 * springs[2 * j + 1]];
    const squared = squaredDistance(x, springs[2 * j], springs[2 * j + 1]);
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += (q[a + axis] - q[b + axis]) * (x[a + axis] - x[b + axis]);
    const part = (stiffness[j] + damping[j] / params.dt) * (squared > 0 ? (along * along) / squared : 0);
    if (part > largest) {
      largest = part;
      spring = j;
    }
  }
  return spring;
}

/**
 * How the particles move in it, and the kind of springs with most of its elastic energy.
 *
 * - 'local': a few particles only.
 * - 'alternating': neighbours in opposite directions along their springs.
 * - 'smooth': neighbours in the same direction.
 * - 'mixed': none of these.
 *
 * @param x 4n; m; positions
 */
function shapeOf({ model }: World, q: Float64Array, x: Float64Array) {
  const { masses, particleCount, springs, springCount, kinds, stiffness } = model;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < particleCount; i++) {
    const o = 4 * i;
    const part = masses[i] * (q[o] * q[o] + q[o + 1] * q[o + 1] + q[o + 2] * q[o + 2]);
    sum += part;
    squares += part * part;
  }
  const energy = SPRING_KINDS.map(() => 0);
  let products = 0;
  let sizes = 0;
  for (let j = 0; j < springCount; j++) {
    const [a, b] = [4 * springs[2 * j], 4 * springs[2 * j + 1]];
    const length = springLength(model, x, j) || 1;
    let [alongA, alongB] = [0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const direction = (x[b + axis] - x[a + axis]) / length;
      alongA += q[a + axis] * direction;
      alongB += q[b + axis] * direction;
    }
    energy[kinds[j]] += stiffness[j] * (alongB - alongA) * (alongB - alongA);
    if (kinds[j] !== 0) continue;
    products += alongA * alongB;
    sizes += Math.abs(alongA * alongB);
  }
  const kind = SPRING_KINDS[energy.indexOf(Math.max(...energy))];
  if (sum * sum <= LOCAL * squares) return { shape: 'local' as const, kind };
  if (sizes === 0 || Math.abs(products) < ALIKE * sizes) return { shape: 'mixed' as const, kind };
  return { shape: products < 0 ? ('alternating' as const) : ('smooth' as const), kind };
}

/** ω, rad/s, and c, 1/s, of its mode: √(q*K̂q/q*q) and q*D̂q/q*q of the motion itself, K clamped. */
function rayleigh(world: World, state: State, q: Float64Array) {
  const { masses } = world.model;
  world.linearize(state, false);
  const y = new Float64Array(q.length);
  const along = (a: number, b: number) => {
    y.fill(0);
    world.addDerivatives(y, q, -a, -b);
    return dot(y, q);
  };
  let inertia = 0;
  for (let i = 0; i < q.length; i++) inertia += masses[i >> 2] * q[i] * q[i];
  if (!(inertia > 0)) return { omega: 0, damping: 0 };
  return { omega: Math.sqrt(Math.max(0, along(1, 0) / inertia)), damping: Math.max(0, along(0, 1) / inertia) };
}

/** True if springs change by as much of their length in a step, or in a substep, as the detector of blow-ups allows in none. */
export function jitters({ world, state, params, integrator, definitions }: Simulation): boolean {
  return springJitter(world, state, jitterTime(methodOf(integrator, definitions), params)) > JITTER;
}
