import { dot } from '../../kernels/javascript/solver-loops';
import { SPRING_KINDS, type State } from '../../model/model';
import { largestEntry, springLength } from '../../model/state';
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
      const shape = shapeOf(world, q, recent[1]);
      /** Its mass, kg. */
      const mass = model.masses[shape.particle];
      return { ...shape, mass, ...ratesOf(q) };
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

/**
 * How the particles at x move in q: the particle and the spring with the largest part in it, and the kind of springs with most of its
 * elastic energy.
 *
 * - 'local': a few particles only.
 * - 'alternating': neighbours in opposite directions along their springs.
 * - 'smooth': neighbours in the same direction.
 * - 'mixed': none of these.
 */
function shapeOf({ model, params }: World, q: Float64Array, x: Float64Array) {
  const { masses, particleCount, springs, springCount, kinds, stiffness, damping } = model;
  let [sum, squares, largest] = [0, 0, -1];
  /** With the largest kinetic energy. */
  let particle = 0;
  for (let i = 0; i < particleCount; i++) {
    const o = 4 * i;
    const part = masses[i] * (q[o] * q[o] + q[o + 1] * q[o + 1] + q[o + 2] * q[o + 2]);
    sum += part;
    squares += part * part;
    if (part > largest) [largest, particle] = [part, i];
  }
  const energy = SPRING_KINDS.map(() => 0);
  let [products, sizes, strongest] = [0, 0, -1];
  /** With the largest elastic energy and damping; null without springs. */
  let spring: number | null = null;
  for (let j = 0; j < springCount; j++) {
    const [a, b] = [4 * springs[2 * j], 4 * springs[2 * j + 1]];
    const length = springLength(model, x, j) || 1;
    let [alongA, alongB] = [0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const direction = (x[b + axis] - x[a + axis]) / length;
      alongA += q[a + axis] * direction;
      alongB += q[b + axis] * direction;
    }
    const squared = (alongB - alongA) * (alongB - alongA);
    const part = (stiffness[j] + damping[j] / params.dt) * squared;
    if (part > strongest) [strongest, spring] = [part, j];
    energy[kinds[j]] += stiffness[j] * squared;
    if (kinds[j] !== 0) continue;
    products += alongA * alongB;
    sizes += Math.abs(alongA * alongB);
  }
  const found = { particle, spring, kind: SPRING_KINDS[energy.indexOf(Math.max(...energy))] };
  if (sum * sum <= LOCAL * squares) return { ...found, shape: 'local' as const };
  if (sizes === 0 || Math.abs(products) < ALIKE * sizes) return { ...found, shape: 'mixed' as const };
  return { ...found, shape: products < 0 ? ('alternating' as const) : ('smooth' as const) };
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
