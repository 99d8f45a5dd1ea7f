import {
  type Command,
  changesStructure,
  createSimulation,
  type Floats,
  type SceneFile,
  type Simulation,
  type StepReport,
} from '../../physics';
import { createBufferPool } from '../frame/buffer-pool';
import { createDescription, describeStructure } from '../frame/describe';
import { createFieldValues } from '../frame/field-values';
import type { Structure } from '../frame/frame';
import type { FrameUpdate } from '../frame/frame-message';
import { createSnapshot } from '../frame/snapshot';
import { type Companions, openCompanions } from './companions';
import type { RequestedKernel } from './messages';
import { type Budget, createPacing } from './pacing';
import type { Variant } from './protocol';
import { createSlowMotion } from './slow-motion';

/** The engine at work, the same in a worker and on the page's own thread. */
export interface Session {
  send(command: Command): void;
  /** Lets wall time pass, s. */
  advance(elapsed: number): void;
  step(count: number): StepReport;
  save(): SceneFile;
  hash(): string;
  readonly simulation: Simulation;
  /** What each particle of the next frames is coloured by; null: nothing. */
  colourBy(field: string | null): void;
  /** Runs others beside this one; null ends that. */
  sideBySide(variants: readonly Variant[] | null): void;
  playBlowUps(on: boolean): void;
  /** The run as it stands, in arrays that are the receiver's until they are given back to `recycle`. */
  frame(): FrameUpdate;
  recycle(arrays: readonly Floats[]): void;
}

/** What the hand does that was on the cloth when it blew up: it goes on while the slow motion plays. */
const GOING_ON: readonly Command['type'][] = ['move', 'push', 'release'];

/** @param clock in ms */
export function createSession(
  clock: () => number,
  budget: Budget = { least: 20, part: 0 },
  kernel: RequestedKernel = 'auto',
): Session {
  const simulation = createSimulation({ kernel });
  const describe = createDescription(clock);
  const pacing = createPacing(clock, budget);
  const slowMotion = createSlowMotion();
  const pool = createBufferPool();
  const field = createFieldValues(simulation, pool);
  const takeSnapshot = createSnapshot(simulation, pool);
  let { model } = simulation;
  let cuts = 0;
  /** Recorded commands that had acted again when the structure was described. */
  let repeated = 0;
  let generation = 0;
  let structure: Structure = describeStructure(simulation, generation);
  let playing = true;
  let companions: Companions | null = null;

  function refreshStructure(): void {
    if (simulation.model !== model) {
      model = simulation.model;
      generation++;
    }
    cuts = model.cuts.version;
    repeated = simulation.timeline.replayCount;
    structure = describeStructure(simulation, generation);
  }

  function showBlowUp(): void {
    if (simulation.blowUp && playing && !companions) slowMotion.start(simulation);
  }

  return {
    send(command) {
      const resting = simulation.blowUp !== null;
      (companions ?? simulation).apply(command);
      // Who goes through the record looks for himself.
      if (command.type === 'rewind') slowMotion.end();
      else if (!resting) showBlowUp();
      else if (!GOING_ON.includes(command.type)) slowMotion.end();
      if (changesStructure(command)) refreshStructure();
      if (command.type === 'scene' || command.type === 'reset') pacing.restart();
    },
    advance(elapsed) {
      if (companions ? companions.resting : simulation.blowUp) return slowMotion.advance(elapsed);
      const { params, timeline } = simulation;
      const { dt, speed } = params;
      pacing.advance(elapsed, dt, speed, companions ? companions.stepOn : () => simulation.step().ok);
      // Who plays the record has seen it.
      if (!timeline.past) showBlowUp();
    },
    simulation,
    colourBy: field.choose,
    step: (count) => (companions ?? simulation).step(count),
    save: () => simulation.save(),
    hash: () => simulation.hash(),
    sideBySide(variants) {
      companions = null;
      if (!variants) return;
      companions = openCompanions(simulation, variants, pool);
      slowMotion.end();
    },
    playBlowUps(on) {
      playing = on;
      if (!on) slowMotion.end();
    },
    frame() {
      if (simulation.model.cuts.version !== cuts || simulation.timeline.replayCount !== repeated) refreshStructure();
      const colors = field.compute();
      return {
        structure,
        status: describe(simulation, structure, pacing.pace, slowMotion.shown),
        ...takeSnapshot(slowMotion.positions, colors?.values ?? null),
        field: colors,
        companions: companions?.frames() ?? [],
      };
    },
    recycle: (arrays) => pool.give(arrays),
  };
}
