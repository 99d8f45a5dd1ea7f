import type { Model, State, Vec3 } from '../../model/model';
import type { Simulation } from '../../simulation';

/** Length, rate and direction of a spring. */
interface SpringMotion {
  /** l = |x_a − x_b|, m. */
  length: number;
  /** u = (v_a − v_b)·n, m/s: rate of change of the length. */
  rate: number;
  /** n, from end b to end a; 0 if the length is 0. */
  direction: Vec3;
}

export function springMotion({ springs }: Model, { positions, velocities }: State, j: number): SpringMotion {
  const [a, b] = [4 * springs[2 * j], 4 * springs[2 * j + 1]];
  const between = (array: ArrayLike<number>): Vec3 => [
    array[a] - array[b],
    array[a + 1] - array[b + 1],
    array[a + 2] - array[b + 2],
  ];
  const d = between(positions);
  const w = between(velocities);
  const length = Math.hypot(...d);
  const n: Vec3 = length > 0 ? [d[0] / length, d[1] / length, d[2] / length] : [0, 0, 0];
  return { length, rate: w[0] * n[0] + w[1] * n[1] + w[2] * n[2], direction: n };
}

/** Largest |l/L₀ − 1| of all uncut springs. */
export function largestStrain(model: Model, { positions: x }: State): number {
  const { springs, restLengths, stiffness } = model;
  let largest = 0;
  for (let j = 0; j < model.springCount; j++) {
    if (stiffness[j] === 0 || restLengths[j] === 0) continue;
    const a = 4 * springs[2 * j];
    const b = 4 * springs[2 * j + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const strain = Math.abs(Math.sqrt(dx * dx + dy * dy + dz * dz) / restLengths[j] - 1);
    if (strain > largest) largest = strain;
  }
  return largest;
}

/** The stiffness that hanging springs show, over the stiffness that was set; or why it cannot be told. */
type ShownStiffness = { ratio: number } | { reason: 'moves' | 'touches' | 'carries nothing' | 'has no springs' };

/** The part of the load that the acceleration may be. */
const AT_REST = 0.05;
/** N·m a kilogram of the load below which nothing is carried: 1 mm under a thousandth of gravity. */
const MIN_LOAD = 1e-5;

/**
 * Measures the springs against what they carry. For any displacements u that are 0 where the motion is prescribed, the work of all forces
 * is that of M a. With u_i along gravity, by how far particle i hangs below the highest one, and a from one more step of a copy,
 *
 *    k shown / k set = (Σ u·(M a − f_others)) / Σ u·f_springs
 *
 * On a chain it is Σ l_j W_j / Σ l_j k s_j, with the weight W_j below spring j and its stretch s_j: 1 if every stretch is W_j/k.
 */
export function shownStiffness(simulation: Simulation): ShownStiffness {
  const { world, state, model, params, blowUp } = simulation;
  const { particleCount, inverseMasses, masses } = model;
  const springs = world.forces.find(({ derivatives }) => derivatives?.of === 'springs');
  if (model.springCount === 0 || !springs) return { reason: 'has no springs' };
  if (blowUp) return { reason: 'moves' };
  if (world.constraints.some(({ filter }) => filter)) return { reason: 'touches' };
  const x = state.positions;
  const size = 4 * particleCount;
  const [ofSprings, ofOthers] = [new Float64Array(size), new Float64Array(size)];
  for (const force of world.forces) force.addForce?.(force === springs ? ofSprings : ofOthers, state);
  const next = simulation.fork();
  next.step();
  let top = Number.NEGATIVE_INFINITY;
  for (let o = 1; o < size; o += 4) top = Math.max(top, x[o]);
  let [inertia, load, carried, mass] = [0, 0, 0, 0];
  for (let i = 0; i < particleCount; i++) {
    if (inverseMasses[i] === 0) continue;
    const y = 4 * i + 1;
    const u = x[y] - top;
    inertia += (u * masses[i] * (next.state.velocities[y] - state.velocities[y])) / params.dt;
    load += u * ofOthers[y];
    carried -= u * ofSprings[y];
    mass += masses[i];
  }
  if (load < MIN_LOAD * mass) return { reason: 'carries nothing' };
  if (!(Math.abs(inertia) < AT_REST * load)) return { reason: 'moves' };
  return { ratio: (load - inertia) / carried };
}
