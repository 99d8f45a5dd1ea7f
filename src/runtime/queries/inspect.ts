import type { Simulation, Vec3 } from '../../physics';
import { type ForcesOnParticle, forcesOnParticle } from '../../physics/analysis/state/forces-on-particle';

/** One particle at this moment. */
export interface ParticleNow extends ForcesOnParticle {
  particle: number;
  /** m; m/s; kg. */
  position: Vec3;
  velocity: Vec3;
  mass: number;
  pinned: boolean;
}

/** @throws RangeError for a particle that isn't there */
export function inspect(simulation: Simulation, { particle }: { particle: number }): ParticleNow {
  const about = simulation.particle(particle);
  return { particle, ...about, ...forcesOnParticle(simulation.world, simulation.state, particle) };
}
