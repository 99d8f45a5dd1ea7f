import type { Precision } from './arena';
import type { Environment } from './environment';
import type { Params } from './params';

/** The settings that the equations of motion depend on. */
export interface WorldSettings {
  readonly params: Params;
  readonly environment: Environment;
}

/** All that the user has set, in one immutable value: replaced as a whole, and shared by run, world and checkpoints. */
export interface Settings extends WorldSettings {
  /** Id. */
  readonly integrator: string;
  /** What the user requested: an id, or 'auto'. Another one is active where this one is unsupported. */
  readonly preconditioner: string;
  readonly kernel: string;
  readonly precision: Precision;
}
