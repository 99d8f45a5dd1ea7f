import type { Environment, EnvironmentItem } from '../model/environment';
import { handAt, type State } from '../model/model';
import type { ConstraintDefinition } from '../world/constraint';
import type { WorldContext } from '../world/world-context';
import { MOTIONS, type MotionDefinition } from './motions';

/** Pins that move along a set path. Their inverse mass is 0, so that a method moves them only by their velocity.
 *
 *  Before a step that velocity becomes d/h, with d the displacement that their motions prescribe (several motions of one pin
 *  add up): every method then carries them along in a straight line, and an implicit solve sees them in h²K v, which the
 *  P-form of the lecture notes lacks. A method of order above 2 moves them to their exact places at the time of each stage.
 *  After the step they are at x + d, to the last bit, with their exact velocity.
 *
 *  The work that moves them is the work against the forces on them, by the trapezoidal rule, plus their gain in kinetic energy,
 *    W = −Σ ½(fₙ + fₙ₊₁)·dₙ + ΔT = −Σ fₙ·½(dₙ₋₁ + dₙ) + ΔT,
 *  with fₙ from the first force evaluation in step n, so that it needs no evaluation of its own.
 *  Sources: lecture notes 3D Mass Spring System; Baraff and Witkin, Large Steps in Cloth Simulation, on constraints. */
export const prescribedMotion: ConstraintDefinition = {
  id: 'motion',
  label: 'Moving pins',
  summary: 'Moves pins along a set path.',
  isRelative: true,
  account: 'hand',
  create(world) {
    let environment: Environment | null = null;
    let pins = createMovingPins([]);
    /** Time at the start of the step, s. */
    let start = 0;
    let isInStep = false;
    let needsForces = false;

    /** Creates the pins anew if the environment has been replaced. */
    function update(): void {
      if (world.environment === environment) return;
      environment = world.environment;
      pins = createMovingPins(environment.motion);
    }

    return {
      get memory() {
        update();
        return pins.memory;
      },
      beforeStep(state, h) {
        update();
        if (pins.particles.length === 0) return;
        start = state.time;
        isInStep = needsForces = true;
        beginStep(pins, world, state, h);
      },
      prescribe(state) {
        if (isInStep) moveToStage(pins, state, start, state.time - start);
      },
      addReactions(f) {
        if (!needsForces) return;
        needsForces = false;
        recordForces(pins, f);
      },
      afterStep(state) {
        if (!isInStep) return 0;
        isInStep = needsForces = false;
        return endStep(pins, world, state);
      },
    };
  },
};

type MovingPins = ReturnType<typeof createMovingPins>;

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

/** The k particles of a list of motions, and their motion in a step. */
export function createMovingPins(items: readonly EnvironmentItem[]) {
  const particles = Uint32Array.from(new Set(items.flatMap((item) => item.particles ?? []))).sort();
  const indexOf = new Map(Array.from(particles, (particle, k) => [particle, 3 * k]));
  const size = 3 * particles.length;
  const memory = new Float64Array(size + 1);
  return {
    motions: items.flatMap((item) => bind(item, indexOf) ?? []),
    /** k; each once. */
    particles,
    /** k; 1 if it moves in this step: it is pinned, and not held by a rigid grab. */
    moves: new Uint8Array(particles.length),
    /** 3k; positions at the start of the step, m. */
    start: new Float64Array(size),
    /** 3k; displacement in this step, and in the last one, m. */
    displacement: new Float64Array(size),
    lastDisplacement: memory.subarray(0, size),
    /** 3k; velocity at the end of the step, m/s. */
    velocity: new Float64Array(size),
    /** 3k; force at the start of the step, N. */
    force: new Float64Array(size),
    /** 3k each; displacement and velocity at a stage within the step. */
    stage: { displacement: new Float64Array(size), velocity: new Float64Array(size) },
    /** What it remembers from step to step: `lastDisplacement`, and ½Σmv² after the last step, J. */
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
function recordForces({ particles, force }: MovingPins, f: ArrayLike<number>): void {
  for (let k = 0; k < particles.length; k++) {
    for (let axis = 0; axis < 3; axis++) force[3 * k + axis] = f[4 * particles[k] + axis];
  }
}

/** Ends the step. @returns the work done, J */
function endStep(pins: MovingPins, { model }: WorldContext, state: State): number {
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
