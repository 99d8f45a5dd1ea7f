import type { Simulation } from '../../physics';
import { modeGrowth as growthOf, type ModeGrowth } from '../../physics/analysis/stability/mode-growth';
import { methodOf } from '../../physics/registry';

export interface ModeGrowthNow extends ModeGrowth {
  integrator: string;
  /** s. */
  h: number;
  /** h·r, where velocities shrink by e^(−h·r) ahead of the step. */
  hDecay: number;
}

/** What the present method does to modes in a step of the present dt. @param args frequencies, rad/s; damping 2ζω, 1/s */
export function modeGrowth(simulation: Simulation, args: { omega: number[]; damping: number[] }): ModeGrowthNow {
  const { integrator, params } = simulation;
  const h = params.dt;
  const hDecay = h * params.decay;
  return { integrator, h, hDecay, ...growthOf(methodOf(simulation.integrator), args, h, hDecay) };
}
