import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import type { ParamTable } from '../model/params';
import type { WorldContext } from './world-context';

/** A limit on the motion, in a world. Every method is optional; none allocates, except after the environment has been replaced. */
export interface Constraint {
  /** What it remembers from step to step in the present environment, as in `Integrator`. */
  readonly memory?: Float64Array;
  /** Before a step of h seconds: finds what holds in it. */
  beforeStep?(state: State, h: number): void;
  /** Moves particles with a prescribed motion to their place at the state's time, with their velocity there. */
  prescribe?(state: State): void;
  /** f += the reaction forces: what the constraint resists is then gone from f, N; 4n; at every evaluation. */
  addReactions?(f: Floats, state: State): void;
  /**
   * Removes from y what cannot change within the step; the same linear symmetric projection from `beforeStep` to `afterStep`.
   * Absent while it removes nothing.
   */
  readonly filter?: ((y: Float64Array) => void) | undefined;
  /**
   * The power that it turns into heat, W, never negative, from the forces that were evaluated last; absent if it turns
   * energy into heat only in `afterStep`.
   */
  heat?(state: State): number;
  /** True after a step that has stretched a sheet beyond its limit: the run then tears it, which no constraint can do. */
  readonly tearsSheet?: boolean;
  /** Ends the step: corrects what crossed a limit. Returns the work that this did on the scene, J. */
  afterStep?(state: State, h: number): number;
}

/** A kind of constraint: every world has one of each. */
export interface ConstraintDefinition {
  /** Names it in results of analysis. */
  id: string;
  /** Name on the panel. */
  label: string;
  /** One sentence. */
  summary: string;
  /** The account of the energy that it changes between steps; absent: it changes none. */
  account?: 'hand' | 'damping' | 'parameters';
  /** As in `ForceDefinition`, while the environment has neither obstacles nor motions. */
  isRelative?: boolean;
  /** Its own parameters; at their defaults the constraint does nothing. */
  params?: ParamTable;
  /** Allocates from the persistent arena. */
  create(world: WorldContext): Constraint;
}
