import { checkFields, noSuch, object } from '../model/validate';
import { checkForBlowUp } from '../run/advance';
import type { HistoryEntry, PlainCommand } from '../run/recording';
import type { Run } from '../run/run';
import { saveCheckpoint } from '../run/save-checkpoint';
import { rangeErrors } from '../run/setup';
import { truncateFuture } from '../timeline/rewind';
import * as COMMANDS from '.';
import type { CommandContext, CommandDefinition, CommandOf } from './command-definition';

/**
 * Everything that a user can do, as plain data: `{ type: 'pin', particle: 3, pinned: true }`. `docs/engine.md` has a table of all
 * types and their fields.
 */
export type Command = { [K in keyof typeof COMMANDS]: CommandOf<(typeof COMMANDS)[K]> }[keyof typeof COMMANDS];

/** A command that a recording can contain, and when it was applied. */
export type LoggedCommand = HistoryEntry<Exclude<Command, CommandOf<(typeof COMMANDS)['rewind']>>>;

const definitions = new Map<string, CommandDefinition>(
  Object.values(COMMANDS)
    .flat()
    .map((definition) => [definition.type, definition]),
);

/**
 * Checks for a blow-up, saves a checkpoint, and applies a command. Its change of energy goes to an account of the ledger.
 * The command is recorded, and drops what was recorded after the present step.
 * @throws RangeError or SceneError with the field and its value: nothing has changed then
 */
export function applyCommand(run: Run, command: Command): void {
  const definition = checkCommand(run, command);
  const change = definition.prepare(run, command);
  if (definition.isRecorded?.(command) === false) {
    change();
    return;
  }
  const { recording } = run;
  if (!run.blowUp && recording.future) truncateFuture(run);
  makeChange(run, definition, change);
  if (run.recording !== recording || run.blowUp) return;
  const last = recording.checkpoints[recording.checkpoints.length - 1];
  recording.addCommand(run.stepCount, run.state.time, command, definition.replacesSame);
  if (definition.effect === 'jump') recording.setJumpResult(saveCheckpoint(run, undefined, true));
  else if (definition.effect === 'edit') saveCheckpoint(run, last);
}

/** Applies a recorded command again. */
export function reapplyCommand(run: Run, command: PlainCommand): void {
  const definition = definitions.get(command.type) as CommandDefinition;
  makeChange(run, definition, definition.prepare(run, command));
}

/** True if the command changes the rarely changing part of a frame. */
export function changesStructure(command: Command): boolean {
  return definitions.get(command.type)?.changesStructure?.(command) ?? false;
}

function checkCommand(run: Run, command: unknown): CommandDefinition {
  const { type, ...fields } = object(command, ['command'], rangeErrors);
  const definition = definitions.get(type as string);
  if (!definition) return rangeErrors.fail(['command', 'type'], noSuch('command', type, [...definitions.keys()]));
  const { particleCount, springCount } = run.model;
  const { precision, definitions: available } = run.settings;
  const context: CommandContext = { ...rangeErrors, particleCount, springCount, precision, definitions: available };
  checkFields(fields, definition.fields, [definition.type], context);
  return definition;
}

function makeChange(run: Run, { effect }: CommandDefinition, change: () => void): void {
  checkForBlowUp(run);
  const { detector } = run;
  detector.beforeCommand(run.state);
  change();
  run.ledger?.addChange(effect === 'hand' ? 'hand' : 'parameters');
  if (run.detector !== detector) return;
  detector.afterCommand(run.state);
  if (effect === 'edit' || effect === 'jump') run.editCount++;
}
