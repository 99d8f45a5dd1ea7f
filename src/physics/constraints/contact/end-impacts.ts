import { dot } from '../../model/deterministic-math';
import type { State } from '../../model/model';
import type { WorldContext } from '../../world/world-context';
import { FREE, firstSurface, type ImpactSet, measureSurface, type SolvedStep, STICKS, setCarrier } from './impact-set';
import { surfaceVelocity } from './obstacle-cache';

/** Ends the step for the particles that hit a surface: the impact takes their normal velocity, and restitution returns a part.
 *
 *    v_N ← s e|u_N|,  |Δv_T| ≤ μ Δv_N,  E(s) ≤ E(start)
 *
 *  with one s ≤ 1, the largest that creates no energy. E is the total energy with the velocity u = v + ½hg of the parabola
 *  on which the steps of backward Euler lie: it is constant in free fall.
 *  Source: lecture slides Particle Dynamics, collision response.
 *  @param work of moving surfaces in the step, J */
export function endImpacts(set: ImpactSet, step: SolvedStep, world: WorldContext, state: State, work: number): void {
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
  const budget = Math.max(0, before + work - energyOfPath(world, state, fall));
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

/** v_N := speed, relative to the surface, with friction on the velocity along it. */
function setNormalVelocity(
  set: ImpactSet,
  step: SolvedStep,
  state: State,
  e: number,
  slot: number,
  speed: number,
): void {
  const { velocities: v } = state;
  const { normal: N, carrier, gain, point } = set;
  const o = 4 * set.particle[e];
  const obstacle = step.obstacles[set.obstacle[slot]];
  if (obstacle.motion) setCarrier(set, step, e);
  measureSurface(set, step, state, e, slot);
  surfaceVelocity(obstacle, point, step.resting.time + step.resting.h, carrier);
  if (obstacle.motion)
    for (let axis = 0; axis < 3; axis++) v[o + axis] = set.mode[e] === STICKS ? 0 : v[o + axis] - carrier[axis];
  const vN = dot(v, N, o);
  const vT = Math.sqrt(Math.max(0, dot(v, v, o, o) - vN * vN));
  // What presses takes part in the acceleration of a point of the surface; its curvature pulls nothing.
  const end = obstacle.motion && vN > speed ? Math.max(speed, vN - Math.max(0, -dot(gain, N))) : speed;
  const lost = obstacle.friction * Math.max(0, speed - vN);
  const kept = vT > lost ? 1 - lost / vT : 0;
  for (let axis = 0; axis < 3; axis++)
    v[o + axis] = kept * (v[o + axis] - vN * N[axis]) + end * N[axis] + carrier[axis];
}
