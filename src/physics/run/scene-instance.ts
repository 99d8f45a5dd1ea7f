import { type BlowUpDetector, createBlowUpDetector } from '../blow-up/blow-up-detector';
import type { Kernel } from '../kernels/kernel';
import type { Arena, Mark, Precision } from '../model/arena';
import { openMembrane } from '../model/cuts';
import type { Environment } from '../model/environment';
import { applyMaterial, type Material, type MaterialParams } from '../model/material';
import type { Control, Model, State, Vec3 } from '../model/model';
import type { Params } from '../model/params';
import { kernelFor, laws, methodOf, preconditionerFor } from '../registry';
import { buildModel, loadState } from '../scenes/builders/build-model';
import type { SceneData } from '../scenes/scene';
import { createWorld, type MutableWorld } from '../world/create-world';
import type { Integrator } from '../world/integrator';
import { createGrab, type Grab } from './grab';
import { createRecording, type Recording } from './recording';

/** A scene set up to run: all that lives and dies with its particles. */
export interface SceneInstance {
  /** The state that `reset` goes back to. */
  readonly home: SceneData;
  readonly arena: Arena;
  readonly model: Model;
  readonly material: Material;
  readonly world: MutableWorld;
  readonly state: State;
  readonly hand: Grab;
  readonly watch: BlowUpDetector;
  readonly recording: Recording;
  /** Velocities of pinned particles for when they are freed, as a file may give them, m/s. */
  readonly kept: Map<number, Vec3>;
  /** The method at work; its scratch arrays lie above `scratch` in the arena. */
  integrator: Integrator;
  readonly scratch: Mark;
}

/** Bytes that the arrays of a particle, a spring and a triangle may take in all, whatever the method; see the law on memory. */
const ROOM = { particle: 1000, spring: 160, triangle: 200 };

function openKernel({ kernel, precision }: SceneInstanceSetup, home: SceneData): { kernel: Kernel; arena: Arena } {
  const triangles = (home.membrane?.triangles.length ?? 0) / 3;
  const bytes = ROOM.particle * home.masses.length + ROOM.spring * home.kinds.length + ROOM.triangle * triangles;
  return kernelFor(kernel, precision).open(precision, bytes);
}

/** What can be replaced on a stage, by ids. */
export interface Methods {
  integrator: string;
  /** Or 'auto'. */
  preconditioner: string;
}

/** What a stage is set up by, besides its scene. */
export interface SceneInstanceSetup extends Methods {
  params: Params;
  control: Control;
  precision: Precision;
  /** An id, or 'auto'. */
  kernel: string;
}

/** @param at the parameters that the masses, stiffness and damping of `home` go with */
export function createSceneInstance(
  home: SceneData,
  at: MaterialParams,
  setup: SceneInstanceSetup,
  environment: Environment = home.environment,
): SceneInstance {
  const { params, control, precision } = setup;
  const { kernel, arena } = openKernel(setup, home);
  const model = buildModel(home, arena);
  kernel.prepare?.(model, arena);
  const material: Material = { masses: home.masses, stiffness: home.stiffness, damping: home.damping, at };
  const world = createWorld(model, params, control, kernel, arena, laws);
  const size = 4 * model.particleCount;
  const state: State = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };
  world.furnish(environment);
  const hand = createGrab(world);
  const watch = createBlowUpDetector(world);
  const recording = createRecording(model, precision);
  world.preconditioner = preconditionerFor(world, setup.preconditioner);
  const scratch = arena.mark();
  const integrator = createIntegrator(world, setup.integrator);
  const kept = new Map<number, Vec3>();
  const stage = {
    home,
    arena,
    model,
    material,
    world,
    state,
    hand,
    watch,
    recording,
    kept,
    scratch,
    integrator,
  };
  loadIntoInstance(stage, home);
  refreshSceneInstance(stage);
  return stage;
}

/**
 * Puts a method to work, afresh: without what the last one, or an earlier run of its own, remembers. And with the
 * preconditioner that is asked for, or where that can't serve the best that can.
 */
export function useIntegrator(stage: SceneInstance, { integrator, preconditioner }: Methods): void {
  stage.world.preconditioner = preconditionerFor(stage.world, preconditioner);
  stage.arena.release(stage.scratch);
  stage.integrator = createIntegrator(stage.world, integrator);
}

function createIntegrator(world: MutableWorld, id: string): Integrator {
  return methodOf(id).create(world);
}

/** What is remembered from step to step beside the state: by the hand, the method and the constraints. */
export function memoriesOf({ hand, integrator, world }: SceneInstance): Float64Array[] {
  const { constraints } = world;
  const memories = [hand.memory];
  if (integrator.memory) memories.push(integrator.memory);
  for (let i = 0; i < constraints.length; i++) {
    const { memory } = constraints[i];
    if (memory) memories.push(memory);
  }
  return memories;
}

/** Brings everything that follows from parameters, pins and cuts up to date. */
export function refreshSceneInstance({ model, material, world }: SceneInstance): void {
  applyMaterial(model, material, world.params);
  openMembrane(model);
  world.adopt();
  updateInverseMasses(world);
}

/** A particle moves freely unless it is pinned, or held hard. */
export function updateInverseMasses({ model, control, params }: MutableWorld): void {
  for (let i = 0; i < model.particleCount; i++)
    model.inverseMasses[i] = model.pinned[i] === 1 ? 0 : 1 / model.masses[i];
  if (control.held >= 0 && params.hardHold === 1) model.inverseMasses[control.held] = 0;
}

/** Whether a motion is prescribed to a particle while it is pinned. */
export function isMoved({ environment }: MutableWorld, particle: number): boolean {
  return environment.motion.some(({ particles }) => particles?.includes(particle));
}

/** Puts positions, velocities, pins and time of a scene with the same particles on the stage. Pins rest, unless they move. */
export function loadIntoInstance({ model, state, kept, world }: SceneInstance, scene: SceneData): void {
  loadState(scene, state);
  model.pinned.fill(0);
  kept.clear();
  for (const i of scene.pinned) {
    model.pinned[i] = 1;
    if (isMoved(world, i)) continue;
    state.velocities.fill(0, 4 * i, 4 * i + 3);
    const velocity: Vec3 = [scene.velocities[3 * i], scene.velocities[3 * i + 1], scene.velocities[3 * i + 2]];
    if (velocity.some((component) => component !== 0)) kept.set(i, velocity);
  }
}
