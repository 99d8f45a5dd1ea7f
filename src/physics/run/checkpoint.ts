import type { BlowUpDetectorMemory } from '../blow-up/blow-up-detector';
import type { Precision } from '../model/arena';
import type { Coefficients } from '../model/coefficients';
import { createControl, type Hand, type Model, type State, type Vec3 } from '../model/model';
import type { LoadedScene } from '../scenes/load-scene';
import type { SceneData } from '../scenes/scene';
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

// The changes of a run that can be undone and redone.

/** A complete copy of a run: a run restored from it continues with the same bits, also if it has other particles meanwhile. */
export interface SavedRun extends Readonly<Pick<LoadedScene, 'name' | 'definition'>> {
  readonly source: Pick<LoadedScene, 'data' | 'at' | 'params'>;
  readonly loadNumber: number;
  readonly initial: SceneData;
  readonly coefficients: Coefficients;
  readonly checkpoint: Checkpoint;
}

/** What the commands of a run have set at one moment, and which state it has then. */
export interface RunSummary {
  readonly initial: SceneData;
  readonly settings: Settings;
  /** n; 1 where pinned. */
  readonly pinned: Uint8Array;
  /** m; 1 where cut. */
  readonly cut: Uint8Array;
  /** n; kg, as loaded or set. */
  readonly masses: Float64Array;
  readonly stepCount: number;
  /** s. */
  readonly time: number;
  /** Of the state. */
  readonly hash: string;
}

/** One act of the user: a command, or several that belong together. Undo leads from `after` to `before`, redo back. */
export interface Change {
  /** The key of a parameter, the type of a command, or 'several'. */
  name: string;
  /** Commands with the same number belong together; 0: this is the only one. */
  readonly act: number;
  before: RunSummary;
  after: RunSummary;
  /** True if undo always restores the state; false: only if no step was made since. */
  restoresState: boolean;
  /** The run at `before`; null: only the settings can be restored. */
  saved: SavedRun | null;
}

/**
 * A list of changes, newest first. A recording keeps the list after each command, and each change is the newest of one list only. A
 * list stays as it is until its newest change is dropped to save memory: nothing can be undone there any more.
 */
export interface ChangeList {
  /** null: dropped. */
  change: Change | null;
  older: ChangeList | null;
}

/** What can be undone, and what can be redone. */
export interface History {
  readonly done: ChangeList | null;
  readonly undone: ChangeList | null;
  /** The lists whose newest change uses memory, in the order in which they are dropped; all versions of a history share it. */
  readonly kept: ChangeList[];
}

export function createHistory(): History {
  return { done: null, undone: null, kept: [] };
}
