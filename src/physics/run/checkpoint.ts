import type { BlowUpDetectorMemory } from '../blow-up/blow-up-detector';
import type { Precision } from '../model/arena';
import { createControl, type Hand, type Model, type State, type Vec3 } from '../model/model';
import type { Slits } from '../scenes/tear-edges';
import type { Equilibrium } from '../statics/equilibrium/equilibrium';
import type { StepReport } from '../world/integrator';
import type { Settings } from './setup';

/** Time is t₀ + (steps since) · dt, never summed up. */
export interface TimeOrigin {
  readonly time: number;
  readonly step: number;
}

/** A complete copy of a run at one step: a run restored from it continues with the same bits. */
export interface Checkpoint {
  readonly state: State;
  stepCount: number;
  /** The step since which dt has been the same. */
  timeOrigin: TimeOrigin;
  settings: Settings;
  /** As in `SceneInstance`: they give the number of particles and springs. */
  slits: Slits | null;
  /** As in `Control`. */
  readonly hands: readonly Hand[];
  readonly push: Float64Array;
  /** n; kg, as loaded or set. */
  masses: Float64Array;
  /** n; 1 where pinned. */
  readonly pinned: Uint8Array;
  /** m; 1 where cut: springs may tear at any step. */
  readonly cut: Uint8Array;
  /** m/s; as in `SceneInstance`. */
  velocitiesWhenFreed: readonly (readonly [number, Vec3])[];
  /** What the grab, the integrator and the constraints remember. */
  memory: Float64Array;
  readonly detectorMemory: BlowUpDetectorMemory;
  readonly report: StepReport;
  equilibrium: Equilibrium | null;
  /** Number of recorded commands before it, and of edits among all commands before it. */
  commandCount: number;
  editCount: number;
  /** True for the result of a jump, which replay restores: the recording cannot drop it. */
  isJumpResult: boolean;
  /** True if a run may return to it after a blow-up. */
  isGood: boolean;
  /** Kinetic + elastic energy over its budget. */
  energyRatio: number;
}

/** An empty checkpoint. @param memory length of `Checkpoint.memory` */
export function createCheckpoint(
  { particleCount, springCount }: Pick<Model, 'particleCount' | 'springCount'>,
  precision: Precision,
  memory: number,
): Checkpoint {
  const FloatArray = precision === 'double' ? Float64Array : Float32Array;
  const control = createControl();
  return {
    state: { positions: new FloatArray(4 * particleCount), velocities: new FloatArray(4 * particleCount), time: 0 },
    hands: control.hands,
    push: control.push,
    pinned: new Uint8Array(particleCount),
    cut: new Uint8Array(springCount),
    memory: new Float64Array(memory),
    detectorMemory: {},
    report: {},
  } as Checkpoint;
}
