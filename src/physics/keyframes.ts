import type { Command } from './command';
import type { Arena } from './memory';
import type { Model, State } from './model';
import type { Params } from './params';
import type { Scenery } from './scenery';

/** A copy of a run at one step. */
export interface Keyframe {
  readonly state: State;
  stepCount: number;
  /** Where the counting of steps of the present dt began. */
  origin: Origin;
  params: Params;
  integrator: string;
  held: number;
  readonly target: Float64Array;
  readonly push: Float64Array;
  scenery: Scenery;
  /** m; 1 where cut: springs may tear at any step. */
  readonly cut: Uint8Array;
  /** The version of the cuts. */
  cuts: number;
  /** Whether it is a state to go back to. */
  calm: boolean;
  /** Energy in budgets. */
  strain: number;
}

/** Time is t₀ + (steps since) · dt, never summed up. */
export interface Origin {
  readonly time: number;
  readonly step: number;
}

/** Memory that the ring may take, bytes, and the fewest and most copies in it. */
const MEMORY = 48 << 20;
const FEWEST = 4;
const MOST = 64;

/** A ring of the last copies, and the commands since the oldest of them: enough to go back, or to see it again. */
export interface Keyframes {
  clear(): void;
  /** The next place in the ring, to be filled by the caller; its arrays are reused. */
  push(): Keyframe;
  /** A command that acted at this step, after the copy of the same step. */
  log(stepCount: number, command: Command): void;
  /** Oldest first. */
  at(index: number): Keyframe;
  readonly count: number;
  /** Commands from the keyframe on. */
  commandsSince(keyframe: Keyframe): readonly LoggedCommand[];
}

export interface LoggedCommand {
  readonly stepCount: number;
  readonly command: Command;
}

export function createKeyframes(arena: Arena, model: Model, most = MOST): Keyframes {
  const { particleCount, springCount } = model;
  const bytes = 8 * particleCount * (arena.precision === 'double' ? 8 : 4) + springCount;
  const size = Math.min(most, Math.max(FEWEST, Math.floor(MEMORY / bytes)));
  const ring = Array.from({ length: size }, () => ({
    state: { positions: arena.floats(4 * particleCount), velocities: arena.floats(4 * particleCount), time: 0 },
    target: new Float64Array(3),
    push: new Float64Array(3),
    cut: arena.flags(springCount),
  })) as Keyframe[];
  let first = 0;
  let count = 0;
  let log: LoggedCommand[] = [];

  const at = (index: number) => ring[(first + index) % size];

  return {
    get count() {
      return count;
    },
    at,
    clear() {
      count = 0;
      log = [];
    },
    push() {
      if (count < size) count++;
      else {
        first = (first + 1) % size;
        const oldest = at(0).stepCount;
        if (log.length > 0 && log[0].stepCount < oldest) log = log.filter((entry) => entry.stepCount >= oldest);
      }
      return at(count - 1);
    },
    log(stepCount, command) {
      const last = log.at(-1);
      // Of the moves between two steps only the last has an effect.
      if (command.type === 'move' && last?.command.type === 'move' && last.stepCount === stepCount) log.pop();
      log.push({ stepCount, command: copyOf(command) });
    },
    commandsSince: (keyframe) => log.filter((entry) => entry.stepCount >= keyframe.stepCount),
  };
}

/** The caller's own arrays may change after the command. */
function copyOf<T>(plain: T): T {
  if (Array.isArray(plain)) return plain.map(copyOf) as T;
  if (typeof plain !== 'object' || plain === null) return plain;
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, copyOf(value)])) as T;
}
