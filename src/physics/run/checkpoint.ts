import type { BlowUpDetectorMemory } from '../blow-up/blow-up-detector';
import type { Environment } from '../model/environment';
import type { State, Vec3 } from '../model/model';
import type { Params } from '../model/params';
import type { Equilibrium } from '../statics/equilibrium';
import type { StepReport } from '../world/integrator';

/** Time is t₀ + (steps since) · dt, never summed up. */
export interface Origin {
  readonly time: number;
  readonly step: number;
}

/** A complete copy of a run at one step: from it the run goes on to the same bits. */
export interface Checkpoint {
  readonly state: State;
  stepCount: number;
  /** Where the counting of steps of the present dt began. */
  origin: Origin;
  params: Params;
  integrator: string;
  preconditioner: string;
  held: number;
  readonly target: Float64Array;
  readonly push: Float64Array;
  environment: Environment;
  /** n; kg, as loaded or set. */
  masses: Float64Array;
  /** n and m; 1 where pinned, and where cut: springs may tear at any step. */
  readonly pinned: Uint8Array;
  readonly cut: Uint8Array;
  /** Velocities of pinned particles for when they are freed, m/s. */
  kept: readonly (readonly [number, Vec3])[];
  /** What hand, method and constraints remember. */
  memory: Float64Array;
  readonly watch: BlowUpDetectorMemory;
  readonly report: StepReport;
  equilibrium: Equilibrium | null;
  /** How many commands of the record acted ahead of it, and how many of those no state is taken back over. */
  noted: number;
  edits: number;
  /** Whether a command led here that is not done again, so that the record can't do without this copy. */
  leap: boolean;
  /** Whether it is a state to go back to. */
  calm: boolean;
  /** Energy in budgets. */
  strain: number;
}
