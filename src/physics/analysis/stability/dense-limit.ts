import { axpy, dot } from '../../kernels/javascript/solver-loops';
import { exp } from '../../model/deterministic-math';
import type { IntegratorDefinition } from '../../world/integrator';
import { eigenvaluesOf } from '../eigen/eigenvalues';
import { symmetricEigen } from '../eigen/symmetric-eigen';
import { createGrowth, createTestParticles, type Growth, isByEigenvalue, type TestForce } from './growth';
import { longestStep } from './longest-step';
import type { ScaledDerivatives } from './scaled-derivatives';

type SmallMotion = NonNullable<ReturnType<typeof smallMotion>>;

/** Times √λ_max(K̂): a smaller |λ| is rounding error of 0, which a double eigenvalue enlarges to its square root. */
const ZERO = 1e-6;
/** Growth per step that may be such an error. */
const GROWS = 1 + 1e-6;
/** Relative accuracy of a limit that is found by trials. */
const ACCURACY = 0.018;
const MAX_TRIALS = 20;

/**
 * K̂, without motion of negative stiffness, and D̂ over the free components, row by row, and the modes of K̂ with that motion; null with more
 * than `most` free components.
 */
export function smallMotion(matrices: ScaledDerivatives, most: number) {
  const ones = new Float64Array(matrices.size).fill(1);
  matrices.filter(ones);
  const places = Array.from(ones.keys()).filter((i) => ones[i] === 1);
  if (places.length > most) return null;
  const x = new Float64Array(matrices.size);
  const y = new Float64Array(matrices.size);
  const matrix = (a: number, b: number) =>
    places.map((place) => {
      x.fill(0);
      x[place] = 1;
      matrices.multiply(y, x, a, b);
      return Float64Array.from(places, (i) => y[i]);
    });
  const K = matrix(1, 0);
  const modes = symmetricEigen(K);
  modes.vectors.forEach((q, mode) => {
    const value = modes.values[mode];
    if (value < 0) for (let i = 0; i < q.length; i++) axpy(K[i], -value * q[i], q);
  });
  return { K, D: matrix(0, 1), modes };
}

/**
 * The longest stable step for ẍ = −K̂x − D̂ẋ, s, even if K̂ and D̂ have no common eigenvectors.
 *
 * A Runge–Kutta method multiplies every eigenvector of the first-order system by R(hλ), so that the limit is the shortest over
 * its eigenvalues,
 *
 *    (λ² + λ D̂ + K̂) q = 0,  or  λ y = [0 s; −K̂/s −D̂] y,  y = (s q, λ q).
 *
 * For other methods, and with velocity decay, the step itself is the matrix: its eigenvalues at h are found by trying h.
 * Source: Tisseur and Meerbergen, The Quadratic Eigenvalue Problem, 2001.
 * @param stable s; a step that is known to be stable; @param decay r, 1/s
 * @param scale √λ_max(K̂), or 1 if that is 0; 1/s
 */
export function denseLimit(
  method: IntegratorDefinition,
  motion: SmallMotion,
  decay: number,
  stable: number,
  scale: number,
): number {
  const growth = createGrowth(method);
  if (decay === 0 && isByEigenvalue(growth)) {
    const { K, D } = motion;
    const above = K.map((_, i) =>
      Float64Array.from({ length: 2 * K.length }, (_, j) => (j === K.length + i ? scale : 0)),
    );
    const below = K.map((row, i) => Float64Array.of(...row.map((k) => -k / scale), ...D[i].map((d) => -d)));
    return eigenvaluesOf([...above, ...below]).reduce((dt, { re, im }) => {
      const omega = Math.hypot(re, im);
      return omega < ZERO * scale ? dt : longestStep(growth, { omega, damping: Math.max(0, -2 * re), decay }, dt);
    }, Number.POSITIVE_INFINITY);
  }
  if (stable === 0) return 0;
  const radius = stepRadius(method, motion, decay, scale);
  let [low, high] = [stable, Number.POSITIVE_INFINITY];
  for (let i = 0, factor = 1 + ACCURACY; i < MAX_TRIALS && high > (1 + ACCURACY) * low; i++, factor = factor ** 4) {
    const h = high === Number.POSITIVE_INFINITY ? factor * low : Math.sqrt(low * high);
    if (radius(h) <= GROWS) low = h;
    else high = h;
  }
  return low;
}

/** The longest step at which no mode q of K̂ grows, with the damping qᵀD̂q, s: that of motion of little damping, to first order in it. */
export function modesLimit(growth: Growth, { D, modes: { values, vectors } }: SmallMotion): number {
  return vectors.reduce((limit, q, i) => {
    if (values[i] <= ZERO * values[values.length - 1]) return limit;
    const damping = q.reduce((sum, component, row) => sum + component * dot(D[row], q), 0);
    return longestStep(growth, { omega: Math.sqrt(values[i]), damping: Math.max(0, damping) }, limit);
  }, Number.POSITIVE_INFINITY);
}

/** The spectral radius of a step of h, from the integrator's own steps of unit vectors. */
function stepRadius(
  method: IntegratorDefinition,
  { K, D }: SmallMotion,
  decay: number,
  scale: number,
): (h: number) => number {
  const n = K.length;
  /** Component i is the x component of particle i. */
  const along = (row: Float64Array, x: ArrayLike<number>) => row.reduce((sum, value, j) => sum + value * x[4 * j], 0);
  const force: TestForce = {
    addForce(f, { positions, velocities }) {
      for (let i = 0; i < n; i++) f[4 * i] -= along(K[i], positions) + along(D[i], velocities);
    },
    addDerivative(y, p, a, b) {
      for (let i = 0; i < n; i++) y[4 * i] -= a * along(K[i], p) + b * along(D[i], p);
    },
    addDiagonal(blocks, a, b) {
      for (let i = 0; i < n; i++) blocks[9 * i] -= a * K[i][i] + b * D[i][i];
    },
  };
  const particles = createTestParticles(method, force, n);
  const { x, v } = particles;
  return (h) => {
    // The transposed matrix, which has the same eigenvalues.
    const step = Array.from({ length: 2 * n }, (_, column) => {
      particles.start(0, 0);
      if (column < n) x[4 * column] = 1 / scale;
      else v[4 * (column - n)] = exp(-h * decay);
      particles.step(h);
      return Float64Array.from({ length: 2 * n }, (_, i) => (i < n ? scale * x[4 * i] : v[4 * (i - n)]));
    });
    return Math.max(...eigenvaluesOf(step).map(({ re, im }) => Math.hypot(re, im)));
  };
}
