import type { State, Vec3 } from '../../model/model';
import type { Simulation } from '../../simulation';
import type { World } from '../../world/world';
import { springMotion } from './springs';

/** The forces on one particle, by source. */
interface ForcesOnParticle {
  /** In the order of evaluation; 0 for forces that don't act on it at the moment. */
  forces: { id: string; label: string; force: Vec3 }[];
  /** One entry for each uncut spring at this particle. */
  springs: SpringOnParticle[];
  /** Reactions of the constraints, and of a pin or a rigid grab. */
  reactions: { id: string; label: string; force: Vec3 }[];
  /** Sum of forces and reactions, N. */
  sum: Vec3;
  /** Sum / mass, m/s². */
  acceleration: Vec3;
}

interface SpringOnParticle {
  spring: number;
  /** The particle at its other end. */
  neighbour: number;
  /** l and L₀, m. */
  length: number;
  restLength: number;
  /** k, N/m. */
  stiffness: number;
  /** k_d, N·s/m. */
  damping: number;
  /** u, m/s: rate of change of the length. */
  rate: number;
  /** k(l − L₀) + k_d u, N; negative in compression. */
  tension: number;
  /** Force on this particle, N. */
  force: Vec3;
}

/** A particle, with the forces on it. @throws RangeError for a particle out of range */
export function inspectParticle(simulation: Simulation, particle: number) {
  const about = simulation.particle(particle);
  return { particle, ...about, ...forcesOnParticle(simulation.world, simulation.state, particle) };
}

/** Evaluates each force separately; changes nothing. */
export function forcesOnParticle(world: World, state: State, particle: number): ForcesOnParticle {
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
  return {
    forces: acting,
    springs: springsOn(world, state, particle),
    reactions,
    sum,
    acceleration: [sum[0] * w, sum[1] * w, sum[2] * w],
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
function springsOn({ model }: World, state: State, particle: number): SpringOnParticle[] {
  const { springs, springCount, restLengths, stiffness, damping } = model;
  const result: SpringOnParticle[] = [];
  for (let j = 0; j < springCount; j++) {
    const atA = springs[2 * j] === particle;
    if (!atA && springs[2 * j + 1] !== particle) continue;
    if (stiffness[j] === 0 && damping[j] === 0) continue;
    const { length, rate, direction } = springMotion(model, state, j);
    const tension = stiffness[j] * (length - restLengths[j]) + damping[j] * rate;
    result.push({
      spring: j,
      neighbour: springs[atA ? 2 * j + 1 : 2 * j],
      length,
      restLength: restLengths[j],
      stiffness: stiffness[j],
      damping: damping[j],
      rate,
      tension,
      force: direction.map((along) => (atA ? -tension : tension) * along || 0) as Vec3,
    });
  }
  return result;
}
