import type { LoggedCommand, Simulation } from '../../physics';

/** Commands that are told, at most: the last ones. */
const MOST = 400;

/** A command of the record, and when it acted. */
export interface RecordedCommand {
  step: number;
  /** s. */
  time: number;
  command: LoggedCommand['command'];
}

/** What was done in the recorded time, oldest first; without the way of the hand, and without long lists of numbers. */
export function recorded({ recorded }: Simulation, _args: Record<never, never>): RecordedCommand[] {
  return recorded
    .filter(({ command }) => command.type !== 'move')
    .slice(-MOST)
    .map(({ stepCount, time, command }) => ({
      step: stepCount,
      time,
      command: command.type === 'place' ? { ...command, positions: [], velocities: [] } : command,
    }));
}
