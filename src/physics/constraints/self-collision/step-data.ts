import { type Collider, colliderOf } from '../../collision/collider';
import type { Model, State } from '../../model/model';
import type { Account } from '../../world/constraint';
import type { Energy, WorldContext } from '../../world/world-context';
import { createObstacleCache, type ObstacleCache } from '../contact/obstacle-cache';
import { createPenetrationScratch, type PenetrationScratch } from '../contact/resolve-penetration';
import { type Contacts, createContacts, type Motion } from './contacts';
import { createRigidZones, type RigidZones } from './rigid-zones';

/** What self-collision needs to end a step. */
export interface StepData {
  readonly world: WorldContext;
  readonly collider: Collider;
  readonly motion: Motion;
  /** The state at the start of the step; its positions are those of the motion. */
  readonly start: State;
  /** Scratch. */
  readonly present: Energy;
  /** 4n; the end of the step before it is corrected, m. */
  readonly ends: Float64Array;
  /** 4n; the corrected end of the step, m: `brake` may shorten the way to it. */
  readonly corrected: Float64Array;
  readonly contacts: Contacts;
  /** The contacts of pairs that overlap at the start, with the distances that `pushApart` is to give them. */
  readonly overlaps: Contacts;
  /** The corrected end of the step, before `pushApart`. */
  readonly safe: State;
  readonly zones: RigidZones;
  readonly obstacles: ObstacleCache;
  readonly penetration: PenetrationScratch;
  /** n; scratch for the distances to an obstacle, m. */
  readonly phi: Float64Array;
  /** Of the end of the step, s. */
  endTime: number;
  /** Energy there before it is corrected, with that of the grabs' springs, J. */
  before: number;
  /** What pins that carry layers along have done in the end of the last step, J. */
  workOfPins: number;
  /** Particles that could only stand still in the last step. */
  stopped: number;
  /**
   * True if the heat of the last step is at most the energy that it has lost: particles stood still in it, or all went only a part of
   * their way. Also under methods that solve springs without layers: what corrections take from springs there is mostly what the solve
   * has just strained.
   */
  boundsHeat: boolean;
  /** The account of what the end of the last step changed. */
  changed: Account;
}

/** Allocates when self-collision is first switched on. */
export function createStepData(world: WorldContext): StepData {
  const { model, persistentArena: arena } = world;
  const n = model.particleCount;
  const starts = arena.doubles(4 * n);
  return {
    world,
    collider: colliderOf(world),
    motion: {
      starts,
      ends: arena.doubles(4 * n),
      velocities: arena.doubles(4 * n),
      moved: arena.flags(n),
    },
    start: { positions: starts, velocities: arena.doubles(4 * n), time: 0 },
    present: { kinetic: 0, elastic: 0, gravity: 0, total: 0 },
    ends: arena.doubles(4 * n),
    corrected: arena.doubles(4 * n),
    contacts: createContacts(),
    overlaps: createContacts(),
    safe: { positions: arena.doubles(4 * n), velocities: arena.doubles(4 * n), time: 0 },
    zones: createRigidZones(arena, n),
    obstacles: createObstacleCache(),
    penetration: createPenetrationScratch(),
    phi: arena.doubles(n),
    endTime: 0,
    before: 0,
    workOfPins: 0,
    stopped: 0,
    boundsHeat: false,
    changed: 'damping',
  };
}

/** Particles that can move. */
export function countFree({ inverseMasses }: Model): number {
  let count = 0;
  for (let i = 0; i < inverseMasses.length; i++) if (inverseMasses[i] > 0) count++;
  return count;
}
