import type { State } from '../../model/model';
import type { SweptContacts } from '../../world/constraint';
import type { Obstacle } from '../obstacles/obstacle';
import { CONTACT_TOLERANCE, coordinateScale } from './obstacle-cache';
import { dot } from './reaction';
import type { RestingContacts } from './resting-contacts';

/**
 * Resting contacts in a solve by sweeps. Like a spring, each contact gives its particle an impulse and remembers the sum: λ along the
 * normal N, and p across it. With the weight W = 1/A of the particle, the gap φ and the curvature κ of the surface,
 *
 *    g = φ/h + w·N + κ h |w_T|²,   Δλ = max(−λ, −g/W),   w += W Δλ N
 *    p⁺ = p − w_T/W, shortened to |p⁺| ≤ μλ,             w += W (p⁺ − p)
 *
 * φ counts outside only: what is inside is moved out at the end of the step, and gets no velocity by that. κ h |w_T|² is what curvature
 * adds to the velocity along the normal until the end of the step. Until the last sweep a particle may leave, stick or slide.
 * Sources: Macklin, Müller, Chentanez, Kim, Unified Particle Physics for Real-Time Applications, 2014, 6.1 (contact as one more
 * constraint of the sweeps); Moreau, Unilateral Contact and Dry Friction, 1988 (λ and p of one step).
 */
export function createSweptContacts(contacts: RestingContacts, obstacles: () => readonly Obstacle[]): SweptContacts {
  const { particle, obstacle, active, sticks, reaction, friction, blockedAxes, point, surface } = contacts;
  /** φ/h of each contact, m/s. */
  let gaps = new Float64Array(0);
  let h = 0;
  let surfaces: readonly Obstacle[] = [];

  return {
    begin({ positions: x }: State, seconds: number) {
      h = seconds;
      surfaces = obstacles();
      if (gaps.length < contacts.count) gaps = new Float64Array(particle.length);
      for (let c = 0; c < contacts.count; c++) {
        const o = 4 * particle[c];
        for (let axis = 0; axis < 3; axis++) point[axis] = x[o + axis];
        surfaces[obstacle[c]].measure(point, surface, 0);
        for (let axis = 0; axis < 3; axis++) {
          blockedAxes[3 * c + axis] = surface[axis];
          friction[3 * c + axis] = 0;
        }
        gaps[c] = surface[3] <= CONTACT_TOLERANCE * coordinateScale(x, o) ? 0 : surface[3] / h;
        reaction[c] = active[c] = sticks[c] = 0;
      }
      contacts.activeSetKnown = true;
    },
    sweep(w, weights) {
      for (let c = 0; c < contacts.count; c++) {
        const weight = weights[particle[c]];
        if (weight === 0) continue;
        const o = 4 * particle[c];
        const N = 3 * c;
        const { friction: mu, curvature } = surfaces[obstacle[c]];
        let along = dot(w, blockedAxes, o, N);
        const across = dot(w, w, o, o) - along * along;
        const gap = gaps[c] + along + curvature * h * across;
        // λ/h is kept: a force, as in other methods.
        const change = Math.max(-reaction[c], -gap / (weight * h));
        reaction[c] += change;
        along += weight * h * change;
        for (let axis = 0; axis < 3; axis++) w[o + axis] += weight * h * change * blockedAxes[N + axis];
        active[c] = reaction[c] > 0 ? 1 : 0;
        if (mu > 0) sticks[c] = addFriction(w, o, N, along, weight * h, mu * reaction[c]);
      }
    },
  };

  /** @param along w·N @param scale m/s of a newton @param limit μλ/h, N @returns 1 if friction holds the particle */
  function addFriction(w: Float64Array, o: number, N: number, along: number, scale: number, limit: number): number {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const across = w[o + axis] - along * blockedAxes[N + axis];
      point[axis] = friction[N + axis] - across / scale;
      squared += point[axis] * point[axis];
    }
    const holds = squared <= limit * limit;
    const fraction = holds ? 1 : limit / Math.sqrt(squared);
    for (let axis = 0; axis < 3; axis++) {
      const next = fraction * point[axis];
      w[o + axis] += scale * (next - friction[N + axis]);
      friction[N + axis] = next;
    }
    return holds ? 1 : 0;
  }
}
