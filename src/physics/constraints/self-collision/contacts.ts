import type { FeaturePair } from '../../collision/closest-points';

/** Numbers per contact: w_k, N, the distance to keep, Σ w_k²/m_k, and the impulses so far: of positions and velocities, each with friction. */
const SIZE = 17;
const POSITION = 9;
const VELOCITY = 13;

/** The motion of a step that contacts change; 4n each, in double precision. */
export interface Motion {
  /** 4n; positions at the start and at the end of the step, m. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** 4n; velocities at the end of the step, m/s. */
  readonly velocities: Float64Array;
  /** n; 1 where a contact has changed the motion. */
  readonly moved: Uint8Array;
}

/** The contacts of a step. */
export interface Contacts {
  count: number;
  /** 4 per contact. */
  particles: Uint32Array;
  /** SIZE per contact. */
  numbers: Float64Array;
}

export function createContacts(): Contacts {
  return { count: 0, particles: new Uint32Array(4 * 64), numbers: new Float64Array(SIZE * 64) };
}

/** Adds a contact at the closest points of a pair, which keeps its limit; unless no particle of the pair can move. */
export function addContact(
  contacts: Contacts,
  { particles: p, weights, normal, limit }: FeaturePair,
  inverseMasses: ArrayLike<number>,
): void {
  let sum = 0;
  for (let k = 0; k < 4; k++) sum += weights[k] * weights[k] * inverseMasses[p[k]];
  if (!(sum > 0)) return;
  if (SIZE * contacts.count === contacts.numbers.length) grow(contacts);
  const { particles, numbers } = contacts;
  const from = 4 * contacts.count;
  const o = SIZE * contacts.count;
  for (let k = 0; k < 4; k++) {
    particles[from + k] = p[k];
    numbers[o + k] = weights[k];
  }
  for (let axis = 0; axis < 3; axis++) numbers[o + 4 + axis] = normal[axis];
  numbers[o + 7] = limit;
  numbers[o + 8] = sum;
  numbers.fill(0, o + POSITION, o + SIZE);
  contacts.count++;
}

function grow(contacts: Contacts): void {
  const { particles, numbers } = contacts;
  contacts.particles = new Uint32Array(2 * particles.length);
  contacts.particles.set(particles);
  contacts.numbers = new Float64Array(2 * numbers.length);
  contacts.numbers.set(numbers);
}

/**
 * One sweep of projected Gauss–Seidel over the contacts. With d = Σ w_k x_k from feature to feature, u = Σ w_k v_k, W = Σ w_k²/m_k and
 * the distance t to keep, the impulses of positions λ and of velocities j become
 *    λ ← max(0, λ + (t − d·N)/W),  x_k += w_k Δλ N/m_k
 *    j ← max(0, j − u·N/W),        v_k += w_k Δj N/m_k    where λ > 0   (an inelastic impact)
 * What later contacts make superfluous is taken back: layers neither rise above the distance nor bounce. Friction takes from the
 * tangential part of d − d₀ and of u, by at most μ λ and μ j: d₀ is that of the start of the step. Momentum is conserved.
 * Sources: Bridson, Fedkiw, Anderson, Robust Treatment of Collisions, Contact and Friction for Cloth Animation; Catto, Iterative
 * Dynamics with Temporal Coherence, 2005 (the sums of impulses are bounded, not each of them).
 * @returns the largest |Δλ|W, m: by how much the sweep has moved a pair
 */
export function sweepContacts(
  { count, particles, numbers }: Contacts,
  { starts, ends, velocities, moved }: Motion,
  inverseMasses: ArrayLike<number>,
  friction: number,
): number {
  let most = 0;
  for (let c = 0; c < count; c++) {
    const o = SIZE * c;
    const p = 4 * c;
    const nx = numbers[o + 4];
    const ny = numbers[o + 5];
    const nz = numbers[o + 6];
    let dx = 0;
    let dy = 0;
    let dz = 0;
    let sx = 0;
    let sy = 0;
    let sz = 0;
    let ux = 0;
    let uy = 0;
    let uz = 0;
    for (let k = 0; k < 4; k++) {
      const weight = numbers[o + k];
      const i = 4 * particles[p + k];
      dx += weight * ends[i];
      dy += weight * ends[i + 1];
      dz += weight * ends[i + 2];
      sx += weight * starts[i];
      sy += weight * starts[i + 1];
      sz += weight * starts[i + 2];
      ux += weight * velocities[i];
      uy += weight * velocities[i + 1];
      uz += weight * velocities[i + 2];
    }
    const overlap = numbers[o + 7] - (dx * nx + dy * ny + dz * nz);
    if (overlap <= 0 && numbers[o + POSITION] === 0 && numbers[o + VELOCITY] === 0) continue;
    const inverse = 1 / numbers[o + 8];
    addImpulse(numbers, o, POSITION, inverse * overlap, inverse, dx - sx, dy - sy, dz - sz, friction);
    const lx = impulse[0];
    const ly = impulse[1];
    const lz = impulse[2];
    most = Math.max(most, numbers[o + 8] * Math.sqrt(lx * lx + ly * ly + lz * lz));
    addImpulse(numbers, o, VELOCITY, -inverse * (ux * nx + uy * ny + uz * nz), inverse, ux, uy, uz, friction);
    for (let k = 0; k < 4; k++) {
      const weight = numbers[o + k] * inverseMasses[particles[p + k]];
      if (weight === 0) continue;
      const i = 4 * particles[p + k];
      ends[i] += weight * lx;
      ends[i + 1] += weight * ly;
      ends[i + 2] += weight * lz;
      velocities[i] += weight * impulse[0];
      velocities[i + 1] += weight * impulse[1];
      velocities[i + 2] += weight * impulse[2];
      moved[particles[p + k]] = 1;
    }
  }
  return most;
}

/** Scratch: of the last `addImpulse`. */
const impulse = new Float64Array(3);

/**
 * Adds to the impulse of a contact, along its normal, and to its friction, against a motion u.
 * @param at POSITION or VELOCITY @param along the normal impulse @param inverse 1/W
 */
function addImpulse(
  numbers: Float64Array,
  o: number,
  at: number,
  along: number,
  inverse: number,
  ux: number,
  uy: number,
  uz: number,
  friction: number,
): void {
  const a = o + at;
  const nx = numbers[o + 4];
  const ny = numbers[o + 5];
  const nz = numbers[o + 6];
  const before = numbers[a];
  const after = Math.max(0, before + along);
  numbers[a] = after;
  const un = ux * nx + uy * ny + uz * nz;
  let fx = numbers[a + 1] - inverse * (ux - un * nx);
  let fy = numbers[a + 2] - inverse * (uy - un * ny);
  let fz = numbers[a + 3] - inverse * (uz - un * nz);
  const size = Math.sqrt(fx * fx + fy * fy + fz * fz);
  const most = friction * after;
  const part = size > most ? most / size : 1;
  fx *= part;
  fy *= part;
  fz *= part;
  impulse[0] = (after - before) * nx + fx - numbers[a + 1];
  impulse[1] = (after - before) * ny + fy - numbers[a + 2];
  impulse[2] = (after - before) * nz + fz - numbers[a + 3];
  numbers[a + 1] = fx;
  numbers[a + 2] = fy;
  numbers[a + 3] = fz;
}
