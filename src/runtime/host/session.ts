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
import { createShow, type ShowControl } from '../blow-up-show/show';
import { createBufferPool } from '../frame/buffer-pool';
import { createDescription, describeStructure } from '../frame/describe';
import { createFieldValues } from '../frame/field-values';
import type { Structure } from '../frame/frame';
import type { FrameUpdate } from '../frame/frame-message';
import { createSampler } from '../frame/sampler';
import { createSnapshot } from '../frame/snapshot';
import { type Answer, type Args, QUERIES, type QueryName } from '../queries';
import { type Companions, openCompanions } from './companions';
import type { RequestedKernel } from './messages';
import { type Budget, createPacing } from './pacing';

/** A run with its frames and its pacing, the same in a worker and on the page's thread. */
export interface Session {
  /** @param act as in `Simulation.apply` */
  runCommand(command: Command, act?: number): void;
  /**
   * Runs the steps of `elapsed` seconds of wall time, and plays the shows of blow-ups.
   * @param steps false: only the shows
   */
  advance(elapsed: number, steps?: boolean): void;
  step(count: number): StepReport;
  save(): SceneFile;
  hash(): string;
  readonly simulation: Simulation;
  /** @throws RangeError for an unknown query or bad arguments */
  ask<Name extends QueryName>(name: Name, args: Args<Name>): Answer<Name>;
  /** Id of the field that colors the particles of the next frames; null: none. */
  colorBy(field: string | null): void;
  /** Particles whose motion the next frames sample, with the energies of the run. */
  watch(particles: readonly number[]): void;
  /** Runs companions of the main run; null ends that. @throws RangeError as `openCompanions` */
  sideBySide(variants: readonly Variant[] | null): void;
  /** False: the show of a blow-up rests at its onset until it is told to play. */
  playBlowUps(on: boolean): void;
  /** Plays, pauses, seeks or ends the show of a blow-up. Does nothing where there is none. */
  controlShow(control: ShowControl): void;
  /** The present state. Its arrays belong to the receiver until they return by `recycle`. */
  frame(): FrameUpdate;
  recycle(arrays: readonly Floats[]): void;
}

/** Commands that move the particles, or go to a recorded step: the user wants to see that. */
const MOVES: readonly Command['type'][] = ['place', 'equilibrium', 'rewind'];

/** @param clock in ms */
export function createSession(
  clock: () => number,
  budget: Budget = { least: 20, part: 0 },
  kernel: RequestedKernel = 'auto',
): Session {
  const simulation = createSimulation({ kernel });
  const describe = createDescription(clock);
  const pacing = createPacing(clock, budget);
  const show = createShow(clock);
  const pool = createBufferPool();
  const field = createFieldValues(simulation, pool);
  const takeSnapshot = createSnapshot(simulation, pool);
  const sampler = createSampler(simulation);
  let { model } = simulation;
  let cuts = 0;
  /** Recorded commands that had been replayed when the structure was described. */
  let replayed = 0;
  let generation = 0;
  let sceneNumber = 0;
  let structure: Structure = describeStructure(simulation, generation, sceneNumber);
  let playsBlowUps = true;
  let companions: Companions | null = null;

  function refreshStructure(): void {
    if (simulation.model !== model) {
      if (simulation.model.wholeScene !== model.wholeScene) sceneNumber++;
      model = simulation.model;
      generation++;
    }
    cuts = model.cuts.version;
    replayed = simulation.timeline.replayCount;
    structure = describeStructure(simulation, generation, sceneNumber);
  }

  function showBlowUp(): void {
    if (simulation.blowUp) show.start(simulation, playsBlowUps);
  }

  /** True if every run has stopped at a blow-up. */
  const rests = () => (companions ? companions.resting : simulation.blowUp !== null);

  /**
   * The show of a blow-up goes on while only settings change: the run rests, and the recording has those that blew up.
   * @param blowUp the one before the command
   */
  function followCommand({ type }: Command, blowUp: Simulation['blowUp']): void {
    if (MOVES.includes(type) || !simulation.blowUp || simulation.model !== model) show.end();
    else if (!blowUp) showBlowUp();
  }

  function stepOnce(): boolean {
    const running = companions ? companions.stepAll() : simulation.step().ok;
    if (sampler.active) sampler.record();
    return running;
  }

  const session: Session = {
    runCommand(command, act) {
      const { blowUp } = simulation;
      (companions ?? simulation).apply(command, act);
      companions?.shows.update(playsBlowUps);
      followCommand(command, blowUp);
      if (changesStructure(command)) refreshStructure();
      if (command.type === 'scene' || command.type === 'reset') pacing.restart();
    },
    advance(elapsed, steps = true) {
      show.advance(elapsed);
      companions?.shows.advance(elapsed);
      const wasBlownUp = simulation.blowUp !== null;
      if (!steps || rests()) return;
      const { params, timeline } = simulation;
      const { dt, speed } = params;
      pacing.advance(elapsed, dt, speed, stepOnce);
      companions?.shows.update(playsBlowUps);
      // A replay of the recording already showed it.
      if (!wasBlownUp && !timeline.past) showBlowUp();
    },
    simulation,
    colorBy: field.choose,
    watch: sampler.watch,
    step(count) {
      if (count > 0 && !companions) show.end();
      const runs = companions ?? simulation;
      let report = runs.step(sampler.active ? 0 : count);
      for (let i = 0; sampler.active && i < count && !rests(); i++) {
        report = runs.step();
        sampler.record();
      }
      companions?.shows.update(playsBlowUps);
      return report;
    },
    save: () => simulation.save(),
    hash: () => simulation.hash(),
    ask(name, args) {
      if (!Object.hasOwn(QUERIES, name)) throw new RangeError(`there is no query "${name}"`);
      return QUERIES[name](simulation, args as never) as Answer<typeof name>;
    },
    sideBySide(variants) {
      companions = null;
      if (variants) companions = openCompanions(simulation, variants, pool, clock);
    },
    playBlowUps(on) {
      playsBlowUps = on;
      if (!on) session.controlShow({ type: 'pause' });
    },
    controlShow(control) {
      companions?.shows.control(control);
      if (control.type === 'repeat') return;
      if (control.type === 'end') show.end();
      else if (show.shown) show.control(control);
      else if (control.type === 'play') showBlowUp();
    },
    frame() {
      const isOther = simulation.model !== model || model.cuts.version !== cuts;
      if (isOther || simulation.timeline.replayCount !== replayed) refreshStructure();
      const colors = field.compute(show.state ?? undefined);
      const status = describe(simulation, structure, pacing.pace, show.shown);
      return {
        structure,
        status,
        ...takeSnapshot(show.state?.positions ?? null, colors?.values ?? null),
        field: colors,
        samples: sampler.take(),
        companions: companions?.frames() ?? [],
      };
    },
    recycle: (arrays) => pool.give(arrays),
  };
  return session;
}
