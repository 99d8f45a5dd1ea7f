import type { BlowUp } from '../blow-up/blow-up-detector';
import type { Precision } from '../model/arena';
import type { Model } from '../model/model';
import { type Checkpoint, createCheckpoint, createHistory, type History } from './checkpoint';

/** A command as plain data. */
export interface PlainCommand {
  /** The kind of command, as in `Command`. */
  readonly type: string;
}

/** A command that was applied. */
export interface HistoryEntry<C extends PlainCommand = PlainCommand> {
  /** The step count when it was applied, before the next step. */
  readonly stepCount: number;
  /** s. */
  readonly time: number;
  /** The command as it was given to `apply`. */
  readonly command: C;
}

/** A recorded command. */
interface RecordedEntry extends HistoryEntry {
  /** The checkpoint after a jump: replay restores it instead of applying the command again. */
  result: Checkpoint | null;
  /** What can be undone and redone after it. */
  readonly history: History;
}

/** The end of a recording that extends beyond the present step. */
interface Future {
  readonly step: number;
  /** s. */
  readonly time: number;
  /** The blow-up at its end, or null. */
  readonly blowUp: BlowUp | null;
}

/**
 * Largest size of a recording, bytes: 1600 checkpoints at 32 × 32, or half as many if the integrator has a memory. For a
 * cloth so large that fewer than MIN_CHECKPOINTS fit, the recording has MIN_CHECKPOINTS.
 */
export const MEMORY = 64e6;
/** Fraction of it for commands. */
const COMMAND_FRACTION = 0.25;
const MIN_CHECKPOINTS = 4;
const MAX_CHECKPOINTS = 2048;
/** Largest distance between two checkpoints, steps: the number of steps to repeat for a step in between. */
export const MAX_APART = 2048;
/** Largest distance between two checkpoints over their age; beyond it the oldest are dropped. */
const MAX_SPACING = 1 / 8;
/** Fraction of the checkpoints that is dropped at a time. */
const THINNED = 1 / 32;
/** Checkpoints allocated at a time, and their largest size in bytes: steps in between allocate nothing. */
const BATCH = 16;
const BATCH_BYTES = 4e6;
/** Estimated size of a checkpoint without its arrays, bytes. */
const OBJECT_BYTES = 2000;

/**
 * The history of a run in bounded memory: checkpoints, and the commands between them. When the memory is full,
 * checkpoints are thinned out so that their distance grows in proportion to their age: the last steps can be shown at
 * once, and every other step after repeating a few. Where the distance would become too large, the oldest are dropped.
 */
export type Recording = ReturnType<typeof createRecording>;

export function createRecording(model: Model, precision: Precision) {
  let { particleCount, springCount } = model;
  /** Size of a checkpoint without its memory, bytes. */
  const sizeOf = (particles: number, springs: number) =>
    (precision === 'double' ? 64 : 32) * particles + particles + springs + OBJECT_BYTES;
  let fixedBytes = sizeOf(particleCount, springCount);
  const checkpoints: Checkpoint[] = [];
  const spare: Checkpoint[] = [];
  let log: RecordedEntry[] = [];
  /** Before the first command in `log`. */
  let firstHistory = createHistory();
  let droppedCommands = 0;
  let checkpointBytes = 0;
  let logBytes = 0;
  /** Largest distance of two checkpoints at present, over their age. */
  let spread = 0;

  function createSpare(memory: number): Checkpoint {
    checkpointBytes += fixedBytes + 8 * memory;
    return createCheckpoint({ particleCount, springCount }, precision, memory);
  }

  /** Keeps the arrays for reuse, except those of another size, and those of a jump's result, which a command may still refer to. */
  function drop(checkpoint: Checkpoint): void {
    const { pinned, cut, isJumpResult, memory } = checkpoint;
    const fits = pinned.length === particleCount && cut.length === springCount;
    if (fits && !isJumpResult && checkpointBytes + logBytes <= MEMORY) spare.push(checkpoint);
    else checkpointBytes -= sizeOf(pinned.length, cut.length) + 8 * memory.length;
  }

  function dropOldest(count: number): void {
    for (const checkpoint of checkpoints.splice(0, count)) drop(checkpoint);
    const commands = checkpoints[0].commandCount - droppedCommands;
    for (const { command, history } of log.splice(0, commands)) {
      logBytes -= sizeOfPlain(command);
      firstHistory = history;
    }
    droppedCommands += commands;
  }

  /** Drops some checkpoints: those that are close to each other for their age, else the oldest. */
  function thin(): void {
    const now = checkpoints[checkpoints.length - 1].stepCount;
    const wanted = Math.max(1, Math.floor(THINNED * checkpoints.length));
    for (;;) {
      const before = checkpoints.length;
      let count = 1;
      for (let i = 1; i < before; i++) {
        const checkpoint = checkpoints[i];
        const isLast = i + 1 === before;
        const apart = isLast ? MAX_APART + 1 : checkpoints[i + 1].stepCount - checkpoints[count - 1].stepCount;
        const isClose = apart <= Math.min(MAX_APART, spread * (now - checkpoint.stepCount));
        if (isClose && !checkpoint.isJumpResult && before - i + count > MIN_CHECKPOINTS) drop(checkpoint);
        else checkpoints[count++] = checkpoint;
      }
      checkpoints.length = count;
      if (before - count >= wanted) return;
      if (spread === MAX_SPACING) {
        dropOldest(Math.min(wanted, count - 1));
        return;
      }
      spread = Math.min(MAX_SPACING, Math.max(1e-4, 1.2 * spread));
    }
  }

  function shrink(): void {
    if (recording.isFullOfCommands && checkpoints.length > 1) {
      dropOldest(Math.min(Math.ceil(THINNED * checkpoints.length), checkpoints.length - 1));
    }
    while (checkpointBytes + logBytes > MEMORY && checkpoints.length > MIN_CHECKPOINTS) thin();
  }

  function takeSpare(memory: number): Checkpoint {
    const size = fixedBytes + 8 * memory;
    shrink();
    if (spare.length === 0) {
      const fits = checkpoints.length < MAX_CHECKPOINTS ? Math.floor((MEMORY - checkpointBytes - logBytes) / size) : 0;
      if (fits > 0 || checkpoints.length < MIN_CHECKPOINTS) {
        const batch = Math.max(1, Math.min(BATCH, fits, Math.floor(BATCH_BYTES / size)));
        for (let i = 0; i < batch; i++) spare.push(createSpare(memory));
      } else thin();
    }
    const checkpoint = spare.pop() ?? createSpare(memory);
    if (checkpoint.memory.length !== memory) {
      checkpointBytes += 8 * (memory - checkpoint.memory.length);
      checkpoint.memory = new Float64Array(memory);
    }
    return checkpoint;
  }

  const lastEntry = (): RecordedEntry | undefined => log[recording.nextCommand - 1 - droppedCommands];

  const recording = {
    /** Oldest first. */
    checkpoints: checkpoints as readonly Checkpoint[],
    /** Set while the run is before the end of its recording; null at the end. */
    future: null as Future | null,
    /** Index of the recorded command that replay applies next. */
    nextCommand: 0,
    /** The same as `history` at the blow-up that has stopped the run: its commands may be later than the state that was restored. */
    stoppedHistory: null as History | null,
    /** What can be undone and redone at the present command. */
    get history(): History {
      return recording.stoppedHistory ?? lastEntry()?.history ?? firstHistory;
    },
    set history(history: History) {
      const entry = lastEntry();
      if (recording.stoppedHistory) recording.stoppedHistory = history;
      // A new entry: the recording of a rerun shares the old one.
      else if (entry) log[log.indexOf(entry)] = { ...entry, history };
      else firstHistory = history;
    },
    /** Number of commands since the recording began. */
    get commandCount(): number {
      return droppedCommands + log.length;
    },
    get bytes(): number {
      return checkpointBytes + logBytes;
    },
    /** True if commands use their fraction of the memory: those before a checkpoint can be dropped with the ones before it. */
    get isFullOfCommands(): boolean {
      return logBytes > COMMAND_FRACTION * MEMORY;
    },
    /** A checkpoint for the caller to fill; its arrays are reused. @param memory length of `Checkpoint.memory` */
    addCheckpoint(stepCount: number, memory: number, isJumpResult: boolean): Checkpoint {
      const checkpoint = takeSpare(memory);
      checkpoints.push(Object.assign(checkpoint, { stepCount, isJumpResult, commandCount: recording.nextCommand }));
      return checkpoint;
    },
    /**
     * Records a command that was applied.
     * @param replacesSame true: it replaces the last command, which has the same type and step
     */
    addCommand(
      stepCount: number,
      time: number,
      command: PlainCommand,
      replacesSame?: (command: PlainCommand, before: PlainCommand) => boolean,
    ): void {
      const last = log.at(-1);
      const { history } = recording;
      const isSame = last?.command.type === command.type && last.stepCount === stepCount;
      if (isSame && replacesSame?.(command, last.command)) log.pop();
      else logBytes += sizeOfPlain(command);
      log.push({ stepCount, time, command: copyOfPlain(command), result: null, history });
      recording.nextCommand = recording.commandCount;
      shrink();
    },
    /** Marks the last command as a jump: replay restores this checkpoint instead of applying it again. */
    setJumpResult(result: Checkpoint) {
      log[log.length - 1].result = result;
    },
    entry: (index: number): RecordedEntry | undefined => log[index - droppedCommands],
    /** Commands from this index on. */
    entriesFrom: (index: number): readonly RecordedEntry[] => log.slice(Math.max(0, index - droppedCommands)),
    /** The newest checkpoint at or before a step; the oldest one if there is none. */
    checkpointBefore(stepCount: number): Checkpoint {
      let i = checkpoints.length - 1;
      while (i > 0 && checkpoints[i].stepCount > stepCount) i--;
      return checkpoints[i];
    },
    /** Sets commands of another recording as the future of this one. */
    setFuture(entries: readonly RecordedEntry[], future: Future): void {
      log = [...entries];
      recording.future = future;
    },
    /** The next checkpoints have the particles and springs of this model: a slit has added some, or was closed. */
    resize(next: Pick<Model, 'particleCount' | 'springCount'>) {
      ({ particleCount, springCount } = next);
      fixedBytes = sizeOf(particleCount, springCount);
      for (const checkpoint of spare.splice(0)) drop(checkpoint);
    },
    /** Drops everything after this step, and the commands from `nextCommand` on. */
    truncate(stepCount: number): void {
      const isLater = (one: Checkpoint) => one.stepCount > stepCount || one.commandCount > recording.nextCommand;
      while (checkpoints.length > 1 && isLater(checkpoints[checkpoints.length - 1])) {
        drop(checkpoints.pop() as Checkpoint);
      }
      for (const { command } of log.splice(recording.nextCommand - droppedCommands)) logBytes -= sizeOfPlain(command);
      recording.future = null;
      const { history } = recording;
      recording.stoppedHistory = null;
      recording.history = history;
    },
  };
  return recording;
}

const isTypedArray = (plain: unknown): plain is Float64Array => ArrayBuffer.isView(plain);

/** A deep copy of plain data: the caller may change its own arrays afterwards. */
function copyOfPlain<T>(plain: T): T {
  if (Array.isArray(plain)) return plain.map(copyOfPlain) as T;
  if (typeof plain !== 'object' || plain === null) return plain;
  if (isTypedArray(plain)) return plain.slice() as T;
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, copyOfPlain(value)])) as T;
}

/** Estimated size of plain data in memory, bytes. */
export function sizeOfPlain(plain: unknown): number {
  if (ArrayBuffer.isView(plain)) return 100 + plain.byteLength;
  if (typeof plain !== 'object' || plain === null) return 8;
  return Object.values(plain).reduce<number>((sum, value) => sum + 16 + sizeOfPlain(value), 50);
}
