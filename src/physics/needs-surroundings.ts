import type { Command } from './command';
import * as CONSTRAINT_PARAMS from './constraint-params';

/** Commands whose effect may need what `surroundings` brings. */
const LATE: readonly Command['type'][] = ['scene', 'planes', 'spheres', 'forces', 'motion', 'equilibrium'];
const KEYS = [...Object.values(CONSTRAINT_PARAMS).flatMap((table) => Object.keys(table)), 'rows', 'columns'];

/** Whether `outfit` must have been called before a command, sound or not, is applied. */
export function needsSurroundings(command: Command): boolean {
  if (typeof command !== 'object' || command === null) return false;
  return LATE.includes(command.type) || (command.type === 'set' && KEYS.includes(command.key));
}
