import type { Precision } from '../model/arena';
import { type Check, type CheckContext, type FieldChecks, type FieldsOf, index, list } from '../model/validate';
import type { Definitions } from '../registry';
import type { PlainCommand } from '../run/recording';
import type { Run } from '../run/run';
import type { Side } from '../timeline/undo';

/** What the fields of a command are checked against. */
export interface CommandContext extends CheckContext {
  readonly particleCount: number;
  readonly springCount: number;
  readonly precision: Precision;
  readonly definitions: Definitions;
}

/** A command: anything that a user can do to a simulation, as plain data. T is its type, V the values of its fields. */
export interface CommandDefinition<T extends string = string, V = unknown> {
  readonly type: T;
  /** The check of each field. Other fields are an error. */
  readonly fields: FieldChecks;
  /**
   * - 'edit': changes pins, springs or masses; recovery after a blow-up never goes back past it.
   * - 'jump': an edit that replay does not apply again: it restores the checkpoint after it.
   * - 'hand': changes the energy by outside work, for the ledger.
   * - absent: changes the energy by parameters, for the ledger.
   */
  readonly effect?: 'edit' | 'jump' | 'hand';
  /**
   * What the command `undo` restores:
   * - absent: what the command has set; if no step was made since, the whole state, to the bit.
   * - 'state': always the state before the command, to the bit. This is also so if the command replaces the particles.
   * - 'never': the command cannot be undone. It moves the cloth by hand, or goes through the recording.
   */
  readonly undo?: 'state' | 'never';
  /** The command that is checked, applied and recorded in its place; absent: itself. */
  standsFor?(command: V): PlainCommand;
  /** Commands that are applied and recorded in its place; null: the command itself is applied. */
  parts?(run: Run): readonly PlainCommand[] | null;
  /** The list of changes that the command takes the next one of; absent: none. */
  readonly takes?: Side;
  /** True if the command changes `Structure`, the rarely changing part of a frame; absent: it does not. */
  changesStructure?(command: V): boolean;
  /** False if the command is applied at once, without recording and without a check for a blow-up; absent: always true. */
  isRecorded?(command: V): boolean;
  /** True if the command leaves positions, velocities and springs as they are; absent: it may change them. */
  readonly keepsState?: boolean;
  /** True if a command of the same type before it, in the same step, has no effect then. */
  replacesSame?(command: V, before: V): boolean;
  /**
   * Prepares the command, and returns the function that changes the run.
   * @throws RangeError or SceneError: everything that can fail is done before that function is returned
   */
  prepare(run: Run, command: V): () => void;
}

/** Returns the definition itself; derives the types of the fields from their checks. */
export function defineCommand<const T extends string, F extends FieldChecks>(
  definition: CommandDefinition<T, FieldsOf<F>> & { readonly fields: F },
): CommandDefinition<T, FieldsOf<F>> {
  return definition;
}

/** The plain data of a command, or of one of several. */
export type CommandOf<D> = D extends readonly (infer E)[]
  ? CommandOf<E>
  : D extends CommandDefinition<infer T, infer V>
    ? Flat<{ type: T } & V>
    : never;
type Flat<T> = { [K in keyof T]: T[K] };

/** For `changesStructure`. */
export const always = (): boolean => true;

/** A list of springs or particles that is no longer than the scene has: the recording keeps each command. */
function atMostAll(noun: 'spring' | 'particle', item: Check<number, CommandContext>): Check<number[], CommandContext> {
  const items = list(item, `a list of ${noun}s`);
  return (value, path, context) => {
    const count = context[`${noun}Count`];
    if (!Array.isArray(value) || value.length <= count) return items(value, path, context);
    return context.fail(path, `${value.length} ${noun}s, but the scene has ${count}`);
  };
}

/** Index of a spring of the scene. */
export const spring = index('spring', ({ springCount }: CommandContext) => springCount);

/** Index of a particle of the scene. */
export const particle = index('particle', ({ particleCount }: CommandContext) => particleCount);

/** Springs of the scene. */
export const springs = atMostAll('spring', spring);

/** Particles of the scene. */
export const particles = atMostAll('particle', particle);
