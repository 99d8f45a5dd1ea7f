import {
  applyCommand,
  buildInSlices,
  type Command,
  type LoggedCommand,
  reapplyCommand,
} from './commands/apply-command';
import { intactTriangles } from './model/cuts';
import { grabsOf, type Vec3 } from './model/model';
import { hashState, isFiniteState } from './model/state';
import { checkPreconditioner, methodOf } from './registry';
import { checkCount, checkForBlowUp } from './run/advance';
import { createLedger } from './run/ledger';
import type { Run } from './run/run';
import { checkSetup, type Setup } from './run/setup';
import { particleOf, snapshotForFile } from './run/snapshot';
import { fork, startRun } from './run/start-run';
import { createEnvironmentWriter, writeSceneFile } from './scenes/file/write-scene-file';
import { presentMaterial } from './scenes/materials/cards';
import type { Equilibrium, EquilibriumOptions, SearchProgress } from './statics/equilibrium/equilibrium';
import { replayBlowUp, rerun, stepWithReplay, timelineOf } from './timeline/rewind';
import { nextChanges } from './timeline/undo';
import type { StepReport } from './world/integrator';
import type { World } from './world/world';

/** What a simulation shows of its run, at each moment. */
const VIEWS = {
  /** Simulated time, s. */
  time: ({ state }) => state.time,
  /** Steps since the scene began or was reset. */
  stepCount: ({ stepCount }) => stepCount,
  /** Number n of particles, the pinned ones too. */
  particleCount: ({ model }) => model.particleCount,
  /** Number of springs that are not cut. Springs keep their indices: the bound of an index is `model.springCount`. */
  springCount: ({ model }) => model.springCount - model.cuts.count,
  /** Parameters by key; units as in `PARAMS`. */
  params: ({ settings }) => settings.params,
  /** The integrators, forces and parameters that this simulation can use. */
  definitions: ({ settings }) => settings.definitions,
  /** Id of the integrator. */
  integrator: ({ settings }) => settings.integrator,
  /** Precision of the state and of all forces. */
  precision: ({ settings }) => settings.precision,
  /** Id of the active kernel. */
  kernel: ({ world }) => world.kernel.id,
  /** Id of the active preconditioner of implicit methods. */
  preconditioner: ({ world }) => world.preconditioner.id,
  /** The requested ids, or 'auto'. Where the requested preconditioner is unsupported, another one is active. */
  requested: ({ settings: { kernel, preconditioner } }) => ({
    /** Id of a kernel, or 'auto'. */
    kernel,
    /** Id of a preconditioner, or 'auto'. */
    preconditioner,
  }),
  /** Id of the built-in scene, or the name in the file. */
  scene: ({ name }) => name,
  /** False for a scene from a file. */
  builtIn: ({ definition }) => definition !== null,
  /** The material that the surface is made of; null: of none. */
  material: ({ initial, settings }) => presentMaterial(initial, settings.params),
  /** Counts the scenes that were loaded, from 0. `undo` returns to an earlier scene and its number. */
  loadNumber: ({ loadNumber }) => loadNumber,
  /** What `undo` and `redo` would change. */
  history: nextChanges,
  /** The blow-up at which the simulation has stopped, or null. */
  blowUp: ({ blowUp }) => blowUp,
  /** Index of the particle in the first of the two grabs, or null. */
  held: ({ control: { held } }) => (held < 0 ? null : held),
  /** Target of the first grab, m. */
  target: ({ control }) => [...control.target] as Vec3,
  /** The grabs at present, at most two. */
  grabs: ({ control }) => grabsOf(control),
  /** N; the force of the command `push` on every particle. */
  push: ({ control }) => [...control.push] as Vec3,
  /** The result of the last search for an equilibrium in this scene, or null. */
  equilibrium: ({ equilibrium }) => equilibrium,
  /** Masses, springs and other structure of the scene: read only, like `state` and `world`. */
  model: ({ model }) => model,
  /** Positions and velocities. The commands `place` and `particle` change them. */
  state: ({ state }) => state,
  /** The result of the last step. */
  report: ({ report, blowUp }): Readonly<StepReport> => ({ ...report, ok: blowUp === null }),
  /** 4n; m/s; Δv of the last step, the initial guess of an implicit method's next solve; null for other methods. */
  lastChange: ({ integrator }) => integrator.lastChange ?? null,
  /** Forces, constraints and kernel of this model, for queries and analysis. */
  world: ({ world }): World => world,
  /** What is recorded since the last scene, reset or change of resolution: `rewind` goes to any of its steps. */
  timeline: timelineOf,
  /** The recorded commands, oldest first; of several moves in one step only the last. */
  recorded: ({ recording }) => recording.entriesFrom(0) as readonly LoggedCommand[],
  /** The time when the ledger began, s; null without a ledger. */
  ledgerSince: ({ ledger }) => ledger?.since ?? null,
} satisfies Record<string, (run: Run) => unknown>;

type Views = { readonly [K in keyof typeof VIEWS]: ReturnType<(typeof VIEWS)[K]> };

/** A running scene. Only `step` and `apply` change its state, and the same calls give the same bits. */
export interface Simulation extends Views, ReturnType<typeof methodsOf> {}

/** A new simulation, in the scene's initial state. @throws RangeError or SceneError with the option and its value */
export function createSimulation(setup: Setup = {}): Simulation {
  const run = startRun(setup, checkSetup(setup), reapplyCommand);
  checkPreconditioner(run.settings.preconditioner, run.world);
  return simulationOf(run);
}

/** The run of each simulation, for parts of the engine that go on with it. */
export const RUNS = new WeakMap<Simulation, Run>();

function methodsOf(run: Run) {
  const environmentOf = createEnvironmentWriter();
  return {
    /** Planes, spheres, forces and motions as in a scene file, with all fields; the same object until one changes. */
    get environment() {
      return environmentOf(run.settings.environment);
    },
    /**
     * Runs `count` steps of dt. Stops at a blow-up and reports it: `ok` is false.
     * @throws RangeError unless `count` is a whole number of at least 0
     */
    step(count = 1): StepReport {
      checkCount(count);
      for (let i = 0; i < count && !run.blowUp; i++) stepWithReplay(run);
      return VIEWS.report(run);
    },
    /**
     * Applies a command between two steps.
     * @param act the number of the user's act that the command is part of: `undo` takes back all commands of an act together; 0: an
     *   act of its own; absent: the command can't be undone
     * @throws RangeError, or SceneError for a file, with the field and its value; nothing has changed then
     */
    apply: (command: Command, act?: number) => applyCommand(run, command, act),
    /**
     * Builds a scene in slices, for a later `apply` of the same command, which is short then. Yields what is done, 0 … 1. Nothing changes;
     * what was built is dropped if other settings come into force before.
     * @throws as `apply`
     */
    build: (command: Extract<Command, { type: 'scene' }>) => buildInSlices(run, command),
    /** A copy of the values of one particle. @throws RangeError for an index that is not a particle */
    particle: (i: number) => particleOf(run, i),
    /**
     * Moves the particles to static equilibrium, f(x) = 0, at rest; pins stay. The command `equilibrium` does the same.
     * @throws RangeError for invalid options
     */
    findEquilibrium(options: EquilibriumOptions = {}, progress?: SearchProgress) {
      run.progress = progress ?? null;
      applyCommand(run, { ...options, type: 'equilibrium' });
      run.progress = null;
      return run.equilibrium as Equilibrium;
    },
    /** Where energy went since the first call, J; see `energyLedger`. */
    energyLedger() {
      run.ledger ??= createLedger(run);
      return run.ledger.read();
    },
    /** Ends the ledger; the next call of `energyLedger` begins a new one. */
    closeLedger() {
      run.ledger?.close();
      run.ledger = null;
    },
    /** Energy of the present state, J; without that of the grab's spring. */
    energy: () => run.world.energy(run.state),
    /** Hash of the bits of positions and velocities: 16 hexadecimal digits. */
    hash: () => hashState(run.state),
    /** A scene file that loads to exactly this state. */
    save() {
      // JSON cannot hold NaN: restore the last good state first.
      if (!isFiniteState(run.state)) checkForBlowUp(run);
      const { integrator, params, definitions } = run.settings;
      return writeSceneFile(snapshotForFile(run), integrator, params, definitions.params);
    },
    /** 3 indices a triangle: the surface without the triangles that cuts have opened. */
    surface: () => intactTriangles(run.model, run.model.surface),
    /** An independent copy: the same steps and commands give the same bits. */
    fork: (): Simulation => simulationOf(fork(run)),
    /**
     * An independent simulation at a recorded step. Its steps repeat the recording to the same bits, and no blow-up stops it.
     * After the end of the recording it continues on its own.
     * @throws RangeError for a step that is not recorded
     */
    rerun: (step: number): Simulation => simulationOf(rerun(run, step)),
    /** Repeats the last steps before the blow-up at which this simulation has stopped; null without one. */
    replay: () => replayBlowUp(run),
  };
}

function simulationOf(run: Run): Simulation {
  const views = Object.entries(VIEWS).map(([key, view]) => [key, { get: () => view(run), enumerable: true }]);
  const simulation = Object.defineProperties(methodsOf(run), Object.fromEntries(views)) as Simulation;
  RUNS.set(simulation, run);
  return simulation;
}

/** Particles and springs advanced by one step of an explicit method within a slice: some milliseconds of work. */
const SLICE = 4e4;
/** Approximate cost of an implicit step, in explicit steps. */
const IMPLICIT_COST = 20;

/** Runs `steps` steps, in slices of some milliseconds: fewer if the run blows up. */
export function* stepInSlices(simulation: Simulation, steps: number): Generator<null, void, void> {
  const { particleCount, springCount } = simulation.model;
  const { iterations, substeps } = simulation.params;
  const { implicit, solvesSprings } = methodOf(simulation.integrator, simulation.definitions);
  const cost = (particleCount + springCount) * (implicit ? IMPLICIT_COST : solvesSprings ? iterations * substeps : 1);
  const slice = Math.max(1, Math.floor(SLICE / cost));
  for (let done = 0; done < steps && !simulation.blowUp; done += slice) {
    simulation.step(Math.min(slice, steps - done));
    yield null;
  }
}
