import type { State } from '../../model/model';
import { removeAlong, setZero } from '../../model/vectors';
import type { WorldContext } from '../../world/world-context';
import type { Obstacle } from '../obstacles/obstacle';
import { CONTACT_TOLERANCE, coordinateScale, surfaceVelocity } from './obstacle-cache';

/** Obstacles that a particle may touch at once: three hold it in a corner. */
export const MAX_CONTACTS = 3;
/** Largest |v_N| of a particle on a surface that rounding alone explains: as a fraction of |v|, plus m/s. */
const ROUNDING = 2e-6;
const ROUNDING_SPEED = 1e-9;

/**
 * The resting contacts of a step: particles on a surface without normal velocity relative to it. The contacts of one particle are adjacent.
 * The first force evaluation of the step decides which of them are active, and where friction holds the particle.
 */
export type RestingContacts = ReturnType<typeof createRestingContacts>;

export function createRestingContacts({ model, persistentArena }: WorldContext) {
  const capacity = MAX_CONTACTS * model.particleCount;
  return {
    model,
    /** Number of contacts; the arrays below have room for MAX_CONTACTS per particle. */
    count: 0,
    particle: persistentArena.indices(capacity),
    /** Index in the list of obstacles. */
    obstacle: persistentArena.indices(capacity),
    /** 1 if the step's first forces press the particle onto the surface: it then stays there for the step. */
    active: persistentArena.flags(capacity),
    /** At the first contact of a particle: 1 if static friction holds it. */
    sticks: persistentArena.flags(capacity),
    /** λ of the last evaluation, N. */
    reaction: persistentArena.doubles(capacity),
    /** 3 at the first contact of a particle: the friction of the last evaluation while it slides, N. */
    friction: persistentArena.doubles(3 * capacity),
    /** 3 per contact: orthogonal unit vectors along which the particle's velocity cannot change. */
    blockedAxes: persistentArena.doubles(3 * capacity),
    /** m/s; the normal velocity to which the surface reflects a particle that hits it in the step; 0 if it rests. */
    rebound: persistentArena.doubles(capacity),
    /** 4n; velocities at the start of the step, m/s. */
    velocities: persistentArena.floats(4 * model.particleCount),
    /** n; m; how far a particle may come in the step. */
    reach: persistentArena.doubles(model.particleCount),
    /** False until the first force evaluation of the step. */
    activeSetKnown: false,
    /** Start and length of the step, s. */
    time: 0,
    h: 0,
    /** Scratch for one particle: its position, N and φ at each of its contacts, and the vectors of `reaction.ts`. */
    point: new Float64Array(3),
    surface: new Float64Array(4 * MAX_CONTACTS),
    axes: new Float64Array(3 * MAX_CONTACTS),
    force: new Float64Array(3),
    tangential: new Float64Array(3),
    velocity: new Float64Array(3),
    start: new Float64Array(3),
    /** Of the obstacle where it touches the particle, m/s and m/s². */
    carrier: new Float64Array(3),
    acceleration: new Float64Array(3),
  };
}

/** Begins a step of h seconds, without contacts. @param time s */
export function beginContacts(contacts: RestingContacts, time: number, h: number): void {
  contacts.activeSetKnown = false;
  contacts.count = 0;
  contacts.time = time;
  contacts.h = h;
}

/**
 * Finds the particles on a surface whose normal velocity is zero.
 * @param near n; 1 if the particle may touch a surface
 * @param reach n; m; the particles that are no farther from a surface may hit it in the step, which takes `contacts.h` s: they are
 *   contacts too; absent: they are not
 */
export function findRestingContacts(
  contacts: RestingContacts,
  obstacles: readonly Obstacle[],
  near: Uint8Array,
  { positions: x, velocities: v, time }: State,
  reach?: Float64Array,
): void {
  const { model, point, surface, carrier } = contacts;
  for (let i = 0; i < model.particleCount; i++) {
    if (near[i] === 0 || model.inverseMasses[i] === 0) continue;
    const o = 4 * i;
    const layer = CONTACT_TOLERANCE * coordinateScale(x, o);
    const from = contacts.count;
    const speed = speedOf(v, o);
    for (let axis = 0; axis < 3; axis++) point[axis] = x[o + axis];
    for (let k = 0; k < obstacles.length && contacts.count < from + MAX_CONTACTS; k++) {
      obstacles[k].measure(point, surface, 0, time, i);
      surfaceVelocity(obstacles[k], point, time, carrier);
      const vN =
        (v[o] - carrier[0]) * surface[0] + (v[o + 1] - carrier[1]) * surface[1] + (v[o + 2] - carrier[2]) * surface[2];
      const ofSurface = speedOf(carrier, 0);
      const rests = surface[3] <= layer && Math.abs(vN) <= ROUNDING * (speed + ofSurface) + ROUNDING_SPEED;
      if (rests || (reach && surface[3] <= reach[i] + contacts.h * ofSurface))
        addContact(contacts, i, k, rests ? 0 : obstacles[k].restitution * Math.max(0, -vN));
    }
  }
}

/**
 * Finds the resting contacts, and as contacts too the particles that may hit an obstacle within h with w, m/s, or the velocity of the
 * state. Those that nothing joins to others bounce at the end of the step.
 * @param isCoupled n; 1 if a particle is joined to others @param near n; scratch @param phi n; scratch
 */
export function findReachedContacts(
  contacts: RestingContacts,
  obstacles: readonly Obstacle[],
  isCoupled: Uint8Array,
  near: Uint8Array,
  phi: Float64Array,
  state: State,
  w: Float64Array,
): void {
  const { reach, h } = contacts;
  const { positions: x, velocities: v } = state;
  near.fill(0);
  for (let i = 0, o = 0; i < near.length; i++, o += 4) {
    const speeds = speedOf(w, o) + speedOf(v, o);
    reach[i] = CONTACT_TOLERANCE * coordinateScale(x, o) + (isCoupled[i] === 1 ? h * speeds : 0);
  }
  for (let k = 0; k < obstacles.length; k++) {
    obstacles[k].distances(x, phi, near.length, state.time);
    for (let i = 0; i < near.length; i++) if (phi[i] <= reach[i] + wayOf(contacts, obstacles[k], x, i)) near[i] = 1;
  }
  for (let i = 0; i < near.length; i++) if (isCoupled[i] === 0) reach[i] = Number.NEGATIVE_INFINITY;
  contacts.count = 0;
  findRestingContacts(contacts, obstacles, near, state, reach);
}

/** How far a moving obstacle comes in a step near particle i, m. */
export function wayOf(contacts: RestingContacts, obstacle: Obstacle, x: ArrayLike<number>, i: number): number {
  if (!obstacle.motion) return 0;
  const { point, carrier, time, h } = contacts;
  for (let axis = 0; axis < 3; axis++) point[axis] = x[4 * i + axis];
  let most = 0;
  for (let end = 0; end < 2; end++) {
    obstacle.motion.velocityAt(point, time + end * h, carrier);
    most = Math.max(most, speedOf(carrier, 0));
  }
  obstacle.motion.displacement(point, time, h, carrier);
  return Math.max(h * most, speedOf(carrier, 0));
}

function speedOf(v: ArrayLike<number>, o: number): number {
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}

function addContact(contacts: RestingContacts, i: number, k: number, rebound: number): void {
  const c = contacts.count++;
  contacts.particle[c] = i;
  contacts.obstacle[c] = k;
  contacts.active[c] = contacts.sticks[c] = 0;
  contacts.reaction[c] = 0;
  contacts.rebound[c] = rebound;
  setZero(contacts.friction, 3 * c);
}

/** The contact after the last one of the same particle. */
export function endOfGroup({ particle, count }: RestingContacts, from: number): number {
  let to = from + 1;
  while (to < count && particle[to] === particle[from]) to++;
  return to;
}

/** y := S y, with S = I − N Nᵀ for each active contact, and 0 for a sticking particle. Source: Baraff and Witkin, Large Steps. */
export function filterRestingContacts(contacts: RestingContacts, y: Float64Array): void {
  const { particle, active, sticks, blockedAxes, count } = contacts;
  for (let c = 0; c < count; c++) {
    const o = 4 * particle[c];
    if (sticks[c] === 1) y[o] = y[o + 1] = y[o + 2] = 0;
    else if (active[c] === 1) removeAlong(y, o, blockedAxes, 3 * c, 1);
  }
}
