import { colliderOf } from '../../collision/collider';
import type { Model } from '../../model/model';
import type { Account } from '../../world/constraint';
import type { WorldContext } from '../../world/world-context';
import { createObstacleCache } from '../contact/obstacle-cache';
import { createPenetrationScratch } from '../contact/resolve-penetration';
import { createContacts } from './contacts';
import { createRigidZones } from './rigid-zones';

/** What self-collision needs to end a step. */
export type StepData = ReturnType<typeof createStepData>;

/** Allocates when self-collision is first switched on. */
export function createStepData(world: WorldContext) {
  const { model, persistentArena: arena } = world;
  const n = model.particleCount;
  const starts = arena.doubles(4 * n);
  return {
    world,
    collider: colliderOf(world),
    motion: { starts, ends: arena.doubles(4 * n), velocities: arena.doubles(4 * n), moved: arena.flags(n) },
    /** The state at the start of the step; its positions are those of the motion. */
    start: { positions: starts, velocities: arena.doubles(4 * n), time: 0 },
    /** 4n; scratch, N. */
    forces: arena.floats(4 * n),
    /** Scratch. */
    present: { kinetic: 0, elastic: 0, gravity: 0, total: 0 },
    /** 4n; the end of the step before it is corrected, m. */
    ends: arena.doubles(4 * n),
    /** 4n; the corrected end of the step, m: `brake` may shorten the way to it. */
    corrected: arena.doubles(4 * n),
    contacts: createContacts(),
    /** The contacts of pairs that overlap at the start, with the distances that `pushApart` is to give them. */
    overlaps: createContacts(),
    /** The corrected end of the step, before `pushApart`. */
    safe: { positions: arena.doubles(4 * n), velocities: arena.doubles(4 * n), time: 0 },
    zones: createRigidZones(arena, n),
    obstacles: createObstacleCache(),
    penetration: createPenetrationScratch(),
    /** n; scratch for the distances to an obstacle, m. */
    phi: arena.doubles(n),
    /** Of the end of the step, s. */
    endTime: 0,
    /** Energy there before it is corrected, with that of the grabs' springs, J. */
    before: 0,
    /** What pins that carry layers along have done in the end of the last step, J. */
    workOfPins: 0,
    /** Particles that could only stand still in the last step. */
    stopped: 0,
    /**
     * True if the heat of the last step is at most the energy that it has lost: particles stood still in it, or all went only a part of
     * their way. Also under methods that solve springs without layers: what corrections take from springs there is mostly what the solve
     * has just strained.
     */
    boundsHeat: false,
    /** The account of what the end of the last step changed. */
    changed: 'damping' as Account,
  };
}

/** Particles that can move. */
export function countFree({ inverseMasses }: Model): number {
  let count = 0;
  for (let i = 0; i < inverseMasses.length; i++) if (inverseMasses[i] > 0) count++;
  return count;
}
