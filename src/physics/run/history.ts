/** The changes of a run that can be undone and redone. */
import type { Coefficients } from '../model/coefficients';
import type { LoadedScene } from '../scenes/load-scene';
import type { SceneData, SceneDefinition } from '../scenes/scene';
import type { Checkpoint } from './checkpoint';
import type { Settings } from './setup';

/** A complete copy of a run: a run restored from it continues with the same bits, also if it has other particles meanwhile. */
export interface SavedRun {
  readonly name: string;
  readonly definition: SceneDefinition | null;
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
