import { type CheckContext, checkFields, noSuch, object, rangeErrors } from '../model/validate';
import { checkForBlowUp } from '../run/advance';
import type { HistoryEntry, PlainCommand } from '../run/recording';
import type { Run } from '../run/run';
import { saveCheckpoint } from '../run/save-checkpoint';
import { truncateFuture } from '../timeline/rewind';
import { beginChange, beginMove, type ChangeOptions, nextChange } from '../timeline/undo';
import * as COMMANDS from '.';
import type { CommandContext, CommandDefinition, CommandOf } from './command-definition';
import { buildScene } from './scene';

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
 * @param act the number of the user's act, for `undo`; 0: an act of its own; null: it can't be undone
 * @throws RangeError or SceneError with the field and its value: nothing has changed then
 */
export function applyCommand(run: Run, command: Command, act: number | null = null): void {
  const definition = checkCommand(run, command);
  if (definition.standsFor) {
    applyCommand(run, definition.standsFor(command) as Command, act);
    return;
  }
  const { takes } = definition;
  let end = () => {};
  const begin = () => {
    if (takes) end = beginMove(run, takes);
    else if (act !== null && definition.undo !== 'never')
      end = beginChange(run, changeOptions(definition, command, act));
  };
  const parts = definition.parts?.(run);
  if (!parts) applyOne(run, definition, command, begin);
  else if (takes && nextChange(run, takes)) {
    if (parts.length === 0) begin();
    parts.forEach((part, i) => {
      applyOne(run, definitionOf(part), part, i === 0 ? begin : () => {});
    });
  }
  end();
}

/**
 * Builds the scene of the command `scene` in slices, for the `applyCommand` of the same command. Yields what is done, 0 … 1. Nothing
 * changes, also if it is not carried on.
 * @throws as `applyCommand`
 */
export function* buildInSlices(run: Run, command: CommandOf<typeof COMMANDS.scene>): Generator<number, void, void> {
  checkCommand(run, command);
  yield* buildScene(run, command);
}

function changeOptions(definition: CommandDefinition, command: Command, act: number): ChangeOptions {
  return {
    name: command.type === 'set' ? command.key : command.type,
    act,
    restoresState: definition.undo === 'state',
    savesState: isRecorded(definition, command),
  };
}

/** @param begin called when everything that can fail is done, just before the change */
function applyOne(run: Run, definition: CommandDefinition, command: PlainCommand, begin: () => void): void {
  const change = definition.prepare(run, command);
  if (!isRecorded(definition, command)) {
    begin();
    change();
    return;
  }
  const { recording } = run;
  if (!run.blowUp && recording.future) truncateFuture(run);
  begin();
  makeChange(run, definition, change);
  if (run.recording !== recording || run.blowUp) return;
  const last = recording.checkpoints[recording.checkpoints.length - 1];
  recording.addCommand(run.stepCount, run.state.time, command, definition.replacesSame);
  if (definition.effect === 'jump') recording.setJumpResult(saveCheckpoint(run, undefined, true));
  else if (definition.effect === 'edit' || recording.isFullOfCommands) saveCheckpoint(run, last);
}

/** Applies a recorded command again. */
export function reapplyCommand(run: Run, command: PlainCommand): void {
  const definition = definitionOf(command);
  makeChange(run, definition, definition.prepare(run, command));
}

function definitionOf({ type }: PlainCommand): CommandDefinition {
  return definitions.get(type) as CommandDefinition;
}

function isRecorded(definition: CommandDefinition, command: PlainCommand): boolean {
  return definition.isRecorded?.(command) !== false;
}

/** True if the command changes the rarely changing part of a frame. */
export function changesStructure(command: Command): boolean {
  return definitions.get(command.type)?.changesStructure?.(command) ?? false;
}

function checkCommand(run: Run, command: unknown): CommandDefinition {
  const { particleCount, springCount } = run.model;
  const { precision, definitions: available } = run.settings;
  return checkFieldsOfCommand(command, { particleCount, springCount, precision, definitions: available });
}

/** Checks the type of a command and its fields. @throws RangeError with the field and its value */
export function checkFieldsOfCommand(
  command: unknown,
  about: Omit<CommandContext, keyof CheckContext>,
): CommandDefinition {
  const { type, ...fields } = object(command, ['command'], rangeErrors);
  const definition = definitions.get(type as string);
  if (!definition) return rangeErrors.fail(['command', 'type'], noSuch('command', type, [...definitions.keys()]));
  checkFields(fields, definition.fields, [definition.type], { ...rangeErrors, ...about } as CommandContext);
  return definition;
}

function makeChange(run: Run, { effect, keepsState }: CommandDefinition, change: () => void): void {
  checkForBlowUp(run);
  const { detector, recording } = run;
  if (!keepsState) detector.beforeCommand(run.state);
  change();
  run.ledger?.addChange(effect === 'hand' ? 'hand' : 'parameters');
  if (run.recording !== recording) return;
  // A slit replaces the detector, and adds no energy.
  if (keepsState) detector.afterMove(run.state);
  else if (run.detector === detector) detector.afterCommand(run.state);
  if (effect === 'edit' || effect === 'jump') run.editCount++;
}
