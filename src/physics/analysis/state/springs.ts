import type { Model, State, Vec3 } from '../../model/model';
import { springLength } from '../../model/state';
import type { Simulation } from '../../simulation';
import type { World } from '../../world/world';

/** Length, rate and direction of a spring. */
export function springMotion({ springs }: Model, { positions, velocities }: State, j: number) {
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
  return {
    /** l = |x_a − x_b|, m. */
    length,
    /** u = (v_a − v_b)·n, m/s: rate of change of the length. */
    rate: w[0] * n[0] + w[1] * n[1] + w[2] * n[2],
    /** n, from end b to end a; 0 if the length is 0. */
    direction: n,
  };
}

/** Largest |l/L₀ − 1| of all uncut springs. */
export function largestStrain(model: Model, { positions: x }: State): number {
  const { restLengths, stiffness } = model;
  let largest = 0;
  for (let j = 0; j < model.springCount; j++) {
    if (stiffness[j] === 0 || restLengths[j] === 0) continue;
    const strain = Math.abs(springLength(model, x, j) / restLengths[j] - 1);
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

/** A particle, with the forces on it. @throws RangeError for a particle out of range */
export function inspectParticle(simulation: Simulation, particle: number) {
  const about = simulation.particle(particle);
  return { particle, ...about, ...forcesOnParticle(simulation.world, simulation.state, particle) };
}

/** The forces on one particle, by source. Evaluates each force separately; changes nothing. */
export function forcesOnParticle(world: World, state: State, particle: number) {
  const { model, forces, constraints } = world;
  const size = 4 * model.particleCount;
  const atParticle = (f: Float64Array): Vec3 => [f[4 * particle], f[4 * particle + 1], f[4 * particle + 2]];
  const all = new Float64Array(size);
  const one = new Float64Array(size);
  const acting = forces.flatMap((force, i) => {
    if (!force.addForce) return [];
    one.fill(0);
    force.addForce(one, state);
    for (let k = 0; k < size; k++) all[k] += one[k];
    return [{ ...nameOf(world, i), force: atParticle(one) }];
  });
  const reactions = constraints.flatMap((constraint, i) => {
    if (!constraint.addReactions) return [];
    one.set(all);
    constraint.addReactions(all, state);
    for (let k = 0; k < size; k++) one[k] = all[k] - one[k];
    return [
      { id: world.constraintDefinitions[i].id, label: world.constraintDefinitions[i].label, force: atParticle(one) },
    ];
  });
  const sum = atParticle(all);
  if (model.inverseMasses[particle] === 0) {
    const pinned = model.pinned[particle] === 1;
    const force: Vec3 = [-sum[0] || 0, -sum[1] || 0, -sum[2] || 0];
    reactions.push({ id: pinned ? 'pin' : 'hold', label: pinned ? 'Pin' : 'Hold', force });
    sum.fill(0);
  }
  const w = model.inverseMasses[particle];
  const acceleration: Vec3 = [sum[0] * w, sum[1] * w, sum[2] * w];
  return {
    /** In the order of evaluation; 0 for forces that don't act on it at the moment. */
    forces: acting,
    /** One entry for each uncut spring at this particle. */
    springs: springsOn(world, state, particle),
    /** Reactions of the constraints, and of a pin or a rigid grab. */
    reactions,
    /** Sum of forces and reactions, N. */
    sum,
    /** Sum / mass, m/s². */
    acceleration,
  };
}

/** Id and label of a force: built-in forces come first, then those of the environment, which are numbered. */
function nameOf({ environment, forceDefinitions }: World, i: number): { id: string; label: string } {
  const { id, label, listed } = forceDefinitions[i];
  const place = i - (forceDefinitions.length - environment.forces.length);
  if (place < 0) return { id, label };
  return { id: `${id}-${place}`, label: `${listed?.label ?? label} ${place + 1}` };
}

/** f = −[k(l − L₀) + k_d u] n on the end to which n points. */
function springsOn({ model }: World, state: State, particle: number) {
  const { springs, springCount, restLengths, stiffness, damping } = model;
  const result = [];
  for (let j = 0; j < springCount; j++) {
    const atA = springs[2 * j] === particle;
    if (!atA && springs[2 * j + 1] !== particle) continue;
    if (stiffness[j] === 0 && damping[j] === 0) continue;
    const { length, rate, direction } = springMotion(model, state, j);
    const tension = stiffness[j] * (length - restLengths[j]) + damping[j] * rate;
    result.push({
      spring: j,
      /** The particle at its other end. */
      neighbour: springs[atA ? 2 * j + 1 : 2 * j],
      /** l and L₀, m. */
      length,
      restLength: restLengths[j],
      /** k, N/m. */
      stiffness: stiffness[j],
      /** k_d, N·s/m. */
      damping: damping[j],
      /** u, m/s: rate of change of the length. */
      rate,
      /** k(l − L₀) + k_d u, N; negative in compression. */
      tension,
      /** Force on this particle, N. */
      force: direction.map((along) => (atA ? -tension : tension) * along || 0) as Vec3,
    });
  }
  return result;
}
