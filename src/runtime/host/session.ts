import {
  type Command,
  changesStructure,
  createSimulation,
  type Floats,
  type SceneFile,
  type Simulation,
  type StepReport,
  type Variant,
} from '../../physics';
import { createBufferPool } from '../frame/buffer-pool';
import { createDescription, describeStructure } from '../frame/describe';
import { createFieldValues } from '../frame/field-values';
import type { Structure } from '../frame/frame';
import type { FrameUpdate } from '../frame/frame-message';
import { createSampler } from '../frame/sampler';
import { createSnapshot } from '../frame/snapshot';
import { type Companions, openCompanions } from './companions';
import type { RequestedKernel } from './messages';
import { type Budget, createPacing } from './pacing';
import { createSlowMotion } from './slow-motion';

/** A run with its frames and its pacing, the same in a worker and on the page's thread. */
export interface Session {
  /** @param act as in `Simulation.apply` */
  runCommand(command: Command, act?: number): void;
  /** Runs the steps of `elapsed` seconds of wall time, or plays the slow motion. */
  advance(elapsed: number): void;
  step(count: number): StepReport;
  save(): SceneFile;
  hash(): string;
  readonly simulation: Simulation;
  /** Id of the field that colors the particles of the next frames; null: none. */
  colorBy(field: string | null): void;
  /** Particles whose motion the next frames sample, with the energies of the run. */
  watch(particles: readonly number[]): void;
  /** Runs companions of the main run; null ends that. */
  sideBySide(variants: readonly Variant[] | null): void;
  playBlowUps(on: boolean): void;
  /** The present state. Its arrays belong to the receiver until they return by `recycle`. */
  frame(): FrameUpdate;
  recycle(arrays: readonly Floats[]): void;
}

/** Commands of a grab that was active at the blow-up: they do not end the slow motion. */
const GRAB_MOVES: readonly Command['type'][] = ['move', 'push', 'release'];

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
  const sampler = createSampler(simulation);
  let { model } = simulation;
  let cuts = 0;
  /** Recorded commands that had been replayed when the structure was described. */
  let replayed = 0;
  let generation = 0;
  let structure: Structure = describeStructure(simulation, generation);
  let playsBlowUps = true;
  let companions: Companions | null = null;

  function refreshStructure(): void {
    if (simulation.model !== model) {
      model = simulation.model;
      generation++;
    }
    cuts = model.cuts.version;
    replayed = simulation.timeline.replayCount;
    structure = describeStructure(simulation, generation);
  }

  function showBlowUp(): void {
    if (simulation.blowUp && playsBlowUps && !companions) slowMotion.start(simulation);
  }

  function stepOnce(): boolean {
    const running = companions ? companions.stepAll() : simulation.step().ok;
    if (sampler.active) sampler.record();
    return running;
  }

  return {
    runCommand(command, act) {
      const wasBlownUp = simulation.blowUp !== null;
      (companions ?? simulation).apply(command, act);
      // The user already sees the recording.
      if (command.type === 'rewind') slowMotion.end();
      else if (!wasBlownUp) showBlowUp();
      else if (!GRAB_MOVES.includes(command.type)) slowMotion.end();
      if (changesStructure(command)) refreshStructure();
      if (command.type === 'scene' || command.type === 'reset') pacing.restart();
    },
    advance(elapsed) {
      if (companions ? companions.resting : simulation.blowUp) return slowMotion.advance(elapsed);
      const { params, timeline } = simulation;
      const { dt, speed } = params;
      pacing.advance(elapsed, dt, speed, stepOnce);
      // A replay of the recording already showed it.
      if (!timeline.past) showBlowUp();
    },
    simulation,
    colorBy: field.choose,
    watch: sampler.watch,
    step(count) {
      const runs = companions ?? simulation;
      if (!sampler.active) return runs.step(count);
      let report = runs.step(0);
      for (let i = 0; i < count && !simulation.blowUp; i++) {
        report = runs.step();
        sampler.record();
      }
      return report;
    },
    save: () => simulation.save(),
    hash: () => simulation.hash(),
    sideBySide(variants) {
      companions = null;
      if (!variants) return;
      companions = openCompanions(simulation, variants, pool);
      slowMotion.end();
    },
    playBlowUps(on) {
      playsBlowUps = on;
      if (!on) slowMotion.end();
    },
    frame() {
      if (simulation.model.cuts.version !== cuts || simulation.timeline.replayCount !== replayed) refreshStructure();
      const colors = field.compute();
      return {
        structure,
        status: describe(simulation, structure, pacing.pace, slowMotion.shown),
        ...takeSnapshot(slowMotion.positions, colors?.values ?? null),
        field: colors,
        samples: sampler.take(),
        companions: companions?.frames() ?? [],
      };
    },
    recycle: (arrays) => pool.give(arrays),
  };
}
