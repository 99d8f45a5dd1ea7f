/** Numbers of undo groups: undo takes back all commands with the same number together. */
import type { Command } from '../../physics';

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
