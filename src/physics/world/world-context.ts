import type { Kernel } from '../kernels/kernel';
import type { Arena, Floats } from '../model/arena';
import type { Environment } from '../model/environment';
import type { Control, Model, State } from '../model/model';
import type { Params } from '../model/params';

/** The settings that the equations of motion depend on. */
export interface WorldSettings {
  /** Replaced as a whole when a parameter changes: read it at each call. */
  readonly params: Params;
  /** Obstacles, listed forces and prescribed motions. Replaced as a whole, never changed in place. */
  readonly environment: Environment;
}

/** What forces, constraints and fields may read of the world that they are created for. */
export interface WorldContext extends WorldSettings {
  /** Masses, springs and other fixed structure. */
  readonly model: Model;
  /** The grab and the push. */
  readonly control: Control;
  /** Memory of the forces and of the integrator. */
  readonly arena: Arena;
  /** Outlives the integrator: memory for constraints created later. */
  readonly persistentArena: Arena;
  /** The hot loops, in JavaScript or SIMD. */
  readonly kernel: Kernel;
  /** 4m; n and c of every spring where the world was linearized last; see `linearizeSprings`. */
  readonly tangents: Float64Array;
  /** 9s; F and σ of every membrane triangle where the world was linearized last; see `linearizeTriangles`. */
  readonly triangleTangents: Float64Array;
  /** True under a method that solves springs one by one: forces that are `implicitOnly` do not act, and have no energy. */
  readonly solvesSprings: boolean;
  /** f := the sum of all forces, after the constraints have removed what they resist, N; 4n. */
  computeForces(state: State, f: Floats): void;
  /** Removes from y what contacts hold within the step; 4n. */
  filterContacts(y: Float64Array): void;
  /** Energy of a state, J; without that of the grab's spring. @param to is overwritten and returned; absent: a new object */
  energy(state: State, to?: Energy): Energy;
  /** Energy of the springs between held particles and the pointer's targets, which `energy` leaves out, J. */
  pullEnergy(state: State): number;
}

/** The energy of a state, J. */
export interface Energy {
  /** Σ ½m|v|², J. */
  kinetic: number;
  /** Of springs, membrane, bending and layers that touch, J. */
  elastic: number;
  /** Potential energy of gravity and of other fields, J. */
  gravity: number;
  /** Sum of the three, J. */
  total: number;
}
