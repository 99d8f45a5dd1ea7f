import type { EnvironmentItem } from '../../model/environment';
import type { State } from '../../model/model';
import type { WorldContext } from '../../world/world-context';
import * as MOTIONS from './motions';
import type { MotionDefinition } from './motions/motion';

const definitions = Object.values(MOTIONS) as readonly MotionDefinition[];

/** The particles of a list of motions, k of them, and their way in a step. */
export interface MovingPins {
  readonly motions: readonly Bound[];
  /** k; each once. */
  readonly particles: Uint32Array;
  /** k; 1 where it moves in this step: it is pinned, and not held hard. */
  readonly moves: Uint8Array;
  /** 3k; m; where it sets out. */
  readonly from: Float64Array;
  /** 3k; m; its way in the whole step, and in the last one. */
  readonly way: Float64Array;
  readonly last: Float64Array;
  /** 3k; m/s; its velocity at the end of the step. */
  readonly velocity: Float64Array;
  /** 3k; N; the force on it at the start of the step. */
  readonly force: Float64Array;
  /** 3k each; way and velocity within the step. */
  readonly stage: { readonly way: Float64Array; readonly velocity: Float64Array };
  /** What goes from step to step: `last`, and ½Σmv² after the last step, J. */
  readonly memory: Float64Array;
}

/** A motion of p particles. */
interface Bound {
  readonly definition: MotionDefinition;
  readonly values: never;
  /** 3p; which of the 3k each of its coordinates is. */
  readonly slots: Uint32Array;
  /** 3p each; where they are, m, and a way or velocity. */
  readonly place: Float64Array;
  readonly part: Float64Array;
}

export function createMovingPins(things: readonly EnvironmentItem[]): MovingPins {
  const particles = Uint32Array.from(new Set(things.flatMap((thing) => thing.particles ?? []))).sort();
  const slotOf = new Map(Array.from(particles, (particle, k) => [particle, 3 * k]));
  const size = 3 * particles.length;
  const memory = new Float64Array(size + 1);
  return {
    motions: things.flatMap((thing) => bind(thing, slotOf) ?? []),
    particles,
    moves: new Uint8Array(particles.length),
    from: new Float64Array(size),
    way: new Float64Array(size),
    last: memory.subarray(0, size),
    velocity: new Float64Array(size),
    force: new Float64Array(size),
    stage: { way: new Float64Array(size), velocity: new Float64Array(size) },
    memory,
  };
}

function bind(thing: EnvironmentItem, slotOf: ReadonlyMap<number, number>): Bound | null {
  const definition = definitions.find(({ type }) => type === thing.type);
  if (!definition) return null;
  const firsts = (thing.particles ?? []).map((particle) => slotOf.get(particle) ?? 0);
  const slots = Uint32Array.from(firsts.flatMap((o) => [o, o + 1, o + 2]));
  const place = new Float64Array(slots.length);
  return { definition, values: thing as never, slots, place, part: place.slice() };
}

/** Finds the ways of a step of h seconds, and gives the pins the velocities that lead along them in a straight line. */
export function setOut(
  movers: MovingPins,
  world: WorldContext,
  { positions: x, velocities: v, time }: State,
  h: number,
): void {
  const { particles, moves, from, way, velocity } = movers;
  for (let k = 0; k < particles.length; k++) {
    const o = 4 * particles[k];
    moves[k] = isMoved(world, particles[k]) ? 1 : 0;
    for (let axis = 0; axis < 3; axis++) from[3 * k + axis] = x[o + axis];
  }
  travel(movers, time, h, way, velocity);
  for (let k = 0; k < particles.length; k++) {
    if (moves[k] === 0) continue;
    const o = 4 * particles[k];
    for (let axis = 0; axis < 3; axis++) v[o + axis] = way[3 * k + axis] / h;
  }
}

function isMoved({ model, control, params }: WorldContext, particle: number): boolean {
  return model.pinned[particle] === 1 && !(control.held === particle && params.hardHold === 1);
}

/** Puts pins to where they are τ seconds after they set out at t, at the velocity that they have there. */
export function follow(movers: MovingPins, state: State, t: number, tau: number): void {
  const { way, velocity } = movers.stage;
  travel(movers, t, tau, way, velocity);
  put(movers, state, way, velocity);
}

/** Keeps the forces f on them (4n, N). */
export function meet({ particles, force }: MovingPins, f: ArrayLike<number>): void {
  for (let k = 0; k < particles.length; k++) {
    for (let axis = 0; axis < 3; axis++) force[3 * k + axis] = f[4 * particles[k] + axis];
  }
}

/** Ends the step. The work done, J. */
export function arrive(movers: MovingPins, { model }: WorldContext, state: State): number {
  const { particles, moves, way, last, velocity, force, memory } = movers;
  put(movers, state, way, velocity);
  let work = -memory[last.length];
  let kinetic = 0;
  for (let k = 0; k < particles.length; k++) {
    const half = 0.5 * model.masses[particles[k]];
    for (let i = 3 * k; i < 3 * k + 3; i++) {
      const now = moves[k] * way[i];
      work -= force[i] * 0.5 * (last[i] + now);
      last[i] = now;
      kinetic += moves[k] * half * velocity[i] * velocity[i];
    }
  }
  memory[last.length] = kinetic;
  return work + kinetic;
}

function put({ particles, moves, from }: MovingPins, state: State, way: Float64Array, velocity: Float64Array): void {
  const { positions: x, velocities: v } = state;
  for (let k = 0; k < particles.length; k++) {
    if (moves[k] === 0) continue;
    const o = 4 * particles[k];
    for (let axis = 0; axis < 3; axis++) {
      x[o + axis] = from[3 * k + axis] + way[3 * k + axis];
      v[o + axis] = velocity[3 * k + axis];
    }
  }
}

/** Ways from t to t + τ and velocities at its end: the sums over the motions of a pin. */
function travel(movers: MovingPins, t: number, tau: number, way: Float64Array, velocity: Float64Array): void {
  const { motions, from } = movers;
  way.fill(0);
  velocity.fill(0);
  for (let m = 0; m < motions.length; m++) {
    const { definition, values, slots, place, part } = motions[m];
    for (let i = 0; i < place.length; i++) place[i] = from[slots[i]];
    definition.displacement(values, place, t, tau, part);
    for (let i = 0; i < place.length; i++) {
      way[slots[i]] += part[i];
      place[i] += part[i];
    }
    definition.velocity(values, place, t + tau, part);
    for (let i = 0; i < place.length; i++) velocity[slots[i]] += part[i];
  }
}
