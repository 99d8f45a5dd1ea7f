import { type BlowUp, CHECK_EVERY } from './blow-up';
import type { ConstraintDefinition, StepReport } from './contracts';
import type { Copy, Origin } from './copy';
import { keepCopy, putBackState } from './keep-copy';
import type { KernelId } from './kernels/kernel';
import { lateParts } from './late-parts';
import type { Account, Ledger } from './ledger';
import type { Precision } from './memory';
import type { Control } from './model';
import type { Params } from './params';
import { checkKernel, laws } from './registry';
import { type LoadedScene, loadScene } from './scenes/load-scene';
import type { SceneDefinition } from './scenes/scene';
import type { SceneFile } from './scenes/scene-file';
import { createStage, type Stage } from './stage';
import { isFiniteState } from './state';
import type { Equilibrium } from './statics/equilibrium';
import { findWorst } from './worst';

/** A simulation as its parts see it: a stage, and where on the way it is. */
export interface Run {
  /** Id of a built-in scene, or the name of a file. */
  name: string;
  /** Null for a file. */
  definition: SceneDefinition | null;
  /** The scene as it was loaded, and the parameters that its masses, stiffness and damping go with. */
  source: Pick<LoadedScene, 'data' | 'at'>;
  stage: Stage;
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
  const loaded = typeof scene === 'string' ? loadScene(scene, params) : lateParts().loadFile(scene, params, precision);
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
    stage: createStage(data, at, { ...how, params, control }),
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
  beginRecord(run);
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
  if (run.stepCount % CHECK_EVERY === 0) examine(run);
}

function stepOnce(run: Run): void {
  const { stage, origin, params, ledger } = run;
  const { state, world, hand, watch } = stage;
  const h = params.dt;
  for (let i = 0; i < world.forces.length; i++) world.forces[i].beforeStep?.(state, h);
  ledger?.noteStep('damping');
  hand.beforeStep(state, h);
  const { constraints } = world;
  for (let i = 0; i < constraints.length; i++) constraints[i].beforeStep?.(state, h);
  ledger?.noteStep('hand');
  run.report = stage.integrator.step(state, h);
  ledger?.noteStep(null);
  watch.addWork(hand.afterStep(state, h));
  ledger?.noteStep('hand');
  for (let i = 0; i < constraints.length; i++) {
    const work = constraints[i].afterStep?.(state, h) ?? 0;
    watch.addWork(work);
    ledger?.noteStep(accountOf(laws.constraints[i], work));
  }
  run.stepCount++;
  state.time = origin.time + (run.stepCount - origin.step) * h;
}

/** What is pushed out of where a command has put it, or an obstacle, gains what the command has changed. */
function accountOf({ account }: ConstraintDefinition, work: number): Account {
  return account === 'damping' && work > 0 ? 'parameters' : (account ?? null);
}

/** Looks for a blow-up, and keeps a copy of what has not been recorded yet, once a step. */
export function examine(run: Run): void {
  if (run.checkedAt === run.stepCount || run.blowUp || !run.watched) return;
  run.checkedAt = run.stepCount;
  const { stage, params, stepCount } = run;
  const { cause, calm, strain } = stage.watch.inspect(stage.state, params.dt);
  if (cause === 'non-finite' || (cause && params.stopOnBlowUp === 1)) {
    const { time } = stage.state;
    const again = () => lastFinite(run);
    const worst =
      cause === 'non-finite' ? (run.ledger?.without(again) ?? again()) : findWorst(stage.world, stage.state);
    run.blowUp = { step: stepCount, time, cause, ...worst };
    stage.recording.future = { step: stepCount, time, blowUp: run.blowUp };
    goBack(run);
    run.ledger?.goBack(run.stepCount);
  } else if (!stage.recording.future) keepCopy(run, calm, strain);
}

/** Where it began that numbers cease to be finite: the steps since the last copy again, up to the one before. */
function lastFinite(run: Run): Pick<BlowUp, 'spring' | 'particle'> {
  const { recording, state, world } = run.stage;
  putBackState(run, recording.copies[recording.copies.length - 1]);
  let worst = findWorst(world, state);
  for (let i = 1; i < CHECK_EVERY; i++) {
    stepOnce(run);
    if (!isFiniteState(state)) break;
    worst = findWorst(world, state);
  }
  return worst;
}

/** Starts the accounts of energy anew. */
export function restartAccounts(run: Run): void {
  run.stage.watch.restart(run.stage.state);
  run.checkedAt = run.stepCount;
}

/** Begins a new record here, with accounts of its own. */
export function beginRecord(run: Run): void {
  restartAccounts(run);
  run.stage.recording.clear();
  keepCopy(run, true, 0);
}

/** Rests at the last good state since the last edit: the newest calm one, or where all are excited the least excited. */
function goBack(run: Run): void {
  const { recording } = run.stage;
  const { copies } = recording;
  let best: Copy = copies[copies.length - 1];
  for (let i = copies.length - 1; i >= 0 && copies[i].edits === run.edits && !best.calm; i--) {
    if (copies[i].calm || copies[i].strain < best.strain) best = copies[i];
  }
  recording.next = best.noted;
  putBackState(run, best);
}
