import type { FeaturePair } from '../../collision/closest-points';

/** Numbers per contact: w_k, N, the distance to keep, Σ w_k²/m_k, and the impulse so far. */
const SIZE = 10;

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
  numbers[o + 9] = 0;
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
 * One Gauss–Seidel sweep over the contacts. With d = Σ w_k x_k from feature to feature, W = Σ w_k²/m_k and the distance t to keep:
 *    where d·N < t:  λ = (t − d·N)/W,  x_k += w_k λ N/m_k
 *    and, if u = Σ w_k v_k has u·N < 0:  j = −u·N/W,  v_k += w_k j N/m_k    (an inelastic impact)
 * Friction takes from the tangential part of d − d₀ and of u, at most μ λ and μ j: d₀ is that of the start of the step.
 * Each impulse removes kinetic energy; momentum is conserved.
 * Source: Bridson, Fedkiw, Anderson, Robust Treatment of Collisions, Contact and Friction for Cloth Animation.
 */
export function sweepContacts(
  { count, particles, numbers }: Contacts,
  { starts, ends, velocities, moved }: Motion,
  inverseMasses: ArrayLike<number>,
  friction: number,
): void {
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
    if (overlap > 0) numbers[o + 9] = 1;
    else if (numbers[o + 9] === 0) continue;
    const inverse = 1 / numbers[o + 8];
    // Positions: the push, and friction over the way of the step.
    let lx = 0;
    let ly = 0;
    let lz = 0;
    if (overlap > 0) {
      const moveN = (dx - sx) * nx + (dy - sy) * ny + (dz - sz) * nz;
      const tx = dx - sx - moveN * nx;
      const ty = dy - sy - moveN * ny;
      const tz = dz - sz - moveN * nz;
      const slid = Math.sqrt(tx * tx + ty * ty + tz * tz);
      const held = slid > 0 ? Math.min(1, (friction * overlap) / slid) : 0;
      lx = inverse * (overlap * nx - held * tx);
      ly = inverse * (overlap * ny - held * ty);
      lz = inverse * (overlap * nz - held * tz);
    }
    // Velocities: the impact, and friction.
    let jx = 0;
    let jy = 0;
    let jz = 0;
    const approach = -(ux * nx + uy * ny + uz * nz);
    if (approach > 0) {
      const tx = ux + approach * nx;
      const ty = uy + approach * ny;
      const tz = uz + approach * nz;
      const speed = Math.sqrt(tx * tx + ty * ty + tz * tz);
      const held = speed > 0 ? Math.min(1, (friction * approach) / speed) : 0;
      jx = inverse * (approach * nx - held * tx);
      jy = inverse * (approach * ny - held * ty);
      jz = inverse * (approach * nz - held * tz);
    }
    for (let k = 0; k < 4; k++) {
      const weight = numbers[o + k] * inverseMasses[particles[p + k]];
      if (weight === 0) continue;
      const i = 4 * particles[p + k];
      ends[i] += weight * lx;
      ends[i + 1] += weight * ly;
      ends[i + 2] += weight * lz;
      velocities[i] += weight * jx;
      velocities[i + 1] += weight * jy;
      velocities[i + 2] += weight * jz;
      moved[particles[p + k]] = 1;
    }
  }
}
