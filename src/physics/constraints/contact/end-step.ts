import type { Floats } from '../../model/arena';
import type { State } from '../../model/model';
import type { WorldContext } from '../../world/world-context';
import { isHalfSpace, type Obstacle } from '../obstacles/obstacle';
import { endImpacts } from './end-impacts';
import { bounce, type ImpactScratch } from './impact';
import { clearImpacts, createImpactSet, type ImpactSet, type SolvedStep } from './impact-set';
import { CONTACT_TOLERANCE, coordinateScale, DOUBLE_ROUNDING, type ObstacleCache } from './obstacle-cache';
import { projectToSurface } from './project-to-surface';
import { type PenetrationScratch, resolvePenetration } from './resolve-penetration';
import { endOfGroup, type RestingContacts, wayOf } from './resting-contacts';

/** What contact knows of the present step. */
export interface ContactStep {
  readonly world: WorldContext;
  readonly cache: ObstacleCache;
  readonly resting: RestingContacts;
  readonly impact: ImpactScratch;
  /** Of an implicit step: the particles that hit a surface in it, and the step that was solved last. */
  impacts: ImpactSet;
  readonly solved: SolvedStep;
  /** Number of solves of the step. */
  solves: number;
  /** Of moving obstacles on what hits them or lies on them in an implicit step, J: as it was solved, and after it was shortened. */
  solvedWork: number;
  impactWork: number;
  readonly penetration: PenetrationScratch;
  /** 4n; positions at the start of the step, m. */
  readonly starts: Floats;
  /** n; φ of one obstacle, m. */
  readonly phi: Float64Array;
  /** n; 1 if the particle may touch or cross a surface. */
  readonly isNear: Uint8Array;
  /** True within a step, after its contacts have been found. */
  isInStep: boolean;
  /** True if a particle was deep inside an obstacle at the start of the step. */
  startsDeepInside: boolean;
  /** True if all particles were so far from all obstacles at the start of the step that `starts` was not written. */
  startsClear: boolean;
}

/** Corrects positions and velocities at the end of a step. */
export function endStep(step: ContactStep, obstacles: readonly Obstacle[], state: State, h: number): void {
  const { resting, isNear, world } = step;
  const { inverseMasses, particleCount } = world.model;
  const rounding = world.arena.precision === 'single' ? CONTACT_TOLERANCE / 4 : DOUBLE_ROUNDING;
  for (let from = 0; from < resting.count; from = endOfGroup(resting, from))
    projectToSurface(resting, obstacles, state, from, step.starts, rounding);
  if (step.impact.support.length < obstacles.length) step.impact.support = new Uint8Array(obstacles.length);
  markCrossings(step, obstacles, state, h);
  endImpacts(step.impacts, step.solved, world, state, step.impactWork);
  let c = 0;
  for (let i = 0; i < particleCount; i++) {
    if (isNear[i] === 0 || inverseMasses[i] === 0) continue;
    const o = 4 * i;
    if (!isFiniteParticle(state, o)) continue;
    while (c < resting.count && resting.particle[c] < i) c++;
    let tolerance = rounding;
    step.impact.support.fill(0);
    for (let other = c; other < resting.count && resting.particle[other] === i; other++) {
      if (resting.active[other] === 1) step.impact.support[resting.obstacle[other]] = 1;
      if (resting.sticks[other] === 1) tolerance = CONTACT_TOLERANCE;
    }
    if (step.impacts.entry[i] < 0)
      bounce(step.impact, obstacles, step.starts, resting.velocities, state, o, resting.time, h);
    resolvePenetration(
      step.penetration,
      obstacles,
      state.positions,
      state.velocities,
      o,
      resting.time + h,
      tolerance * coordinateScale(state.positions, o),
      step.starts,
    );
  }
  clearImpacts(step.impacts);
}

/** Marks the particles that are inside at the end, or moved far enough to have crossed a body on the way; makes room for impacts. */
export function markCrossings(step: ContactStep, obstacles: readonly Obstacle[], state: State, h: number): void {
  const { isNear, phi, starts, resting, world } = step;
  const n = world.model.particleCount;
  const { positions: x, velocities: v } = state;
  const v0 = resting.velocities;
  isNear.fill(0);
  for (let k = 0; k < obstacles.length; k++) {
    obstacles[k].distances(x, phi, n, resting.time + h);
    const { motion } = obstacles[k];
    const curved = !isHalfSpace(obstacles[k]);
    for (let i = 0; i < n; i++) {
      if (phi[i] < 0) isNear[i] = 1;
      else if (curved) {
        let moved = 0;
        let bent = 0;
        for (let o = 4 * i; o < 4 * i + 3; o++) {
          moved += (x[o] - starts[o]) * (x[o] - starts[o]);
          bent += (v[o] - v0[o]) * (v[o] - v0[o]);
        }
        // √a + √b ≤ √(2(a + b)).
        const far = phi[i] - (motion ? wayOf(resting, obstacles[k], x, i) : 0);
        if (far < 0 || far * far < 2 * (moved + (h * h * bent) / 16)) isNear[i] = 1;
      }
    }
  }
  // Most worlds never need it, and it is large.
  const touches = resting.count > 0 || isNear.includes(1);
  if (step.impacts.capacity === 0 && touches) step.impacts = createImpactSet(world, n);
}

function isFiniteParticle({ positions: x, velocities: v }: State, o: number): boolean {
  return Number.isFinite(x[o] + x[o + 1] + x[o + 2] + v[o] + v[o + 1] + v[o + 2]);
}
