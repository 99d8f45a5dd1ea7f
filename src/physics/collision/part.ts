import type { State } from '../model/model';
import type { Part } from '../model/parts';
import type { Account } from '../world/constraint';
import type { Force } from '../world/force';
import type { WorldContext } from '../world/world-context';

/** Self-collision: code that only some scenes need. Both allocate. */
export interface SelfCollision {
  /** The push between layers in implicit steps. */
  createPush(
    world: WorldContext,
  ): Required<
    Omit<Force, 'usesSpringTangents' | 'isOfTriangles' | 'implicitOnly' | 'isDifferenced' | 'netBending' | 'heat'>
  >;
  /** What corrects the end of every step. */
  createCorrection(world: WorldContext): Correction;
}

export interface Correction {
  /** The account of what the last step's correction changed. */
  readonly changed: Account;
  beforeStep(state: State): void;
  /** @returns the work done, J */
  endStep(state: State, h: number): number;
}

export const SELF_COLLISION: Part<SelfCollision> = { name: 'self-collision' };
