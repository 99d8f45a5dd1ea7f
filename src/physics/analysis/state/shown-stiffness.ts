import type { Simulation } from '../../simulation';

/** The stiffness that hanging springs show, over the stiffness that was set; or why it cannot be told. */
export type ShownStiffness = { ratio: number } | { reason: 'moves' | 'touches' | 'carries nothing' | 'has no springs' };

/** The part of the load that the acceleration may be. */
const AT_REST = 0.05;
/** N·m a kilogram of the load below which nothing is carried: 1 mm under a thousandth of gravity. */
const LEAST_LOAD = 1e-5;

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
  const springs = world.forces.find(({ usesSpringTangents }) => usesSpringTangents);
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
  if (load < LEAST_LOAD * mass) return { reason: 'carries nothing' };
  if (!(Math.abs(inertia) < AT_REST * load)) return { reason: 'moves' };
  return { ratio: (load - inertia) / carried };
}
