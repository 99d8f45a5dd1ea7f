import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import type { Collider } from './collider';
import { CONTACT, IMPULSE } from './layers';
import { findContacts, forceOf, stiffnessOf } from './push';

/** Gauss–Seidel sweeps over the contacts. */
const SWEEPS = 20;

/**
 * Finds the friction of a step, a constant force on each particle: with the forces f at its start, and F the push of a contact there and K
 * its stiffness,
 *
 *    u = Σ w_k (v_k + h f_k/m_k) + what the contacts change
 *    |Σ p| ≤ μ (h F + q),   p ← p − u_t/W along the surface, until u_t = 0 or the bound is reached
 *    |q| ≤ h F,             q ← −h² K u·N along the normal: by what the push changes in the step
 *
 * What friction holds has (M + h²K) v⁺ = M v + h f + p = 0: it stays where it is at any dt, however stiff. What it cannot hold slides.
 * F alone is up to ten times what presses layers together that slide over each other in long steps: one solve leaves them where they meet
 * other features than those that it was made for. Source: Coulomb's law, as in Kaufman et al., Staggered Projections, 2008.
 * @param f all forces at the start, N; 4n
 */
function findFriction(collider: Collider, f: Floats, { positions, velocities: v }: State): void {
  const { layers, world } = collider;
  const { clothFriction, dt } = world.params;
  const { friction, foreseen, mobilities } = layers;
  collider.friction = 'none';
  if (clothFriction === 0 || layers.count === 0) return;
  findContacts(collider, positions);
  const { contacts, touching, contactNumbers: numbers, impulses } = layers;
  if (contacts === 0) return;
  collider.friction = 'found';
  findMobilities(collider);
  for (let o = 0; o < foreseen.length; o++) foreseen[o] = v[o] + dt * mobilities[o >> 2] * f[o];
  impulses.fill(0, 0, IMPULSE * contacts);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let c = 0; c < contacts; c++) {
      const o = CONTACT * c;
      const nx = numbers[o + 4];
      const ny = numbers[o + 5];
      const nz = numbers[o + 6];
      let W = 0;
      let ux = 0;
      let uy = 0;
      let uz = 0;
      for (let k = 0; k < 4; k++) {
        const i = touching[4 * c + k];
        const w = numbers[o + k];
        W += w * w * mobilities[i];
        ux += w * foreseen[4 * i];
        uy += w * foreseen[4 * i + 1];
        uz += w * foreseen[4 * i + 2];
      }
      if (W === 0) continue;
      const along = ux * nx + uy * ny + uz * nz;
      const push = dt * forceOf(numbers[o + 8], numbers[o + 9], numbers[o + 7]);
      const a = dt * dt * stiffnessOf(numbers[o + 8], numbers[o + 9], numbers[o + 7]);
      const p = IMPULSE * c;
      const q = Math.max(-push, Math.min(push, (a * (W * impulses[p + 3] - along)) / (1 + a * W)));
      let px = impulses[p] - (ux - along * nx) / W;
      let py = impulses[p + 1] - (uy - along * ny) / W;
      let pz = impulses[p + 2] - (uz - along * nz) / W;
      const size = Math.sqrt(px * px + py * py + pz * pz);
      const most = clothFriction * (push + q);
      const part = size > most ? most / size : 1;
      px *= part;
      py *= part;
      pz *= part;
      const dq = q - impulses[p + 3];
      for (let k = 0; k < 4; k++) {
        const i = touching[4 * c + k];
        const w = numbers[o + k] * mobilities[i];
        foreseen[4 * i] += w * (px - impulses[p] + dq * nx);
        foreseen[4 * i + 1] += w * (py - impulses[p + 1] + dq * ny);
        foreseen[4 * i + 2] += w * (pz - impulses[p + 2] + dq * nz);
      }
      impulses[p] = px;
      impulses[p + 1] = py;
      impulses[p + 2] = pz;
      impulses[p + 3] = q;
    }
  }
  friction.fill(0);
  for (let k = 0; k < 4 * contacts; k++) {
    const i = touching[k];
    const w = numbers[CONTACT * (k >> 2) + (k & 3)] / dt;
    const p = IMPULSE * (k >> 2);
    if (mobilities[i] > 0) for (let axis = 0; axis < 3; axis++) friction[4 * i + axis] += w * impulses[p + axis];
  }
}

/** 1/m of what can move in the step: an obstacle holds what sticks to it, as a pin does. */
function findMobilities({ world, layers: { foreseen, mobilities } }: Collider): void {
  foreseen.fill(1);
  world.filterContacts(foreseen);
  const { inverseMasses } = world.model;
  for (let i = 0; i < mobilities.length; i++) {
    const o = 4 * i;
    const isHeld = foreseen[o] === 0 && foreseen[o + 1] === 0 && foreseen[o + 2] === 0;
    mobilities[i] = isHeld ? 0 : inverseMasses[i];
  }
}

/** f += the friction of the step, N. The first forces in a step are those at its start. */
export function addFriction(collider: Collider, f: Floats, state: State): void {
  if (!collider.inStep) return;
  if (collider.friction === 'due') findFriction(collider, f, state);
  if (collider.friction === 'unknown') collider.friction = 'none';
  const { friction } = collider.layers;
  if (collider.friction === 'found') for (let o = 0; o < friction.length; o++) f[o] += friction[o];
}

/** The power that it turns into heat, W. */
export function heatOfFriction({ inStep, friction, layers }: Collider, { velocities: v }: State): number {
  let sum = 0;
  if (inStep && friction === 'found') for (let o = 0; o < v.length; o++) sum -= layers.friction[o] * v[o];
  return Math.max(0, sum);
}
