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
import type { RecordedRange, recordedTable } from '../../physics/experiment/recorded-table';
import { createBodiesOf, createDescription, describeStructure, movedObstacles } from '../frame/describe';
import type { Processor, Structure } from '../frame/frame';
import { createBufferPool, type FrameUpdate } from '../frame/frame-message';
import { createSampler } from '../frame/sampler';
import { createFieldValues, createSnapshot } from '../frame/snapshot';
import { unpackCommand } from '../jobs/packed-scene';
import type { Answer, Args, QueryName } from '../queries';
import { createSlowReplay, type ReplayControl } from '../slow-replay';
import { type Companions, openCompanions } from './companions';
import { type Budget, createPacing, stepByClock } from './pacing';
import { createProcessorChoice } from './processor-choice';

/** 'auto': the fastest that is supported; 'cpu': the fastest on the CPU. */
export type RequestedKernel = 'auto' | 'js' | 'cpu' | 'gpu';

/** A run with its frames and its pacing, the same in a worker and on the page's thread. The page calls its methods by `Remote`. */
export type Session = ReturnType<typeof createSession>;

/** Analyses are loaded when the run starts: the first motion does not wait for them, and hardly any question does. */
const loadQueries = () => import('../queries');

/** Commands that move the particles, or go to a recorded step: the user wants to see that. */
const MOVES: readonly Command['type'][] = ['place', 'equilibrium', 'rewind'];

/** @param clock in ms */
export function createSession(
  clock: () => number,
  budget: Budget = { least: 20, part: 0 },
  kernel: RequestedKernel = 'auto',
) {
  const simulation = createSimulation({ kernel: kernel === 'js' ? 'js' : 'auto' });
  // A GPU is requested by `computeOn` when the first frame is there.
  const processor = createProcessorChoice(simulation, clock, kernel === 'auto' ? 'auto' : 'cpu');
  const describe = createDescription(clock);
  const bodiesOf = createBodiesOf();
  const pacing = createPacing(clock, budget);
  const slowReplay = createSlowReplay(clock);
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
  /** Number of commands so far. */
  let commands = 0;
  /** Number of times that steps under way were ended. */
  let endedSteps = 0;
  let companions: Companions | null = null;
  /** True if the last call let time pass, during which the run advances. */
  let plays = false;

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
    if (simulation.blowUp) slowReplay.start(simulation, playsBlowUps);
  }

  /** True if every run has stopped at a blow-up. */
  const rests = () => (companions ? companions.resting : simulation.blowUp !== null);

  /**
   * The slow replay of a blow-up goes on while only settings change: the run rests, and the recording has those that blew up.
   * @param blowUp the one before the command
   */
  function followCommand({ type }: Command, blowUp: Simulation['blowUp']): void {
    if (MOVES.includes(type) || !simulation.blowUp || simulation.model !== model) slowReplay.end();
    else if (!blowUp) showBlowUp();
  }

  const { onCpu } = processor;
  const isOnGpu = () => processor.isOnGpu && !companions;

  async function stepOnGpu(count: number): Promise<void> {
    const atOnce = sampler.active ? 1 : count;
    for (let done = 0; done < count && !simulation.blowUp; done += atOnce) {
      await processor.step(atOnce);
      if (sampler.active) sampler.record();
    }
  }

  function stepOnce(): boolean {
    const running = companions ? companions.stepAll() : simulation.step().ok;
    if (sampler.active) sampler.record();
    return running;
  }

  function stepHere(count: number): StepReport {
    const runs = companions ?? simulation;
    let report = runs.step(sampler.active ? 0 : count);
    for (let i = 0; sampler.active && i < count && !rests(); i++) {
      report = runs.step();
      sampler.record();
    }
    companions?.replays.update(playsBlowUps);
    return report;
  }

  function step(count: number): StepReport | Promise<StepReport> {
    plays = false;
    if (count > 0 && !companions) slowReplay.end();
    if (isOnGpu()) return stepOnGpu(count).then(() => simulation.report);
    return onCpu(() => stepHere(count));
  }

  /** @param act as in `Simulation.apply` */
  function runCommand(command: Command, act?: number): void {
    const { blowUp } = simulation;
    plays = false;
    commands++;
    (companions ?? simulation).apply(command, act);
    companions?.replays.update(playsBlowUps);
    followCommand(command, blowUp);
    if (changesStructure(command)) refreshStructure();
    if (command.type === 'scene' || command.type === 'reset') pacing.restart();
  }

  /** Plays, pauses, seeks or ends the slow replay of a blow-up. Does nothing where there is none. */
  function controlReplay(control: ReplayControl): void {
    companions?.replays.control(control);
    if (control.type === 'repeat') return;
    if (control.type === 'end') slowReplay.end();
    else if (slowReplay.shown) slowReplay.control(control);
    else if (control.type === 'play') showBlowUp();
  }

  return {
    simulation,
    runCommand,
    /**
     * The same for the page. A packed scene is built in slices, and yields what is done, 0 … 1; the present scene stays until then.
     * @param packed true: the scene of the command is a `PackedScene` that has been checked
     */
    async *send(command: Command, act?: number, packed = false): AsyncGenerator<number, void, void> {
      const plain = packed ? await unpackCommand(command) : command;
      if (packed) yield* simulation.build(plain as Extract<Command, { type: 'scene' }>);
      await onCpu(() => runCommand(plain, act));
      // Without a GPU the CPU goes on.
      processor.update().catch(() => {});
    },
    /**
     * Runs as many whole steps as fit into `elapsed` seconds of wall time, and plays the slow replays of blow-ups.
     * @param steps false: only the replays @param spent arrays of frames that nothing reads any longer
     */
    advance(elapsed: number, steps = true, spent: readonly Floats[] = []): void | Promise<void> {
      pool.give(spent);
      slowReplay.advance(elapsed);
      companions?.replays.advance(elapsed);
      const wasBlownUp = simulation.blowUp !== null;
      plays = steps && !rests();
      if (!plays) return;
      const { params, timeline, stepCount } = simulation;
      // A failure is reported when something is asked.
      if (stepCount === 0) loadQueries().catch(() => {});
      const { dt, speed } = params;
      const end = () => {
        companions?.replays.update(playsBlowUps);
        // A replay of the recording already showed it.
        if (!wasBlownUp && !timeline.past) showBlowUp();
      };
      if (isOnGpu()) return pacing.advanceTogether(elapsed, dt, speed, stepOnGpu).then(end);
      return onCpu(() => {
        pacing.advance(elapsed, dt, speed, stepOnce);
        end();
      });
    },
    /** Runs exactly `count` steps. Returns the report of the last one. */
    step,
    /** The same in slices, beside later calls. Yields the number of steps made, and returns it: fewer than `count` after `endSteps`. */
    stepBeside(count: number): AsyncGenerator<number, number, void> {
      const ended = endedSteps;
      const some = async (slice: number) => {
        const { ok } = await step(slice);
        return ok || companions !== null;
      };
      return stepByClock(
        clock,
        some,
        count,
        () => commands,
        () => endedSteps !== ended,
      );
    },
    endSteps(): void {
      endedSteps++;
    },
    /** Lets the CPU, the GPU or the faster one compute from the next step on. Where the GPU is missing or lacks something, `Status` says why. */
    computeOn: (where: Processor): Promise<void> => processor.request(where),
    save: (): SceneFile => simulation.save(),
    hash: (): string => simulation.hash(),
    /** Answers a query about the run. Rejects with a RangeError for an unknown query or bad arguments. */
    async ask<Name extends QueryName>(name: Name, args: Args<Name>): Promise<Answer<Name>> {
      const { QUERIES } = await loadQueries();
      if (!Object.hasOwn(QUERIES, name)) throw new RangeError(`there is no query "${name}"`);
      return QUERIES[name](simulation, args as never) as Answer<Name>;
    },
    /** A table of the recording, row by row. @throws RangeError for bad arguments */
    async *recordedTable(args: Parameters<typeof recordedTable>[1]) {
      return yield* (await import('../../physics/experiment/recorded-table')).recordedTable(simulation, args);
    },
    /** The positions of the recording, pose by pose. @throws RangeError for bad arguments */
    async *recordedPoses(range: RecordedRange) {
      return yield* (await import('../recorded-poses')).recordedPoses(simulation, range);
    },
    /** The triangles that set the limit on dt; null: none do. In slices. */
    async *limitingTriangles() {
      return yield* (await import('../../physics/analysis/stability/limiting-triangles')).limitingTriangles(simulation);
    },
    /** Id of the field that colors the particles of the next frames; null: none. */
    colorBy: (id: string | null): void => field.choose(id),
    /** Particles whose motion is sampled from the next step on, with the energies of the run; see `Frame.samples`. */
    watch: (particles: readonly number[]): void => sampler.watch(particles),
    /** Runs companions of the main run, from its present state; null ends that. @throws RangeError as `openCompanions` */
    sideBySide(variants: readonly Variant[] | null): void | Promise<void> {
      companions = null;
      return onCpu(() => {
        if (variants) companions = openCompanions(simulation, variants, pool, clock);
      });
    },
    /** False: the slow replay of a blow-up rests at its onset until it is told to play, as under reduced motion. */
    playBlowUps(on: boolean): void {
      playsBlowUps = on;
      if (!on) controlReplay({ type: 'pause' });
    },
    controlReplay,
    /** The present state. Its arrays belong to the receiver until they return by `recycle` or `advance`. */
    frame(): FrameUpdate {
      const isOther = simulation.model !== model || model.cuts.version !== cuts;
      if (isOther || simulation.timeline.replayCount !== replayed) refreshStructure();
      const colors = field.compute(slowReplay.state ?? undefined);
      const status = describe(simulation, structure, pacing.pace, slowReplay.shown, plays);
      return {
        structure,
        status: { ...status, ...processor.status(status, companions === null) },
        ...takeSnapshot(slowReplay.state?.positions ?? null, colors?.values ?? null),
        field: colors,
        bodies: bodiesOf(simulation),
        moved: movedObstacles(simulation),
        samples: sampler.take(),
        companions: companions?.frames() ?? [],
      };
    },
    recycle: pool.give,
  };
}
