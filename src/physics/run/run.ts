import { type BlowUp, type BlowUpDetector, createBlowUpDetector } from '../blow-up/blow-up-detector';
import type { Kernel } from '../kernels/kernel';
import type { Arena, Mark } from '../model/arena';
import {
  applyCoefficients,
  type CoefficientParams,
  type Coefficients,
  type CoefficientValues,
  coefficientError,
  coefficientsAt,
} from '../model/coefficients';
import { openMembrane } from '../model/cuts';
import { type Control, type Model, STRIDE, type State, type Vec3 } from '../model/model';
import type { SurfaceMesh } from '../model/surface-mesh';
import { kernelFor, lawsOf, methodOf, preconditionerFor } from '../registry';
import { buildModel, loadState } from '../scenes/builders/build-model';
import type { LoadedScene } from '../scenes/load-scene';
import type { SceneData } from '../scenes/scene';
import type { Slits } from '../scenes/tear-edges';
import { runToEnd, scaleProgress } from '../slices';
import type { Equilibrium, SearchProgress } from '../statics/equilibrium/equilibrium';
import { createWorld, type MutableWorld } from '../world/create-world';
import type { Integrator, StepReport } from '../world/integrator';
import { createMovingOrigin, type MovingOrigin } from '../world/moving-origin';
import type { TimeOrigin } from './checkpoint';
import { createGrab, type Grab } from './grab';
import type { Ledger } from './ledger';
import { createRecording, type PlainCommand, type Recording } from './recording';
import type { Settings } from './setup';

/** A running scene: all that steps and commands change. A scene command replaces every field, but the run stays the same object. */
export interface Run extends SceneInstance, Pick<LoadedScene, 'name' | 'definition'> {
  /** Counts the scenes, from 0. After an undo it is the number of the earlier scene again. */
  loadNumber: number;
  /** The largest `loadNumber` so far. */
  loadCount: number;
  /** The scene as loaded with its parameters, and those that its masses, stiffness and damping belong to. */
  source: Pick<LoadedScene, 'data' | 'at' | 'params'>;
  stepCount: number;
  timeOrigin: TimeOrigin;
  blowUp: BlowUp | null;
  /** Of the last step. */
  report: StepReport;
  /** The result of the last search for an equilibrium. */
  equilibrium: Equilibrium | null;
  /** Called while a search for equilibrium goes on; null: it is not watched. */
  progress: SearchProgress | null;
  /** Null until the first request. */
  ledger: Ledger | null;
  /** The step of the last check for a blow-up. */
  checkedAt: number;
  /** False for a rerun, which repeats a blow-up. */
  detectsBlowUps: boolean;
  /** Number of edits so far: recovery after a blow-up never goes back past one. */
  editCount: number;
  /** Number of recorded commands that were applied again. */
  replayCount: number;
  /** Applies a recorded command again. A field, because the commands import this folder. */
  readonly reapply: (run: Run, command: PlainCommand) => void;
}

/** The part of a run that belongs to one set of particles: another scene, resolution or precision replaces all of it. */
export interface SceneInstance {
  /** Change it by `changeSettings`. */
  settings: Settings;
  control: Control;
  /** The scene that `reset` restores. */
  initial: SceneData;
  /** The scene with its slits: particles, springs and triangles are those of the model. */
  present: SceneData;
  slits: Slits | null;
  /** The present surface; null if it cannot be slit, undefined until the first request. */
  sheet: SurfaceMesh | null | undefined;
  arena: Arena;
  model: Model;
  coefficients: Coefficients;
  world: MutableWorld;
  state: State;
  grab: Grab;
  detector: BlowUpDetector;
  recording: Recording;
  /** m/s; velocities that pinned particles get when they are freed, as a file may give them. */
  velocitiesWhenFreed: Map<number, Vec3>;
  /** Its scratch arrays lie above `scratch` in the arena. */
  integrator: Integrator;
  scratch: Mark;
  movingOrigin: MovingOrigin;
}

/** Bytes of all arrays per particle, spring and triangle with any integrator; the law on memory holds them. */
const BYTES_PER = { particle: 1330, spring: 160, triangle: 200 };

function openKernel({ kernel, precision }: Settings, scene: SceneData): { kernel: Kernel; arena: Arena } {
  const triangles = (scene.membrane?.triangles.length ?? 0) / 3;
  const { particle, spring } = BYTES_PER;
  const bytes = particle * scene.masses.length + spring * scene.kinds.length + BYTES_PER.triangle * triangles;
  return kernelFor(kernel, precision).open(precision, bytes);
}

/**
 * In slices. Yields which part of the building of a run is done.
 * @param at the parameters that the masses, stiffness and damping of `present` belong to
 * @param name what creates it, if they are to be checked
 * @throws RangeError that begins with `name` if the precision can't hold them
 */
export function* buildSceneInstance(
  present: SceneData,
  at: CoefficientParams,
  {
    settings,
    control,
    initial = present,
    slits = null,
    name,
  }: Pick<SceneInstance, 'settings' | 'control'> &
    Partial<Pick<SceneInstance, 'initial' | 'slits'>> & { name?: string },
): Generator<number, SceneInstance, void> {
  yield 0.15;
  const { kernel, arena } = openKernel(settings, present);
  yield 0.2;
  const model = buildModel(present, arena, initial);
  yield 0.25;
  kernel.prepare?.(model, arena);
  yield 0.3;
  const coefficients: Coefficients = { masses: present.masses, springs: present, at };
  const world = createWorld(model, settings, control, kernel, arena, lawsOf(settings.definitions));
  yield 0.4;
  const size = 4 * model.particleCount;
  const state: State = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };
  const grab = createGrab(world);
  const detector = createBlowUpDetector(world);
  world.preconditioner = preconditionerFor(world, settings.preconditioner);
  const method = methodOf(settings.integrator, settings.definitions);
  world.solvesSprings = method.solvesSprings === true;
  const prepared = method.implicit && world.preconditioner.prepare?.(world);
  if (prepared) yield* scaleProgress(0.45, 0.65, prepared);
  yield 0.65;
  const scratch = arena.mark();
  const instance: SceneInstance = {
    settings,
    control,
    initial,
    present,
    slits,
    sheet: undefined,
    arena,
    model,
    coefficients,
    world,
    state,
    grab,
    detector,
    recording: createRecording(model, settings.precision),
    velocitiesWhenFreed: new Map(),
    integrator: method.create(world),
    scratch,
    movingOrigin: createMovingOrigin(world),
  };
  yield 0.7;
  loadIntoInstance(instance, present);
  yield 0.75;
  const values = name === undefined ? undefined : checkCoefficients(instance, name);
  yield 0.78;
  refreshInstance(instance, values);
  return instance;
}

/** As `buildSceneInstance`, at once. */
export function createSceneInstance(...args: Parameters<typeof buildSceneInstance>): SceneInstance {
  return runToEnd(buildSceneInstance(...args));
}

/** Replaces the settings of a run and of its world. */
export function changeSettings(instance: SceneInstance, changes: Partial<Settings>): void {
  instance.settings = { ...instance.settings, ...changes };
  instance.world.applySettings(instance.settings);
}

/** Creates the integrator anew, without the memory of the last one, and with the preconditioner that is requested if supported. */
export function resetIntegrator(instance: SceneInstance): void {
  const { settings, world, arena, scratch } = instance;
  world.preconditioner = preconditionerFor(world, settings.preconditioner);
  arena.release(scratch);
  instance.movingOrigin.isAway = false;
  const method = methodOf(settings.integrator, settings.definitions);
  world.solvesSprings = method.solvesSprings === true;
  instance.integrator = method.create(world);
}

/** The arrays that carry over from step to step beside the state: of the grab, the integrator, the constraints and the origin. */
export function memoriesOf({ grab, integrator, world, movingOrigin }: SceneInstance): Float64Array[] {
  const { constraints } = world;
  const memories = [grab.memory];
  if (integrator.memory) memories.push(integrator.memory);
  for (let i = 0; i < constraints.length; i++) {
    const { memory } = constraints[i];
    if (memory) memories.push(memory);
  }
  memories.push(...movingOrigin.memories);
  return memories;
}

/** Updates everything that follows from parameters, pins and cuts. @param values the coefficients at the present parameters */
export function refreshInstance({ model, coefficients, world }: SceneInstance, values?: CoefficientValues): void {
  applyCoefficients(model, coefficients, world.params, values);
  openMembrane(model);
  updateInverseMasses(world);
}

/**
 * The coefficients at `params`.
 * @param name what asks for them, for the message
 * @throws RangeError if the run's precision can't hold them
 */
export function checkCoefficients(
  { model, coefficients, settings }: Pick<SceneInstance, 'model' | 'coefficients' | 'settings'>,
  name: string,
  params = settings.params,
): CoefficientValues {
  const values = coefficientsAt(coefficients, model.kinds, params);
  const error = coefficientError(values, settings.precision);
  if (error !== null) throw new RangeError(`${name}: ${error}`);
  return values;
}

/** Sets the inverse mass of pinned particles, and of rigidly held ones, to 0. */
export function updateInverseMasses({ model, control, params }: MutableWorld): void {
  for (let i = 0; i < model.particleCount; i++)
    model.inverseMasses[i] = model.pinned[i] === 1 ? 0 : 1 / model.masses[i];
  for (const { held } of control.hands) if (held >= 0 && params.hardHold === 1) model.inverseMasses[held] = 0;
}

/** True if the environment prescribes a motion for this particle while it is pinned. */
export function hasPrescribedMotion({ environment }: MutableWorld, particle: number): boolean {
  return environment.motion.some(({ particles }) => particles?.includes(particle));
}

/** Sets the velocity of a particle to zero. */
export function stopParticle({ state }: SceneInstance, particle: number): void {
  state.velocities.fill(0, STRIDE * particle, STRIDE * (particle + 1));
}

/** Loads positions, velocities, pins and time of a scene with the same particles. Pins rest, unless their motion is prescribed. */
export function loadIntoInstance(instance: SceneInstance, scene: SceneData): void {
  const { model, state, velocitiesWhenFreed, world } = instance;
  loadState(scene, state);
  model.pinned.fill(0);
  velocitiesWhenFreed.clear();
  for (const i of scene.pinned) {
    model.pinned[i] = 1;
    if (hasPrescribedMotion(world, i)) continue;
    stopParticle(instance, i);
    const velocity: Vec3 = [scene.velocities[3 * i], scene.velocities[3 * i + 1], scene.velocities[3 * i + 2]];
    if (velocity.some((component) => component !== 0)) velocitiesWhenFreed.set(i, velocity);
  }
}
