import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import type { Constraint, ConstraintDefinition } from './constraint';
import type { Force, ForceDefinition } from './force';
import type { WorldContext } from './world-context';

/** The equations of motion of a scene: M a = f(x, v), with the derivatives of f. */
export interface EquationsOfMotion extends WorldContext {
  /** All forces, in the order in which they are added. */
  readonly forces: readonly Force[];
  /** The definition of each force. */
  readonly forceDefinitions: readonly ForceDefinition[];
  /** All constraints, in the order in which they are applied. */
  readonly constraints: readonly Constraint[];
  /** The definition of each constraint. */
  readonly constraintDefinitions: readonly ConstraintDefinition[];
  /**
   * Moves pins with a prescribed motion to their place at the state's time, within a step. Otherwise a pin crosses the step
   * at its mean velocity, which is accurate to order 2: a method of higher order calls this before each stage.
   */
  prescribe(state: State): void;
  /** a := M⁻¹ f, m/s²; 4n; zero where the motion is prescribed. */
  computeAccelerations(state: State, a: Floats): void;
  /**
   * Sets the state about which `addDerivatives` and `addDiagonals` are computed.
   * @param clamp true drops the terms that can make the matrix indefinite; absent: the parameter `clamp` decides
   */
  linearize(state: State, clamp?: boolean): void;
  /** True if the last `linearize` dropped them: the matrix of an implicit step is then positive definite. */
  readonly clamped: boolean;
  /** y += a·(∂f/∂x)p + b·(∂f/∂v)p; 4n each. */
  addDerivatives(y: Floats, p: Floats, a: number, b: number): void;
  /** blocks += the 3×3 diagonal blocks of a·∂f/∂x + b·∂f/∂v; 9n, row by row. */
  addDiagonals(blocks: Floats, a: number, b: number): void;
  /** Removes from y what cannot change within the step: entries of pins, and what contacts hold; 4n. */
  filter(y: Float64Array): void;
}
