import { BLOCK, invertBlock, multiplyBlocks } from '../../kernels/javascript/multigrid/symmetric-blocks';
import { dot } from '../../model/deterministic-math';
import type { SweptContacts } from '../../world/constraint';
import type { Obstacle } from '../obstacles/obstacle';
import { coupledParticles } from './impact-set';
import { CONTACT_TOLERANCE, coordinateScale } from './obstacle-cache';
import { coriolis } from './reaction';
import { endOfGroup, findReachedContacts, type RestingContacts } from './resting-contacts';

/** Rounds over the contacts of a particle that moves along its springs less than across. */
const ROUNDS = 8;
/** Relative difference of squares that is only rounding error: its root would be large. */
const ROUNDING = 1e-12;

/**
 * Contacts in a solve by sweeps: of particles that rest on an obstacle, and of those that may hit one in the step. Like a spring, each
 * contact gives its particle an impulse and remembers the sum: λ along the normal N, and p across it. With G, by which an impulse
 * changes the velocity w, its largest eigenvalue γ across N, the gap φ, and the curvature κ of the surface,
 *
 *    g = φ/h + w·N + h(κ|w_T|² − 2(ω × w)·N),   Δλ = max(−λ, −g/NᵀGN),   w += G Δλ N
 *    p⁺ = p − w_T/γ, shortened to |p⁺| ≤ μλ,              w += G (p⁺ − p)
 *
 * φ counts outside only: what is inside is moved out at the end of the step, and gets no velocity by that. κ h |w_T|² is what curvature
 * adds to the velocity along the normal until the end of the step, and −2h(ω × w)·N what the turning of the surface does. Until the last
 * sweep a particle may leave, stick or slide.
 * Sources: Macklin, Müller, Chentanez, Kim, Unified Particle Physics for Real-Time Applications, 2014, 6.1 (contact as one more
 * constraint of the sweeps); Moreau, Unilateral Contact and Dry Friction, 1988 (λ and p of one step).
 */
export function createSweptContacts(
  contacts: RestingContacts,
  obstaclesNow: () => readonly Obstacle[],
): Omit<SweptContacts, 'sweepFaces'> {
  const n = contacts.model.particleCount;
  const { particle, obstacle, active, sticks, reaction, friction, blockedAxes, point, surface } = contacts;
  /** φ/h of each contact, m/s. */
  let gaps = new Float64Array(0);
  /** By particle: its first contact, counted from 1; 0: it has none. */
  let firsts = new Uint32Array(0);
  let near = new Uint8Array(0);
  let phi = new Float64Array(0);
  /** 3 per contact; velocity of the obstacle at the end of the step, m/s; along N the mean one if that is less. */
  let carriers = new Float64Array(0);
  let isCoupled: Uint8Array = near;
  let h = 0;
  let obstacles: readonly Obstacle[] = [];
  const G = new Float64Array(BLOCK);
  const N = new Float64Array(4);
  const GN = new Float64Array(4);
  /** N·s, and what it changes, m/s. */
  const impulse = new Float64Array(4);
  const change = new Float64Array(4);

  /** w += G impulse */
  function push(w: Float64Array, o: number): void {
    multiplyBlocks(change, G, impulse, 1, false);
    for (let axis = 0; axis < 3; axis++) w[o + axis] += change[axis];
  }

  /** Writes the velocity of an obstacle at `point`. */
  function setCarrier(c: number, time: number): void {
    const { motion } = obstacles[obstacle[c]];
    carriers.fill(0, 3 * c, 3 * c + 3);
    if (!motion) return;
    motion.displacement(point, time, h, impulse);
    for (let axis = 0; axis < 3; axis++) point[axis] += impulse[axis];
    motion.velocityAt(point, time + h, change);
    const slower = Math.min(0, dot(impulse, surface) / h - dot(change, surface));
    for (let axis = 0; axis < 3; axis++) carriers[3 * c + axis] = change[axis] + slower * surface[axis];
  }

  /** Changes the impulse of a contact, and w. */
  function act(c: number, w: Float64Array, o: number): void {
    const body = obstacles[obstacle[c]];
    const { friction: mu, curvature } = body;
    const at = 3 * c;
    for (let axis = 0; axis < 3; axis++) N[axis] = blockedAxes[at + axis];
    multiplyBlocks(GN, G, N, 1, false);
    const give = dot(GN, N);
    for (let axis = 0; axis < 3; axis++) change[axis] = w[o + axis] -= carriers[at + axis];
    const along = dot(w, N, o);
    const bent = curvature * h * (dot(w, w, o, o) - along * along) - h * coriolis(body, contacts.time, change, N, 0);
    const gap = gaps[c] + along + bent;
    // λ/h and p/h are kept: forces, as in other methods.
    const added = Math.max(-reaction[c], -gap / (give * h));
    reaction[c] += added;
    for (let axis = 0; axis < 3; axis++) w[o + axis] += give * h * added * (GN[axis] / give);
    active[c] = reaction[c] > 0 ? 1 : 0;
    if (mu > 0) rub(c, w, o, mu, give);
    for (let axis = 0; axis < 3; axis++) w[o + axis] += carriers[at + axis];
  }

  /** The friction of a contact, at w relative to the obstacle. @param give NᵀGN, 1/kg */
  function rub(c: number, w: Float64Array, o: number, mu: number, give: number): void {
    const at = 3 * c;
    const trace = G[0] + G[3] + G[5] - give;
    const squares =
      G[0] * G[0] +
      G[3] * G[3] +
      G[5] * G[5] +
      2 * (G[1] * G[1] + G[2] * G[2] + G[4] * G[4]) -
      2 * dot(GN, GN) +
      give * give;
    const spread = 2 * squares - trace * trace;
    const gamma = 0.5 * (trace + (spread > ROUNDING * trace * trace ? Math.sqrt(spread) : 0));
    const along = dot(w, N, o);
    const limit = mu * reaction[c];
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      point[axis] = friction[at + axis] - (w[o + axis] - along * N[axis]) / (gamma * h);
      squared += point[axis] * point[axis];
    }
    sticks[c] = squared <= limit * limit ? 1 : 0;
    const fraction = sticks[c] === 1 ? 1 : limit / Math.sqrt(squared);
    for (let axis = 0; axis < 3; axis++) {
      const next = fraction * point[axis];
      impulse[axis] = h * (next - friction[at + axis]);
      friction[at + axis] = next;
    }
    push(w, o);
  }

  return {
    get rests() {
      for (let c = 0; c < contacts.count; c++) if (gaps[c] === 0) return true;
      return false;
    },
    get touches() {
      for (let c = 0; c < contacts.count; c++) if (active[c] === 1) return true;
      return false;
    },
    begin(state, w, seconds) {
      const { positions: x } = state;
      h = seconds;
      obstacles = obstaclesNow();
      // Most worlds never need them.
      if (gaps.length === 0) {
        gaps = new Float64Array(particle.length);
        firsts = new Uint32Array(n);
        near = new Uint8Array(n);
        phi = new Float64Array(n);
        carriers = new Float64Array(3 * particle.length);
        isCoupled = coupledParticles(contacts.model, n);
      }
      findReachedContacts(contacts, obstacles, isCoupled, near, phi, state, w);
      firsts.fill(0);
      for (let c = contacts.count - 1; c >= 0; c--) {
        const o = 4 * particle[c];
        firsts[particle[c]] = c + 1;
        for (let axis = 0; axis < 3; axis++) point[axis] = x[o + axis];
        obstacles[obstacle[c]].measure(point, surface, 0, state.time, particle[c]);
        setCarrier(c, state.time);
        for (let axis = 0; axis < 3; axis++) {
          blockedAxes[3 * c + axis] = surface[axis];
          friction[3 * c + axis] = 0;
        }
        reaction[c] = active[c] = sticks[c] = 0;
        gaps[c] = surface[3] <= CONTACT_TOLERANCE * coordinateScale(x, o) ? 0 : surface[3] / h;
      }
      contacts.activeSetKnown = true;
      return contacts.count > 0;
    },
    sweep(w, weights) {
      for (let c = 0; c < contacts.count; c++) {
        const weight = weights[particle[c]];
        if (weight === 0) continue;
        G.fill(0);
        G[0] = G[3] = G[5] = weight;
        act(c, w, 4 * particle[c]);
      }
    },
    respond(i, w, H) {
      if (firsts[i] === 0) return;
      G.set(H);
      invertBlock(G, 0, 1);
      const from = firsts[i] - 1;
      const to = endOfGroup(contacts, from);
      for (let c = from; c < to; c++) {
        for (let axis = 0; axis < 3; axis++)
          impulse[axis] = h * (reaction[c] * blockedAxes[3 * c + axis] + friction[3 * c + axis]);
        push(w, 4 * i);
      }
      for (let round = 0; round < ROUNDS; round++) for (let c = from; c < to; c++) act(c, w, 4 * i);
    },
  };
}
