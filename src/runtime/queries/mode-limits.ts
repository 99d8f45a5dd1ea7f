import type { Simulation } from '../../physics';
import { createGrowth } from '../../physics/analysis/stability/growth';
import { longestStep } from '../../physics/analysis/stability/longest-step';
import { methodOf } from '../../physics/registry';

/**
 * The longest step that the present method holds for each of these modes, s; Infinity where there is none, 0 where every
 * step makes it grow. @param args frequencies, rad/s; damping 2ζω, 1/s
 */
export function modeLimits(simulation: Simulation, args: { omega: number[]; damping: number[] }): number[] {
  const growth = createGrowth(methodOf(simulation.integrator));
  const { decay } = simulation.params;
  return args.omega.map((omega, i) =>
    longestStep(growth, { omega, damping: args.damping[i], decay }, Number.POSITIVE_INFINITY),
  );
}
