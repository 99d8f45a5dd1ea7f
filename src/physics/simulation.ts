import type { BlowUp } from './blow-up/blow-up-detector';
import { applyCommand, type Command, type LoggedCommand, reapplyCommand } from './commands/apply-command';
import { createLedger, type EnergyLedger } from './energy/ledger';
import type { KernelId } from './kernels/kernel';
import type { Precision } from './model/arena';
import { intactTriangles } from './model/cuts';
import type { Environment, EnvironmentFile } from './model/environment';
import { hashState } from './model/hash';
import type { Model, State, Vec3 } from './model/model';
import type { Params } from './model/params';
import { isFiniteState } from './model/state';
import { show } from './model/validate';
import { checkPreconditioner } from './registry';
import { checkForBlowUp } from './run/advance';
import { fork } from './run/fork';
import type { Run } from './run/run';
import { checkSetup, type Setup } from './run/setup';
import { snapshotForFile } from './run/snapshot';
import { startRun } from './run/start-run';
import type { SceneFile } from './scenes/file/scene-file';
import { writeEnvironment } from './scenes/file/write-environment';
import { writeSceneFile } from './scenes/file/write-scene-file';
import type { Equilibrium, EquilibriumOptions } from './statics/equilibrium';
import { type Replay, replayBlowUp } from './timeline/replay';
import { rerun } from './timeline/rerun';
import { stepWithReplay, type Timeline, timelineOf } from './timeline/rewind';
import type { StepReport } from './world/integrator';
import type { World } from './world/world';
import type { Energy } from './world/world-context';

/** A running scene. Its state changes by `step` and `apply` alone, and the same calls give the same bits. */
export interface Simulation {
  /** s. */
  readonly time: number;
  readonly stepCount: number;
  readonly particleCount: number;
  /** Without the cut ones; springs keep their numbers, so that `model.springCount` is the bound for those. */
  readonly springCount: number;
  readonly params: Readonly<Params>;
  /** Id of the method at work. */
  readonly integrator: string;
  readonly precision: Precision;
  /** Ids of the kernel and of the preconditioner of implicit methods that are at work. */
  readonly kernel: KernelId;
  readonly preconditioner: string;
  /** What was asked for of both: an id, or 'auto'. Where a preconditioner can't serve as things are, another is at work. */
  readonly requested: { readonly kernel: string; readonly preconditioner: string };
  /** Id of the built-in scene, or the name in the file. */
  readonly scene: string;
  /** False for a scene from a file. */
  readonly builtIn: boolean;
  readonly blowUp: BlowUp | null;
  /** Particle in the hand, or null. */
  readonly held: number | null;
  /** Where the hand pulls to, m. */
  readonly target: Vec3;
  /** N; on every particle, by the command `push`. */
  readonly push: Vec3;
  /** Planes, spheres, forces and motions as they stand in a file, every field filled in; the same object until one changes. */
  readonly environment: EnvironmentFile;
  /** What the last search for an equilibrium came to; null where none has been made in this scene. */
  readonly equilibrium: Equilibrium | null;
  readonly model: Model;
  readonly state: State;
  /** Forces, constraints and kernel about this model: what queries and analysis work on. */
  readonly world: World;
  /** Of the last step. */
  readonly report: Readonly<StepReport>;
  /** 4n; where an implicit method's next solve sets out: its last Δv, m/s; null where it keeps none. */
  readonly lastChange: Readonly<Float64Array> | null;
  /** Runs `count` steps of dt, and stops at a blow-up; never throws for one. */
  step(count?: number): StepReport;
  /** @throws RangeError, or SceneError for a file, naming the thing and its value; the state is then unchanged */
  apply(command: Command): void;
  particle(i: number): { position: Vec3; velocity: Vec3; mass: number; pinned: boolean };
  /** J; without the hand's own spring. */
  energy(): Energy;
  /** Of positions and velocities, bit for bit: 16 hexadecimal digits. */
  hash(): string;
  /**
   * Moves the particles to static equilibrium, f(x) = 0, at rest; pins stay. The command `equilibrium` does the same.
   * @throws RangeError for options that can't be
   */
  findEquilibrium(options?: EquilibriumOptions): Equilibrium;
  /** Where energy has gone since this was asked for first; see `energyLedger`. */
  energyLedger(): EnergyLedger;
  /** s; when the books were opened; null while none are kept. */
  readonly ledgerSince: number | null;
  /** Keeps no more books; the next call of `energyLedger` opens new ones. */
  closeLedger(): void;
  /** A file that loads to exactly this state. */
  save(): SceneFile;
  /** 3 a triangle: the surface without what cuts have opened. */
  surface(): Uint32Array;
  /** Another that goes on from where this one is: under the same steps and commands to the same bits. */
  fork(): Simulation;
  /** What is recorded since the last scene, reset or change of resolution, and can be gone back to by `rewind`. */
  readonly timeline: Timeline;
  /** The commands in it, in the order in which they acted; of moves between two steps the last. */
  readonly recorded: readonly LoggedCommand[];
  /**
   * Another simulation at a recorded step, to look at what happened: its steps repeat what is recorded from there on, to
   * the same bits, and no blow-up stops it; what comes after the end of the record is its own. This one is untouched.
   * @throws RangeError for a step that is not recorded
   */
  rerun(step: number): Simulation;
  /** The last steps before the blow-up at which this simulation rests, to be run once more; null where there is none. */
  replay(): Replay | null;
}

/**
 * @param setup scene (default 'cloth'; an id or a file), integrator (default: the scene's own), params (over the scene's
 *   own), precision (default 'single'), kernel and preconditioner of implicit methods (default 'auto': the best that can serve)
 * @throws RangeError or SceneError naming what is wrong and its value
 */
export function createSimulation(setup: Setup = {}): Simulation {
  checkSetup(setup);
  const run = startRun(setup, reapplyCommand);
  checkPreconditioner(run.settings.preconditioner, run.world);
  return simulationOf(run);
}

function simulationOf(run: Run): Simulation {
  const environmentOf = createEnvironmentWriter();
  const at = (i: number, array: ArrayLike<number>): Vec3 => [array[4 * i], array[4 * i + 1], array[4 * i + 2]];

  const simulation: Simulation = {
    get time() {
      return run.state.time;
    },
    get stepCount() {
      return run.stepCount;
    },
    get particleCount() {
      return run.model.particleCount;
    },
    get springCount() {
      const { springCount, cuts } = run.model;
      return springCount - cuts.count;
    },
    get params() {
      return run.settings.params;
    },
    get integrator() {
      return run.settings.integrator;
    },
    get precision() {
      return run.settings.precision;
    },
    get kernel() {
      return run.world.kernel.id;
    },
    get preconditioner() {
      return run.world.preconditioner.id;
    },
    get requested() {
      return { kernel: run.settings.kernel, preconditioner: run.settings.preconditioner };
    },
    get scene() {
      return run.name;
    },
    get builtIn() {
      return run.definition !== null;
    },
    get blowUp() {
      return run.blowUp;
    },
    get held() {
      return run.control.held < 0 ? null : run.control.held;
    },
    get target() {
      return [...run.control.target] as Vec3;
    },
    get push() {
      return [...run.control.push] as Vec3;
    },
    get environment() {
      return environmentOf(run.settings.environment);
    },
    get equilibrium() {
      return run.equilibrium;
    },
    get model() {
      return run.model;
    },
    get state() {
      return run.state;
    },
    get report() {
      return { ...run.report, ok: run.blowUp === null };
    },
    get lastChange() {
      return run.integrator.memory ?? null;
    },
    get world() {
      return run.world;
    },
    get timeline() {
      return timelineOf(run);
    },
    get recorded() {
      return run.recording.entriesFrom(0) as readonly LoggedCommand[];
    },
    step(count = 1) {
      if (!Number.isInteger(count) || count < 0) {
        throw new RangeError(`step: the count must be a whole number of at least 0, got ${show(count)}`);
      }
      for (let i = 0; i < count && !run.blowUp; i++) stepWithReplay(run);
      return { ...run.report, ok: run.blowUp === null };
    },
    apply(command) {
      applyCommand(run, command);
    },
    particle(i) {
      const { model, state } = run;
      if (!Number.isInteger(i) || i < 0 || i >= model.particleCount) {
        throw new RangeError(`${show(i)} is not a particle (0–${model.particleCount - 1})`);
      }
      return {
        position: at(i, state.positions),
        velocity: at(i, state.velocities),
        mass: model.masses[i],
        pinned: model.pinned[i] === 1,
      };
    },
    findEquilibrium(options = {}) {
      simulation.apply({ ...options, type: 'equilibrium' });
      return run.equilibrium as Equilibrium;
    },
    energyLedger() {
      run.ledger ??= createLedger(run);
      return run.ledger.read();
    },
    get ledgerSince() {
      return run.ledger?.since ?? null;
    },
    closeLedger() {
      run.ledger?.close();
      run.ledger = null;
    },
    energy: () => run.world.energy(run.state),
    hash: () => hashState(run.state),
    save() {
      // JSON cannot hold NaN: restore the last good state first.
      if (!isFiniteState(run.state)) checkForBlowUp(run);
      const { integrator, params } = run.settings;
      return writeSceneFile(snapshotForFile(run), integrator, params);
    },
    surface: () => intactTriangles(run.model, run.model.surface),
    fork: () => simulationOf(fork(run)),
    rerun: (step) => simulationOf(rerun(run, step)),
    replay: () => replayBlowUp(run),
  };
  return simulation;
}

/** Environment in the form of a file, the same object until it is replaced. */
function createEnvironmentWriter(): (environment: Environment) => EnvironmentFile {
  let read: Environment | null = null;
  let written: EnvironmentFile;
  return (environment) => {
    if (environment !== read) written = writeEnvironment(environment);
    read = environment;
    return written;
  };
}
