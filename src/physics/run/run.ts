import { type BlowUp, CHECK_EVERY } from '../blow-up/blow-up-detector';
import { findWorstOffender } from '../blow-up/worst-offender';
import type { Account, Ledger } from '../energy/ledger';
import type { KernelId } from '../kernels/kernel';
import type { Precision } from '../model/arena';
import type { Control } from '../model/model';
import type { Params } from '../model/params';
import { isFiniteState } from '../model/state';
import { checkKernel } from '../registry';
import { loadFile } from '../scenes/file/load-file';
import type { SceneFile } from '../scenes/file/scene-file';
import { type LoadedScene, loadScene } from '../scenes/load-scene';
import type { SceneData, SceneDefinition } from '../scenes/scene';
import type { Equilibrium } from '../statics/equilibrium';
import type { ConstraintDefinition } from '../world/constraint';
import type { StepReport } from '../world/integrator';
import type { Checkpoint, Origin } from './checkpoint';
import { restoreState, saveCheckpoint } from './save-checkpoint';
import { createSceneInstance, loadIntoInstance, refreshSceneInstance, type SceneInstance } from './scene-instance';

/** A simulation as its parts see it: a stage, and where on the way it is. */
export interface Run {
  /** Id of a built-in scene, or the name of a file. */
  name: string;
  /** Null for a file. */
  definition: SceneDefinition | null;
  /** The scene as it was loaded, and the parameters that its masses, stiffness and damping go with. */
  source: Pick<LoadedScene, 'data' | 'at'>;
  instance: SceneInstance;
  control: Control;
  /** Replaced, never changed in place: copies hold on to it. */
  params: Params;
  integrator: string;
  precision: Precision;
  /** What was asked for, 'auto' or an id; what is at work is the stage's. */
  kernel: string;
  preconditioner: string;
  stepCount: number;
  origin: Origin;
  blowUp: BlowUp | null;
  /** Of the last step. */
  report: StepReport;
  /** What the last search for one came to. */
  equilibrium: Equilibrium | null;
  /** Where its energy goes; null while nobody asks. */
  ledger: Ledger | null;
  /** The step at which the run was looked at last. */
  checkedAt: number;
  /** False for a rerun, which is to blow up. */
  watched: boolean;
  /** Commands so far that no state is taken back over: after a blow-up the run rests at no earlier one. */
  edits: number;
  /** Recorded commands that have acted again. */
  repeats: number;
}

export interface Setup {
  scene?: string | SceneFile;
  integrator?: string;
  params?: Partial<Params>;
  precision?: Precision;
  kernel?: 'auto' | KernelId;
  preconditioner?: string;
}

export function startRun(setup: Setup): Run {
  const precision = setup.precision ?? 'single';
  const { scene = 'cloth', params } = setup;
  const loaded = typeof scene === 'string' ? loadScene(scene, params) : loadFile(scene, params, precision);
  const { integrator = loaded.integrator, kernel = 'auto', preconditioner = 'auto' } = setup;
  checkKernel(kernel, precision);
  return beginRun(loaded, { integrator, precision, kernel, preconditioner });
}

function beginRun(loaded: LoadedScene, how: Pick<Run, 'integrator' | 'precision' | 'kernel' | 'preconditioner'>): Run {
  const { name, definition, data, at, params } = loaded;
  const control: Control = { held: -1, target: new Float64Array(3), push: new Float64Array(3) };
  const run: Run = {
    name,
    definition,
    source: { data, at },
    instance: createSceneInstance(data, at, { ...how, params, control }),
    control,
    params,
    ...how,
    stepCount: 0,
    origin: beginningOf(data.time, params.dt),
    blowUp: null,
    report: { ok: true, converged: true, iterations: 0, residual: 0 },
    equilibrium: null,
    ledger: null,
    checkedAt: 0,
    watched: true,
    edits: 0,
    repeats: 0,
  };
  startRecording(run);
  return run;
}

/**
 * Where the counting of steps begins for a scene that is entered at this time: at 0, if whole steps lead from there to it
 * to the last bit. So a run that is saved and loaded counts on as it did.
 */
export function beginningOf(time: number, dt: number): Origin {
  const steps = Math.round(time / dt);
  return steps * dt === time ? { time: 0, step: -steps } : { time, step: 0 };
}

/** One step of dt, and a look at the state where one is due. */
export function advance(run: Run): void {
  stepOnce(run);
  if (run.stepCount % CHECK_EVERY === 0) checkForBlowUp(run);
}

function stepOnce(run: Run): void {
  const { instance, origin, params, ledger } = run;
  const { state, world, hand, watch } = instance;
  const h = params.dt;
  for (let i = 0; i < world.forces.length; i++) world.forces[i].beforeStep?.(state, h);
  ledger?.noteStep('damping');
  hand.beforeStep(state, h);
  const { constraints } = world;
  for (let i = 0; i < constraints.length; i++) constraints[i].beforeStep?.(state, h);
  ledger?.noteStep('hand');
  run.report = instance.integrator.step(state, h);
  ledger?.noteStep(null);
  watch.addWork(hand.afterStep(state, h));
  ledger?.noteStep('hand');
  for (let i = 0; i < constraints.length; i++) {
    const work = constraints[i].afterStep?.(state, h) ?? 0;
    watch.addWork(work);
    ledger?.noteStep(accountOf(world.constraintDefinitions[i], work));
  }
  run.stepCount++;
  state.time = origin.time + (run.stepCount - origin.step) * h;
}

/** What is pushed out of where a command has put it, or an obstacle, gains what the command has changed. */
function accountOf({ account }: ConstraintDefinition, work: number): Account {
  return account === 'damping' && work > 0 ? 'parameters' : (account ?? null);
}

/** Looks for a blow-up, and keeps a copy of what has not been recorded yet, once a step. */
export function checkForBlowUp(run: Run): void {
  if (run.checkedAt === run.stepCount || run.blowUp || !run.watched) return;
  run.checkedAt = run.stepCount;
  const { instance, params, stepCount } = run;
  const { cause, calm, strain } = instance.watch.inspect(instance.state, params.dt);
  if (cause === 'non-finite' || (cause && params.stopOnBlowUp === 1)) {
    const { time } = instance.state;
    const again = () => lastFinite(run);
    const worst =
      cause === 'non-finite'
        ? (run.ledger?.without(again) ?? again())
        : findWorstOffender(instance.world, instance.state);
    run.blowUp = { step: stepCount, time, cause, ...worst };
    instance.recording.future = { step: stepCount, time, blowUp: run.blowUp };
    goBack(run);
    run.ledger?.goBack(run.stepCount);
  } else if (!instance.recording.future) saveCheckpoint(run, calm, strain);
}

/** Where it began that numbers cease to be finite: the steps since the last copy again, up to the one before. */
function lastFinite(run: Run): Pick<BlowUp, 'spring' | 'particle'> {
  const { recording, state, world } = run.instance;
  restoreState(run, recording.copies[recording.copies.length - 1]);
  let worst = findWorstOffender(world, state);
  for (let i = 1; i < CHECK_EVERY; i++) {
    stepOnce(run);
    if (!isFiniteState(state)) break;
    worst = findWorstOffender(world, state);
  }
  return worst;
}

/** Starts the accounts of energy anew. */
export function restartAccounts(run: Run): void {
  run.instance.watch.restart(run.instance.state);
  run.checkedAt = run.stepCount;
}

/** Begins a new record here, with accounts of its own. */
export function startRecording(run: Run): void {
  restartAccounts(run);
  run.instance.recording.clear();
  saveCheckpoint(run, true, 0);
}

/** Replaces the scene instance by one with the same particles or with another number of them, and begins a new record. */
export function setSceneInstance(run: Run, instance: SceneInstance, live: SceneData): void {
  run.instance = instance;
  loadIntoInstance(instance, live);
  refreshSceneInstance(instance);
  startRecording(run);
}

/** Rests at the last good state since the last edit: the newest calm one, or where all are excited the least excited. */
function goBack(run: Run): void {
  const { recording } = run.instance;
  const { copies } = recording;
  let best: Checkpoint = copies[copies.length - 1];
  for (let i = copies.length - 1; i >= 0 && copies[i].edits === run.edits && !best.calm; i--) {
    if (copies[i].calm || copies[i].strain < best.strain) best = copies[i];
  }
  recording.next = best.noted;
  restoreState(run, best);
}
