import type { Fields, ValuesOf } from '../../../model/environment';

/** A prescribed motion of selected pins: each reaches its prescribed place within the step. */
export interface MotionDefinition<F extends Fields = Fields> {
  /** Its key in a scene file. */
  type: string;
  /** Name on the panel. */
  label: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /** The values of one motion in a scene file, by key; the panel shows a control for each. */
  fields: F;
  /**
   * Writes the displacements of k particles from t to t + h into `out`, 3k, m; `x`, 3k, holds their positions at t. It has no
   * state, so that a run continues alike after saving and loading. Allocates nothing.
   */
  displacement(values: ValuesOf<F>, x: Float64Array, t: number, h: number, out: Float64Array): void;
  /** Writes their velocities at time t into `out`, m/s: the rate of `displacement`; `x` holds their positions at t. */
  velocity(values: ValuesOf<F>, x: Float64Array, t: number, out: Float64Array): void;
}
