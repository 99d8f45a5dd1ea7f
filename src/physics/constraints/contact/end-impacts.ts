import type { State } from '../../model/model';
import type { WorldContext } from '../../world/world-context';
import { FREE, firstSurface, type ImpactSet, measureSurface, type SolvedStep } from './impact-set';
import { dot } from './reaction';

/** Ends the step for the particles that hit a surface: the impact takes their normal velocity, and restitution returns a part.
 *
 *    v_N ← s e|u_N|,  |Δv_T| ≤ μ Δv_N,  E(s) ≤ E(start)
 *
 *  with one s ≤ 1, the largest that creates no energy. E is the total energy with the velocity u = v + ½hg of the parabola
 *  on which the steps of backward Euler lie: it is constant in free fall.
 *  Source: lecture slides Particle Dynamics, collision response. */
export function endImpacts(set: ImpactSet, step: SolvedStep, world: WorldContext, state: State): void {
  const fall = 2 * step.shift * step.resting.h * world.params.gravity;
  /** Restitution returns s² squared − s linear, J. */
  let squared = 0;
  let linear = 0;
  for (let e = 0; e < set.count; e++) {
    if (set.mode[e] === FREE) continue;
    for (let slot = firstSurface(e); slot < firstSurface(e) + set.surfaces[e]; slot++) {
      setNormalVelocity(set, step, state, e, slot, 0);
      const momentum = world.model.masses[set.particle[e]] * set.rebound[slot];
      squared += 0.5 * momentum * set.rebound[slot];
      linear += 0.5 * momentum * fall * set.normal[1];
    }
  }
  if (squared === 0) return;
  const { starts, resting } = step;
  const before = energyOfPath(world, { positions: starts, velocities: resting.velocities, time: state.time }, fall);
  const budget = Math.max(0, before - energyOfPath(world, state, fall));
  const s = Math.min(1, (linear + Math.sqrt(linear * linear + 4 * squared * budget)) / (2 * squared));
  for (let e = 0; e < set.count; e++) {
    if (set.mode[e] === FREE) continue;
    for (let slot = firstSurface(e); slot < firstSurface(e) + set.surfaces[e]; slot++) {
      if (set.rebound[slot] > 0) setNormalVelocity(set, step, state, e, slot, s * set.rebound[slot]);
    }
  }
}

function energyOfPath({ kernel, model, energy }: WorldContext, state: State, fall: number): number {
  return energy(state).total - 0.5 * fall * kernel.weightedHeights(model.masses, state.velocities);
}

/** v_N := speed, with friction on the velocity along the surface. */
function setNormalVelocity(
  set: ImpactSet,
  { obstacles }: SolvedStep,
  state: State,
  e: number,
  slot: number,
  speed: number,
): void {
  const { velocities: v } = state;
  const { normal: N } = set;
  const o = 4 * set.particle[e];
  measureSurface(set, obstacles, state, e, slot);
  const vN = dot(v, N, o);
  const vT = Math.sqrt(Math.max(0, dot(v, v, o, o) - vN * vN));
  const lost = obstacles[set.obstacle[slot]].friction * Math.max(0, speed - vN);
  const kept = vT > lost ? 1 - lost / vT : 0;
  for (let axis = 0; axis < 3; axis++) v[o + axis] = kept * (v[o + axis] - vN * N[axis]) + speed * N[axis];
}
