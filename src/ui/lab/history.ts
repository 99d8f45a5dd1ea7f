import type { Command } from '../../physics';

/** A deed that can be undone, as the commands that do it and those that undo it. */
export interface HistoryEntry {
  redo: Command[];
  undo: Command[];
}

export interface History {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Deeds of one stroke (any number but 0) make one entry; a new deed ends the chance to redo. */
  add(deed: HistoryEntry, stroke?: number): void;
  /** The commands that undo the last entry, or none. */
  undo(): Command[];
  redo(): Command[];
  /** Once the particles are others, the numbers in old entries mean nothing. */
  clear(): void;
}

/** Entries that are kept: more than anyone steps back. */
const DEPTH = 500;

export function createHistory(): History {
  const done: (HistoryEntry & { stroke: number })[] = [];
  const undone: typeof done = [];

  return {
    get canUndo() {
      return done.length > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
    add({ redo, undo }, stroke = 0) {
      undone.length = 0;
      const last = done.at(-1);
      if (stroke !== 0 && last?.stroke === stroke) {
        last.redo.push(...redo);
        last.undo.unshift(...undo);
        return;
      }
      done.push({ redo: [...redo], undo: [...undo], stroke });
      if (done.length > DEPTH) done.shift();
    },
    undo() {
      const entry = done.pop();
      if (!entry) return [];
      undone.push(entry);
      return entry.undo;
    },
    redo() {
      const entry = undone.pop();
      if (!entry) return [];
      // Redone is finished: a stroke doesn't go on in it.
      done.push({ ...entry, stroke: 0 });
      return entry.redo;
    },
    clear() {
      done.length = 0;
      undone.length = 0;
    },
  };
}

/** The deed that a command is, or null where it isn't one to undo. `pinned`: those that were, ahead of it. */
export function deedOf(command: Command, pinned: number[]): HistoryEntry | null {
  switch (command.type) {
    case 'pin': {
      const was = pinned.includes(command.particle);
      return was === command.pinned ? null : { redo: [command], undo: [{ ...command, pinned: was }] };
    }
    case 'pins':
      return { redo: [command], undo: [{ type: 'pins', particles: pinned }] };
    case 'cut':
      return { redo: [command], undo: [{ type: 'mend', spring: command.spring }] };
    case 'mend':
      return { redo: [command], undo: [{ type: 'cut', spring: command.spring }] };
    default:
      return null;
  }
}
