import type { EnvironmentItem } from '../model/environment';
import { handAt, type State } from '../model/model';
import type { WorldContext } from '../world/world-context';
import { MOTIONS, type MotionDefinition } from './motions';

/** The k particles of a list of motions, and their motion in a step. */
export interface MovingPins {
  readonly motions: readonly BoundMotion[];
  /** k; each once. */
  readonly particles: Uint32Array;
  /** k; 1 if it moves in this step: it is pinned, and not held by a rigid grab. */
  readonly moves: Uint8Array;
  /** 3k; positions at the start of the step, m. */
  readonly start: Float64Array;
  /** 3k; displacement in this step, and in the last one, m. */
  readonly displacement: Float64Array;
  readonly lastDisplacement: Float64Array;
  /** 3k; velocity at the end of the step, m/s. */
  readonly velocity: Float64Array;
  /** 3k; force at the start of the step, N. */
  readonly force: Float64Array;
  /** 3k each; displacement and velocity at a stage within the step. */
  readonly stage: { readonly displacement: Float64Array; readonly velocity: Float64Array };
  /** What it remembers from step to step: `lastDisplacement`, and ½Σmv² after the last step, J. */
  readonly memory: Float64Array;
}

/** A motion and its p particles. */
interface BoundMotion {
  readonly definition: MotionDefinition;
  readonly values: never;
  /** 3p; the index of each of its coordinates among the 3k. */
  readonly coordinates: Uint32Array;
  /** 3p each; positions, m, and a displacement or a velocity. */
  readonly position: Float64Array;
  readonly result: Float64Array;
}

export function createMovingPins(items: readonly EnvironmentItem[]): MovingPins {
  const particles = Uint32Array.from(new Set(items.flatMap((item) => item.particles ?? []))).sort();
  const indexOf = new Map(Array.from(particles, (particle, k) => [particle, 3 * k]));
  const size = 3 * particles.length;
  const memory = new Float64Array(size + 1);
  return {
    motions: items.flatMap((item) => bind(item, indexOf) ?? []),
    particles,
    moves: new Uint8Array(particles.length),
    start: new Float64Array(size),
    displacement: new Float64Array(size),
    lastDisplacement: memory.subarray(0, size),
    velocity: new Float64Array(size),
    force: new Float64Array(size),
    stage: { displacement: new Float64Array(size), velocity: new Float64Array(size) },
    memory,
  };
}

function bind(item: EnvironmentItem, indexOf: ReadonlyMap<number, number>): BoundMotion | null {
  const definition = MOTIONS.find(({ type }) => type === item.type);
  if (!definition) return null;
  const first = (item.particles ?? []).map((particle) => indexOf.get(particle) ?? 0);
  const coordinates = Uint32Array.from(first.flatMap((o) => [o, o + 1, o + 2]));
  const position = new Float64Array(coordinates.length);
  return { definition, values: item as never, coordinates, position, result: position.slice() };
}

/** Computes the displacements in a step of h seconds, and sets the velocities that lead there in a straight line. */
export function beginStep(
  pins: MovingPins,
  world: WorldContext,
  { positions: x, velocities: v, time }: State,
  h: number,
): void {
  const { particles, moves, start, displacement, velocity } = pins;
  for (let k = 0; k < particles.length; k++) {
    const o = 4 * particles[k];
    moves[k] = isMoved(world, particles[k]) ? 1 : 0;
    for (let axis = 0; axis < 3; axis++) start[3 * k + axis] = x[o + axis];
  }
  computeMotion(pins, time, h, displacement, velocity);
  for (let k = 0; k < particles.length; k++) {
    if (moves[k] === 0) continue;
    const o = 4 * particles[k];
    for (let axis = 0; axis < 3; axis++) v[o + axis] = displacement[3 * k + axis] / h;
  }
}

function isMoved({ model, control, params }: WorldContext, particle: number): boolean {
  return model.pinned[particle] === 1 && !(params.hardHold === 1 && handAt(control, particle) >= 0);
}

/** Moves the pins to their positions at t + τ, for a step that began at t, with their velocities there. */
export function moveToStage(pins: MovingPins, state: State, t: number, tau: number): void {
  const { displacement, velocity } = pins.stage;
  computeMotion(pins, t, tau, displacement, velocity);
  writeState(pins, state, displacement, velocity);
}

/** Remembers the forces f on the pins (4n, N). */
export function recordForces({ particles, force }: MovingPins, f: ArrayLike<number>): void {
  for (let k = 0; k < particles.length; k++) {
    for (let axis = 0; axis < 3; axis++) force[3 * k + axis] = f[4 * particles[k] + axis];
  }
}

/** Ends the step. @returns the work done, J */
export function endStep(pins: MovingPins, { model }: WorldContext, state: State): number {
  const { particles, moves, displacement, lastDisplacement: last, velocity, force, memory } = pins;
  writeState(pins, state, displacement, velocity);
  let work = -memory[last.length];
  let kinetic = 0;
  for (let k = 0; k < particles.length; k++) {
    const half = 0.5 * model.masses[particles[k]];
    for (let i = 3 * k; i < 3 * k + 3; i++) {
      const now = moves[k] * displacement[i];
      work -= force[i] * 0.5 * (last[i] + now);
      last[i] = now;
      kinetic += moves[k] * half * velocity[i] * velocity[i];
    }
  }
  memory[last.length] = kinetic;
  return work + kinetic;
}

function writeState(
  { particles, moves, start }: MovingPins,
  { positions: x, velocities: v }: State,
  displacement: Float64Array,
  velocity: Float64Array,
): void {
  for (let k = 0; k < particles.length; k++) {
    if (moves[k] === 0) continue;
    const o = 4 * particles[k];
    for (let axis = 0; axis < 3; axis++) {
      x[o + axis] = start[3 * k + axis] + displacement[3 * k + axis];
      v[o + axis] = velocity[3 * k + axis];
    }
  }
}

/** Displacements from t to t + τ and the velocities at the end: the sums over the motions of a pin. */
function computeMotion(
  { motions, start }: MovingPins,
  t: number,
  tau: number,
  displacement: Float64Array,
  velocity: Float64Array,
): void {
  displacement.fill(0);
  velocity.fill(0);
  for (let m = 0; m < motions.length; m++) {
    const { definition, values, coordinates, position, result } = motions[m];
    for (let i = 0; i < position.length; i++) position[i] = start[coordinates[i]];
    definition.displacement(values, position, t, tau, result);
    for (let i = 0; i < position.length; i++) {
      displacement[coordinates[i]] += result[i];
      position[i] += result[i];
    }
    definition.velocity(values, position, t + tau, result);
    for (let i = 0; i < position.length; i++) velocity[coordinates[i]] += result[i];
  }
}
