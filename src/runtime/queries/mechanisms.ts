import type { Simulation } from '../../physics';
import { classifyMechanisms, type Mechanism } from '../../physics/statics/classify-mechanisms';

/** The motions that nothing resists at this moment. */
export interface MechanismsNow {
  /** How many are independent; null where there are too many particles to tell. */
  count: number | null;
  /** Of them, motions of the whole scene as one rigid body. */
  rigid: number;
  /** One for each, orthonormal, the rigid ones first. */
  motions: Mechanism[];
}

export function mechanisms(simulation: Simulation, _args: Record<never, never>): MechanismsNow {
  const motions = classifyMechanisms(simulation.world, simulation.state);
  if (!motions) return { count: null, rigid: 0, motions: [] };
  return { count: motions.length, rigid: motions.filter(({ rigid }) => rigid).length, motions };
}
