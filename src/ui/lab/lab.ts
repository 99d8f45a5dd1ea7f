import type { Command, SceneFile } from '../../physics';
import type { View, ViewOption, ViewOptions } from '../../render/view';
import type { Follow } from '../../runtime/connect';
import type { OwnDefinition, OwnDefinitions } from '../../runtime/definitions/definitions';
import type { Engine } from './engine-client';
import type { MessageList } from './message-list';
import type { PageState } from './page-state';

/**
 * The particles that the user has selected, to act on them or to let forces act on them.
 * @param onChange called after each change
 */
export function createSelection(onChange: (particles: readonly number[]) => void) {
  let selected: readonly number[] = [];
  return {
    /** Ascending; a new array after each change. */
    get particles() {
      return selected;
    },
    select(particles: readonly number[]): void {
      selected = [...particles].sort((a, b) => a - b);
      onChange(selected);
    },
  };
}

/**
 * The page's state, and everything that a user can do, and undo. Panel, pointer, keys, permalink and `window.hooke` all act through it.
 * A part of the page takes the whole lab only if it needs several of its parts. Methods that return a promise show an error as
 * a message and reject with it.
 */
export interface Lab extends Engine {
  /** The engine itself: undo leaves alone what is changed through it. For what the page changes without a person. */
  readonly engine: Engine;
  readonly messages: MessageList;
  readonly selection: ReturnType<typeof createSelection>;
  readonly page: PageState;
  readonly view: View;
  readonly options: ViewOptions;
  show(option: ViewOption, on: boolean): void;
  /** Id of the field that colours the cloth; null: none. */
  readonly color: string | null;
  colorBy(field: string | null): void;

  /** True if the user has paused the run. */
  readonly paused: boolean;
  /** True if time passes: the run is not paused, and no blow-up has stopped it. The replay of a blow-up counts. */
  readonly playing: boolean;
  /**
   * Continues the paused show of a blow-up. After it, resumes from the last good state if dt is within its limit; else shows the
   * message about the blow-up again.
   */
  play(): void;
  pause(): void;
  /** Pauses, and runs exactly `count` steps. After a blow-up it resumes first, as `play` does. */
  step(count?: number): Promise<void>;
  /** Stays paused after a blow-up if dt is still above its limit: the next blow-up would come before the user can act. */
  reset(): Promise<void>;
  send(command: Command): Promise<void>;
  /** Loads a scene file. @param follow as in `Host.send` */
  load(file: unknown, follow?: Follow<number>): Promise<void>;
  /** Restores the scene's own value; without a key all parameters, the integrator and the preconditioner. */
  restore(key?: string): Promise<void>;
  /** The value that `restore` sets. */
  defaultOf(key: string): number;
  /** The loaded scene file; null for a built-in scene. */
  readonly file: SceneFile | null;
  /** The lists of the environment that differ from the scene's own: planes, spheres, forces, motion. */
  readonly changedLists: string[];

  pin(particle: number, pinned: boolean): Promise<void>;
  /** Pins these particles and frees all others. */
  pinOnly(particles: number[]): Promise<void>;
  cut(spring: number | number[]): Promise<void>;
  /** The definitions from source that the engine has. */
  own: readonly OwnDefinition[];
  /** Loads what handles them. */
  definitions(): Promise<OwnDefinitions>;
  /** The last act and the one that was undone last, in words; null: none. */
  readonly undoable: string | null;
  readonly redoable: string | null;
  /** Does nothing if there is no such act. A run that a blow-up has stopped continues, unless dt is still above its limit. */
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** True while a pointer or key is pressed, and until a slider has sent its last value. */
  readonly pressed: boolean;
  /** Makes one act of all that an action changes. */
  together<T>(action: () => Promise<T>): Promise<T>;
}

// Numbers of undo groups: undo takes back all commands with the same number together.

/** The number of a command that is undone by itself. */
export const OWN_GROUP = 0;

export type UndoGroups = ReturnType<typeof createUndoGroups>;

/** @param target sends the events of presses; absent: there are none */
export function createUndoGroups(target?: EventTarget) {
  let count = 0;
  let presses = 0;
  let pressed = false;
  /** What was set last during the present press. */
  let subject = '';
  /** The group of `together`. */
  let joint = OWN_GROUP;

  for (const type of ['pointerdown', 'keydown']) target?.addEventListener(type, begin, true);
  for (const type of ['pointerup', 'pointercancel', 'keyup', 'blur']) target?.addEventListener(type, end, true);

  function begin(event: Event): void {
    if ((event as KeyboardEvent).repeat) return;
    presses++;
    pressed = true;
    subject = '';
  }

  /** A slider sends its last value with the next animation frame. */
  function end(): void {
    const press = presses;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (press === presses) pressed = false;
      }),
    );
  }

  return {
    /** True while a pointer or key is pressed, and until a slider has sent its last value. */
    get pressed() {
      return pressed;
    },
    /** The number for a command of the present press of a pointer or key: commands that set the same thing are one group. */
    of(command: Command) {
      if (joint !== OWN_GROUP) return joint;
      if (!pressed) return OWN_GROUP;
      const next = command.type === 'set' ? command.key : command.type === 'environment' ? command.list : command.type;
      if (next !== subject) count++;
      subject = next;
      return count;
    },
    /** Makes one group of all commands that an action sends. */
    async together<T>(action: () => Promise<T>): Promise<T> {
      if (joint !== OWN_GROUP) return action();
      joint = ++count;
      try {
        return await action();
      } finally {
        joint = OWN_GROUP;
      }
    },
  };
}
