/** Records the changes of a run, and takes them back. */

import { hashState } from '../model/state';
import { checkForBlowUp } from '../run/advance';
import type { Change, ChangeList, History, RunSummary } from '../run/checkpoint';
import { type PlainCommand, sizeOfPlain } from '../run/recording';
import { changeSettings, type Run } from '../run/run';
import { restoreRun, saveRun, sizeOfSaved } from '../run/save-checkpoint';
import type { SceneData } from '../scenes/scene';
import { sameSettings, settingsCommands } from './settings-commands';

/** The direction in which a history is gone through: 'done' changes are undone, 'undone' ones are done again. */
export type Side = keyof Pick<History, 'done' | 'undone'>;

/** Largest size of all changes, bytes: 1000 of them at 32 × 32. */
const MEMORY = 64e6;
/** Most changes. */
const MAX_CHANGES = 1000;
/** Estimated size of a change without its arrays, bytes. */
const OBJECT_BYTES = 1000;

/** The change that undo or redo takes next; null if there is none. */
export function nextChange(run: Run, side: Side): Change | null {
  return run.recording.history[side]?.change ?? null;
}

/** What undo and redo would change: the key of a parameter, the type of a command, 'several', or null for nothing. */
export interface NextChanges {
  /** What the command `undo` would change back. */
  readonly undo: string | null;
  /** What the command `redo` would change again. */
  readonly redo: string | null;
}

export function nextChanges(run: Run): NextChanges {
  return { undo: nextChange(run, 'done')?.name ?? null, redo: nextChange(run, 'undone')?.name ?? null };
}

/** True if the state is the one that the change left: then the run before it can be restored to the bit. */
function isUntouched({ stepCount, state }: Run, { after }: Change): boolean {
  return stepCount === after.stepCount && state.time === after.time && hashState(state) === after.hash;
}

const sameState = (a: RunSummary, b: RunSummary) =>
  a.hash === b.hash && a.time === b.time && a.stepCount === b.stepCount;

/**
 * The commands that undo the change in the present state: what was set goes back, time does not. A run that a blow-up has stopped
 * continues. Null if the run before the change is restored instead.
 */
export function commandsToUndo(run: Run, change: Change): PlainCommand[] | null {
  if (change.saved && (change.restoresState || isUntouched(run, change))) return null;
  const commands = settingsCommands(change.after, change.before, run);
  return run.blowUp ? [...commands, { type: 'resume' }] : commands;
}

/** Restores the run before the change. */
export function restoreBefore(run: Run, { saved, before, after }: Change): void {
  if (!saved) return;
  restoreRun(run, saved);
  const { speed } = before.settings.params;
  if (speed !== after.settings.params.speed) changeSettings(run, { params: { ...run.settings.params, speed } });
}

/** Call before the change is taken back, and the returned function after: it moves the change to the other list. */
export function beginMove(run: Run, side: Side): () => void {
  const { history } = run.recording;
  const list = history[side];
  const change = list?.change;
  if (!list || !change) return () => {};
  checkForBlowUp(run);
  const before = summaryOf(run);
  const saved = saveRun(run);
  return () => {
    const { name, restoresState } = change;
    const moved: Change = { name, act: 0, before, after: summaryOf(run), restoresState, saved };
    const { older } = list;
    const other = side === 'done' ? 'undone' : 'done';
    const next: ChangeList = { change: moved, older: history[other] };
    retire(history, list, change);
    run.recording.history = { ...history, [side]: older, [other]: next };
    keep(history, next);
  };
}

/** How the change of a command is recorded. */
export interface ChangeOptions {
  name: string;
  /** The number of the act; 0: an act of its own. */
  act: number;
  /** As in `Change`; it is also true of a command that replaces the particles. */
  restoresState: boolean;
  /** False if the command changes nothing but settings, at any state. */
  savesState: boolean;
}

/** Call before a command, and the returned function after it: it adds the change to the history. */
export function beginChange(run: Run, options: ChangeOptions): () => void {
  const { name, act, savesState } = options;
  if (savesState) checkForBlowUp(run);
  const { history } = run.recording;
  const before = summaryOf(run);
  const last = nextChange(run, 'done');
  if (last && act !== 0 && last.act === act && history.undone === null) {
    const continues = last.restoresState || sameState(before, last.after);
    return () => {
      const after = summaryOf(run);
      run.recording.history = history;
      if (!continues) last.saved = null;
      Object.assign(last, {
        before: withChangesBetween(last, before),
        after,
        name: last.name === name ? name : 'several',
      });
      last.restoresState ||= restoresState(options, before, after);
    };
  }
  const saved = savesState ? saveRun(run) : null;
  return () => {
    const after = summaryOf(run);
    const isChange = !sameState(before, after) || !sameSettings(before, after, run);
    const change: Change = { name, act, before, after, restoresState: restoresState(options, before, after), saved };
    const done: ChangeList = { change, older: history.done };
    // The recording may be a new one, without a history.
    run.recording.history = isChange ? { ...history, done, undone: null } : history;
    if (isChange) keep(history, done);
  };
}

function restoresState({ restoresState }: ChangeOptions, before: RunSummary, after: RunSummary): boolean {
  return restoresState || before.initial !== after.initial;
}

/** Parameters and cuts that have changed by themselves between two commands of an act: undo leaves them as they are. */
function withChangesBetween({ before, after }: Change, now: RunSummary): RunSummary {
  const params = { ...before.settings.params };
  for (const key of Object.keys(params) as (keyof typeof params)[]) {
    if (now.settings.params[key] !== after.settings.params[key]) params[key] = now.settings.params[key];
  }
  const cut = before.cut.slice();
  if (cut.length === now.cut.length)
    for (let j = 0; j < cut.length; j++) if (now.cut[j] !== after.cut[j]) cut[j] = now.cut[j];
  return { ...before, settings: { ...before.settings, params }, cut };
}

function summaryOf(run: Run): RunSummary {
  const { initial, settings, model, coefficients, stepCount, state } = run;
  const { pinned, cut } = model;
  const { masses } = coefficients;
  const hash = hashState(state);
  return { initial, settings, pinned: pinned.slice(), cut: cut.slice(), masses, stepCount, time: state.time, hash };
}

/** Adds a change, and drops others while they need too much memory. */
function keep({ kept }: History, list: ChangeList): void {
  kept.push(list);
  let bytes = kept.reduce((sum, { change }) => sum + sizeOf(change), 0);
  while (kept.length > 1 && (bytes > MEMORY || kept.length > MAX_CHANGES)) {
    bytes -= sizeOf(kept[0].change);
    drop(kept, kept[0]);
  }
}

/** Bytes that only this change needs: the scene after it is that of the next change, or the present one. */
function sizeOf(change: Change | null): number {
  if (!change) return 0;
  const { before, after, saved } = change;
  let bytes = OBJECT_BYTES + 2 * (before.pinned.length + before.cut.length);
  if (saved) bytes += sizeOfSaved(saved);
  if (before.masses !== after.masses) bytes += before.masses.byteLength;
  if (before.initial !== after.initial) {
    bytes += sizeOfScene(before.initial);
    // A scene can be made of another one, as at another resolution.
    if (saved && saved.source.data !== before.initial) bytes += sizeOfScene(saved.source.data);
  }
  return bytes;
}

/** Bytes of scenes. They never change. */
const sceneSizes = new WeakMap<SceneData, number>();

function sizeOfScene(scene: SceneData): number {
  let bytes = sceneSizes.get(scene);
  if (bytes === undefined) {
    bytes = sizeOfPlain(scene);
    sceneSizes.set(scene, bytes);
  }
  return bytes;
}

/** Gives up what restores the state: after a rewind, commands may still undo the change. It is dropped before others. */
function retire({ kept }: History, list: ChangeList, change: Change): void {
  if (change.restoresState) drop(kept, list);
  else {
    remove(kept, list);
    change.saved = null;
    kept.unshift(list);
  }
}

function drop(kept: ChangeList[], list: ChangeList): void {
  remove(kept, list);
  list.change = list.older = null;
}

function remove(kept: ChangeList[], list: ChangeList): void {
  const at = kept.indexOf(list);
  if (at >= 0) kept.splice(at, 1);
}
