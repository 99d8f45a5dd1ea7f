import type { Places } from '../kernels/kernel';
import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import type { ParamTable } from '../model/param-spec';
import type { WorldContext } from './world-context';

/** What self-collision tells of a step; absent where it is off. */
export interface LayerReport {
  /** Particles of edges and triangles that pass through each other where the step began; these do not collide. */
  crossedParticles?: number;
  /** Particles that stood still in the last step, because every way would have crossed other layers. */
  stoppedParticles?: number;
}

/**
 * Impacts within an implicit step. After the step has been solved, with v⁺ = (x⁺ − x)/h, `find` decides which particles hit
 * something and what holds them; the filter then removes what they cannot do. The step is solved again until nothing changes.
 */
export interface Impacts {
  /** True if nothing holds a particle in the step as long as no velocity becomes greater than these; m/s, 4n. */
  areOutOfReach(velocities: Floats): boolean;
  /**
   * Guesses before the first solve what holds particles in the step, as `find` does after it.
   * @param end where the step would end with the velocities at its start @returns true if something holds one
   */
  predict(end: State): boolean;
  /**
   * @param end of the solved step @param forces there, N; 4n
   * @param shift in free fall the method's velocities are those of its parabola so many steps earlier: ½ for backward Euler, 0 for
   *   methods of order 2 @returns true if the step must be solved again, by backward Euler
   */
  find(end: State, forces: Floats, shift: number): boolean;
  /** True if a particle that can move ends inside an obstacle that stands still. */
  endsInside(end: State): boolean;
  /** Sets in w, m/s, 4n, what is prescribed for v⁺. */
  prescribe(w: Float64Array): void;
  /** p += the impulses of friction, N·s; 4n. */
  addFriction(p: Float64Array): void;
  /**
   * The work of moving obstacles on what they hold, J.
   * @param forces at the end of the step, N; 4n @param part of the solved motion that the step goes, 0–1: so much of its work is done
   */
  work(end: State, forces: Floats, part: number): number;
}

/** What particles rest on and may hit, in a solve by sweeps over the springs. */
export interface SweptContacts {
  /** True if a particle was on a surface at the beginning. */
  readonly rests: boolean;
  /** True if a contact has an impulse. */
  readonly touches: boolean;
  /**
   * Begins a solve over h seconds, without impulses. @param w m/s, 4n; without springs @returns true if there are contacts
   */
  begin(state: State, w: Float64Array, h: number): boolean;
  /** Gives w, m/s, 4n, the impulses that keep x + h w outside, with friction. @param weights n; 1/kg, by which an impulse changes w */
  sweep(w: Float64Array, weights: Float64Array): void;
  /** The same for points of the net between its particles. @param target m/s, 4n; remembers the impulses as w does; null: nothing does */
  sweepFaces(w: Float64Array, weights: Float64Array, target: Float64Array | null): void;
  /** The same for one particle that has moved without its impulses. @param H 6; kg; an impulse changes w by its inverse */
  respond(i: number, w: Float64Array, H: Float64Array): void;
}

/** A part of a filter that joins particles, and what comes before it, which filters each by itself. */
export interface JointFilter {
  /** y := what is left after what joins particles. @param places of the particles in y */
  filter(y: Float32Array, places: Places): void;
  /** y := what is left after what holds each particle by itself; 4n. */
  filterEach(y: Float64Array): void;
}

/** The account that a change of energy belongs to; null: the integrator's own. */
export type Account = 'hand' | 'damping' | 'parameters' | null;

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
  /** Both parts of the filter; absent while none joins particles. */
  readonly joint?: JointFilter | undefined;
  /** Absent while it has none. */
  readonly impacts?: Impacts | undefined;
  /** Absent while nothing rests. A solve that sweeps over them calls no `addReactions` of this constraint. */
  readonly sweptContacts?: SweptContacts | undefined;
  /**
   * The power that it turns into heat, W, never negative, from the forces that were evaluated last; absent if it turns
   * energy into heat only in `afterStep`.
   */
  heat?(state: State): number;
  /** The power of what moves by itself and presses on particles, W, from the forces that were evaluated last; absent: there is none. */
  power?(state: State): number;
  /** True after a step that has stretched a sheet beyond its limit: the run then tears it, which no constraint can do. */
  readonly tearsSheet?: boolean;
  /** The account of what the last `afterStep` changed; absent: that of the definition. */
  readonly changed?: Account | undefined;
  /** The part of it that is work of moving pins, J; absent: 0. */
  readonly workOfPins?: number | undefined;
  /** True if the last `afterStep` undid motion of the step: the heat of the whole step is then at most what it has lost. */
  readonly boundsHeat?: boolean | undefined;
  /** Writes into the report what the last `afterStep` has to tell. */
  report?(report: LayerReport): void;
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
  account?: Exclude<Account, null>;
  /** As in `ForceDefinition`, while the environment has neither obstacles nor motions. */
  isRelative?: boolean;
  /** Its own parameters; at their defaults the constraint does nothing. */
  params?: ParamTable;
  /** Allocates from the persistent arena. */
  create(world: WorldContext): Constraint;
}
