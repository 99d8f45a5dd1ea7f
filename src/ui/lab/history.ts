import type { Command } from '../../physics';

/** A change that can be undone: the commands that make it, and those that undo it. */
export interface HistoryEntry {
  redo: Command[];
  undo: Command[];
}

/** The pins and cuts that can be undone and redone. */
export interface History {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Changes of one stroke (any number but 0) become one entry. Clears what could be redone. */
  add(entry: HistoryEntry, stroke?: number): void;
  /** The commands that undo the last entry; empty if there is none. */
  undo(): Command[];
  redo(): Command[];
  /** Call when the particles are others: indices in old entries are no longer valid. */
  clear(): void;
}

/** Most entries. */
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
      // A redone stroke is complete: later cuts don't join it.
      done.push({ ...entry, stroke: 0 });
      return entry.redo;
    },
    clear() {
      done.length = 0;
      undone.length = 0;
    },
  };
}

/** The entry for a command, or null if it can't be undone. @param pinned indices before the command */
export function entryOf(command: Command, pinned: number[]): HistoryEntry | null {
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
