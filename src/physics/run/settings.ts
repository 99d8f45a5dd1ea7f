import type { Precision } from '../model/arena';
import type { Definitions } from '../registry';
import type { WorldSettings } from '../world/world-context';

/** All that the user has set, in one immutable value: replaced as a whole, and shared by run, world and checkpoints. */
export interface Settings extends WorldSettings {
  /** Id, of one of `definitions.integrators`. */
  readonly integrator: string;
  /** What the user requested: an id, or 'auto'. Another one is active where this one is unsupported. */
  readonly preconditioner: string;
  readonly kernel: string;
  readonly precision: Precision;
  /** What this simulation can use. */
  readonly definitions: Definitions;
}
