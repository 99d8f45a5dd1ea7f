import type { BlowUp } from '../blow-up/blow-up-detector';
import type { ReplayableCommand } from '../commands/apply-command';
import type { Precision } from '../model/arena';
import type { Model } from '../model/model';
import { copyOfPlain, weightOf } from '../model/plain-data';
import type { Checkpoint } from './checkpoint';

export interface LoggedCommand {
  /** It acted at this step, ahead of the next. */
  readonly stepCount: number;
  /** s. */
  readonly time: number;
  readonly command: ReplayableCommand;
}

export interface Entry extends LoggedCommand {
  /** Where it led, if it is not done again. */
  leap: Checkpoint | null;
}

/** What is recorded beyond the present step. */
export interface Future {
  readonly step: number;
  /** s. */
  readonly time: number;
  /** That it ends with. */
  readonly blowUp: BlowUp | null;
}

/**
 * Bytes that a record may take: 64 MB. At 32 × 32 that is 1600 copies, or half of that where a method remembers. A cloth
 * so large that fewer copies than FEWEST fit has these.
 */
export const MEMORY = 64e6;
/** Part of it that commands may take. */
const COMMANDS = 0.25;
const FEWEST = 4;
const MOST = 2048;
/** Steps between two copies at most: so many have to be run again to show one in between. */
export const MOST_APART = 2048;
/** Copies are at most this part of their age apart; where that is not enough, the oldest go. */
const WIDEST = 1 / 8;
/** Part of the copies that is given up at a time. */
const THINNED = 1 / 32;
/** Copies made at a time, and bytes that these may take: between, a step allocates nothing. */
const BATCH = 16;
const BATCH_BYTES = 4e6;
/** What an object takes beside its numbers, bytes. */
const OBJECT = 2000;

/**
 * The run so far, in bounded memory: copies of it, and the commands in between. When the memory is full copies are
 * thinned out, so that their distance grows in proportion to their age: the last steps can be shown at once, and any
 * other after few. Where they would be too far apart the oldest go.
 */
export interface Recording {
  /** Oldest first. */
  readonly copies: readonly Checkpoint[];
  /** Of commands, since the record was begun. */
  readonly noted: number;
  readonly bytes: number;
  /** What is recorded beyond the present step while the run is in the past; null: it is at the end of its record. */
  future: Future | null;
  /** The command that acts next when the run comes to its step again: the number of those noted ahead of it. */
  next: number;
  clear(): void;
  /** The place for a copy at this step, to be filled by the caller; its arrays are reused. @param memory numbers in it */
  add(stepCount: number, memory: number, leap: boolean): Checkpoint;
  /** Notes a command that has acted. */
  note(stepCount: number, time: number, command: ReplayableCommand): void;
  /** The command that was noted last is not to be done again: this is where it led. */
  lead(leap: Checkpoint): void;
  /** The command with this number. */
  entry(number: number): Entry | undefined;
  /** Commands from the one with this number on. */
  entries(from: number): readonly Entry[];
  /** The newest copy up to a step. */
  copyAt(stepCount: number): Checkpoint;
  /** Begins with what another record has ahead of it. */
  takeOver(entries: readonly Entry[], future: Future): void;
  /** Forgets all that comes after this step, and the commands from `next` on. */
  endAt(stepCount: number): void;
}

export function createRecording(model: Model, precision: Precision): Recording {
  const { particleCount, springCount } = model;
  const numbers = precision === 'double' ? Float64Array : Float32Array;
  const bare = 8 * particleCount * numbers.BYTES_PER_ELEMENT + particleCount + springCount + OBJECT;
  let copies: Checkpoint[] = [];
  let spare: Checkpoint[] = [];
  let log: Entry[] = [];
  let forgotten = 0;
  let bytes = 0;
  let logBytes = 0;
  /** How far apart copies may be, in parts of their age. */
  let spread = 0;

  function create(memory: number): Checkpoint {
    bytes += bare + 8 * memory;
    return {
      state: { positions: new numbers(4 * particleCount), velocities: new numbers(4 * particleCount), time: 0 },
      target: new Float64Array(3),
      push: new Float64Array(3),
      pinned: new Uint8Array(particleCount),
      cut: new Uint8Array(springCount),
      memory: new Float64Array(memory),
      watch: {},
      report: {},
    } as Checkpoint;
  }

  /** An entry may still lead to a leap: its arrays are not used again. */
  function giveUp(copy: Checkpoint): void {
    if (copy.leap || bytes + logBytes > MEMORY) bytes -= bare + 8 * copy.memory.length;
    else spare.push(copy);
  }

  function forgetOldest(count: number): void {
    for (const copy of copies.splice(0, count)) giveUp(copy);
    const gone = copies[0].noted - forgotten;
    for (const { command } of log.splice(0, gone)) logBytes -= weightOf(command);
    forgotten += gone;
  }

  /** Gives up some copies: those that are close to each other for their age, or else the oldest. */
  function thin(): void {
    const now = copies[copies.length - 1].stepCount;
    const wanted = Math.max(1, Math.floor(THINNED * copies.length));
    for (;;) {
      const before = copies.length;
      let kept = 1;
      for (let i = 1; i < before; i++) {
        const copy = copies[i];
        const apart = i + 1 < before ? copies[i + 1].stepCount - copies[kept - 1].stepCount : MOST_APART + 1;
        const close = apart <= Math.min(MOST_APART, spread * (now - copy.stepCount));
        if (close && !copy.leap && before - i + kept > FEWEST) giveUp(copy);
        else copies[kept++] = copy;
      }
      copies.length = kept;
      if (before - kept >= wanted) return;
      if (spread === WIDEST) {
        forgetOldest(Math.min(wanted, kept - 1));
        return;
      }
      spread = Math.min(WIDEST, Math.max(1e-4, 1.2 * spread));
    }
  }

  function shrink(): void {
    if (logBytes > COMMANDS * MEMORY && copies.length > FEWEST) forgetOldest(Math.ceil(THINNED * copies.length));
    while (bytes + logBytes > MEMORY && copies.length > FEWEST) thin();
  }

  function room(memory: number): Checkpoint {
    const size = bare + 8 * memory;
    shrink();
    if (spare.length === 0) {
      const fits = copies.length < MOST ? Math.floor((MEMORY - bytes - logBytes) / size) : 0;
      if (fits > 0 || copies.length < FEWEST) {
        const batch = Math.max(1, Math.min(BATCH, fits, Math.floor(BATCH_BYTES / size)));
        for (let i = 0; i < batch; i++) spare.push(create(memory));
      } else thin();
    }
    const copy = spare.pop() ?? create(memory);
    if (copy.memory.length !== memory) {
      bytes += 8 * (memory - copy.memory.length);
      copy.memory = new Float64Array(memory);
    }
    return copy;
  }

  const recording: Recording = {
    future: null,
    next: 0,
    get copies() {
      return copies;
    },
    get noted() {
      return forgotten + log.length;
    },
    get bytes() {
      return bytes + logBytes;
    },
    clear() {
      copies = [];
      spare = [];
      log = [];
      forgotten = bytes = logBytes = spread = 0;
      recording.future = null;
      recording.next = 0;
    },
    add(stepCount, memory, leap) {
      const copy = room(memory);
      copies.push(Object.assign(copy, { stepCount, leap, noted: recording.next }));
      return copy;
    },
    note(stepCount, time, command) {
      const last = log.at(-1);
      // Of the moves between two steps only the last has an effect.
      const replaces = command.type === 'move' && last?.command.type === 'move' && last.stepCount === stepCount;
      if (replaces) log.pop();
      else logBytes += weightOf(command);
      log.push({ stepCount, time, command: copyOfPlain(command), leap: null });
      recording.next = recording.noted;
      shrink();
    },
    lead(leap) {
      log[log.length - 1].leap = leap;
    },
    entry: (number) => log[number - forgotten],
    entries: (from) => log.slice(Math.max(0, from - forgotten)),
    copyAt(stepCount) {
      let i = copies.length - 1;
      while (i > 0 && copies[i].stepCount > stepCount) i--;
      return copies[i];
    },
    takeOver(entries, future) {
      log = [...entries];
      recording.future = future;
    },
    endAt(stepCount) {
      const isLater = (copy: Checkpoint) => copy.stepCount > stepCount || copy.noted > recording.next;
      while (copies.length > 1 && isLater(copies[copies.length - 1])) giveUp(copies.pop() as Checkpoint);
      for (const { command } of log.splice(recording.next - forgotten)) logBytes -= weightOf(command);
      recording.future = null;
    },
  };
  return recording;
}
