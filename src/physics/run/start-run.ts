import { createControl } from '../model/model';
import type { Params } from '../model/params';
import { checkKernel, type Definitions } from '../registry';
import { loadInSlices } from '../scenes/file/load-file';
import { loadScene } from '../scenes/load-scene';
import { type MadeOf, withMaterial } from '../scenes/materials/sheet-material';
import type { SceneData } from '../scenes/scene';
import { runToEnd, scaleProgress } from '../slices';
import type { TimeOrigin } from './checkpoint';
import { createRecording } from './recording';
import type { Run } from './run';
import { buildSceneInstance, createSceneInstance, loadIntoInstance, refreshInstance, type SceneInstance } from './run';
import { restoreCheckpoint, saveCheckpoint, saveRun } from './save-checkpoint';
import type { Settings, Setup } from './setup';

/**
 * Builds a run in slices of at most some tenths of a second for the largest scenes. Yields what is done, 0 … 1.
 * @throws RangeError or SceneError for a scene that can't be loaded, or a kernel that does not support the precision
 */
export function* buildRun(
  setup: Setup,
  definitions: Definitions,
  reapply: Run['reapply'],
): Generator<number, Run, void> {
  const { scene = 'cloth', precision = 'single', kernel = 'auto', preconditioner = 'auto' } = setup;
  const madeOf = <T extends MadeOf>(id: string | undefined, from: T): T =>
    id === undefined ? from : { ...from, ...withOverrides(withMaterial(id, from), setup.params) };
  const given =
    typeof scene === 'string'
      ? loadScene(scene, setup.params, definitions)
      : yield* scaleProgress(0, 0.15, loadInSlices(scene, setup.params, precision, definitions));
  const { name, definition } = given;
  const loaded = madeOf(definition?.material, given);
  const { data, at, params } = madeOf(setup.material, loaded);
  const method = setup.integrator ?? loaded.integrator;
  const integrator = typeof method === 'string' ? method : method.id;
  checkKernel(kernel, precision);
  const { environment } = data;
  const settings: Settings = { params, environment, integrator, preconditioner, kernel, precision, definitions };
  const control = createControl();
  const run: Run = {
    ...(yield* buildSceneInstance(data, at, { settings, control, name: 'scene' })),
    name,
    definition,
    loadNumber: 0,
    loadCount: 0,
    source: loaded,
    stepCount: 0,
    timeOrigin: timeOriginOf(data.time, params.dt),
    blowUp: null,
    report: { ok: true, converged: true, iterations: 0, residual: 0 },
    equilibrium: null,
    progress: null,
    ledger: null,
    checkedAt: 0,
    detectsBlowUps: true,
    editCount: 0,
    replayCount: 0,
    reapply,
  };
  yield 0.8;
  restartDetector(run);
  yield 0.9;
  beginRecording(run);
  return run;
}

/** Loads a scene, at once. @throws as `buildRun` */
export function startRun(...args: Parameters<typeof buildRun>): Run {
  return runToEnd(buildRun(...args));
}

function withOverrides(made: MadeOf, given: Partial<Params> = {}): MadeOf {
  const overrides = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...made, params: { ...made.params, ...Object.fromEntries(overrides) } as Params };
}

/**
 * Where the count of steps begins for a scene at this time: at 0 if whole steps of dt lead from there to the same bits, so
 * that a run that is saved and loaded counts on.
 */
export function timeOriginOf(time: number, dt: number): TimeOrigin {
  const steps = Math.round(time / dt);
  return steps * dt === time ? { time: 0, step: -steps } : { time, step: 0 };
}

/** Starts a new energy budget, as at a start: a command has moved the particles. */
export function restartDetector(run: Run): void {
  run.detector.restart(run.state);
  run.checkedAt = run.stepCount;
}

/** Starts a new recording and a new energy budget. */
export function startRecording(run: Run): void {
  restartDetector(run);
  beginRecording(run);
}

function beginRecording(run: Run): void {
  run.recording = createRecording(run.model, run.settings.precision);
  saveCheckpoint(run);
}

/** Replaces the scene instance, loads a state with its particles, and starts a new recording. */
export function replaceInstance(run: Run, instance: SceneInstance, scene: SceneData): void {
  Object.assign(run, instance);
  loadIntoInstance(run, scene);
  refreshInstance(run);
  startRecording(run);
}

/**
 * An independent copy of a run: the same steps and commands give the same bits. It has no ledger, and its recording begins
 * at the present step.
 */
export function fork(run: Run): Run {
  const { initial, present, slits, coefficients, settings, blowUp, checkedAt } = run;
  const control = createControl();
  const instance = createSceneInstance(present, coefficients.at, { settings, control, initial, slits });
  Object.assign(instance.coefficients, coefficients);
  const copy: Run = { ...run, ...instance, ledger: null };
  restoreCheckpoint(copy, saveRun(run).checkpoint);
  Object.assign(copy, { blowUp, checkedAt });
  saveCheckpoint(copy);
  return copy;
}
