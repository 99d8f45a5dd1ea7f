import type { BlowUp } from '../blow-up/blow-up-detector';
import type { LoadedScene } from '../scenes/load-scene';
import type { SceneDefinition } from '../scenes/scene';
import type { Equilibrium, SearchProgress } from '../statics/equilibrium/equilibrium';
import type { StepReport } from '../world/integrator';
import type { TimeOrigin } from './checkpoint';
import type { Ledger } from './ledger';
import type { PlainCommand } from './recording';
import type { SceneInstance } from './scene-instance';

/** A running scene: all that steps and commands change. A scene command replaces every field, but the run stays the same object. */
export interface Run extends SceneInstance {
  /** Id of a built-in scene, or the name of a file. */
  name: string;
  /** Null for a file. */
  definition: SceneDefinition | null;
  /** Counts the scenes, from 0. After an undo it is the number of the earlier scene again. */
  loadNumber: number;
  /** The largest `loadNumber` so far. */
  loadCount: number;
  /** The scene as loaded with its parameters, and those that its masses, stiffness and damping belong to. */
  source: Pick<LoadedScene, 'data' | 'at' | 'params'>;
  stepCount: number;
  timeOrigin: TimeOrigin;
  blowUp: BlowUp | null;
  /** Of the last step. */
  report: StepReport;
  /** The result of the last search for an equilibrium. */
  equilibrium: Equilibrium | null;
  /** Called while a search for equilibrium goes on; null: it is not watched. */
  progress: SearchProgress | null;
  /** Null until the first request. */
  ledger: Ledger | null;
  /** The step of the last check for a blow-up. */
  checkedAt: number;
  /** False for a rerun, which repeats a blow-up. */
  detectsBlowUps: boolean;
  /** Number of edits so far: recovery after a blow-up never goes back past one. */
  editCount: number;
  /** Number of recorded commands that were applied again. */
  replayCount: number;
  /** Applies a recorded command again. A field, because the commands import this folder. */
  readonly reapply: (run: Run, command: PlainCommand) => void;
}
