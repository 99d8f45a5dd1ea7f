import type { State } from '../model/model';
import type { WorldContext } from './world-context';

/** A number of each particle that the view can be coloured by. */
export interface FieldDefinition {
  /** Identifies it where the page chooses colours. */
  id: string;
  /** Name on the panel. */
  label: string;
  /** SI; '' for a number without unit. */
  unit: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /** True if its sign matters: its colours then diverge from a neutral zero. */
  diverging: boolean;
  /** True if it needs springs. */
  springs?: boolean;
  /** True if it needs a membrane. */
  membrane?: boolean;
  /** Allocates; the function writes n numbers and allocates nothing. */
  create(world: WorldContext): (state: State, out: Float32Array) => void;
}
