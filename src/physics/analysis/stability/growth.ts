import { type Block, createArena, type Floats, ordinaryBlock } from '../../model/arena';
import { exp } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { defaultParams } from '../../registry';
import { chainOf, networkScene } from '../../scenes/builders/network-scene';
import type { Force, ForceDefinition } from '../../world/force';
import type { IntegratorDefinition } from '../../world/integrator';
import { createBareWorld } from '../state/bare-world';

/**
 * Spectral radius of one step of h for an oscillator of angular frequency ω, damping rate c (1/s, of M⁻¹D) and velocity decay
 * e^(−h·r) before the step.
 */
export type Growth = (hOmega: number, hDamping: number, hDecay: number) => number;

/** A larger factor per step counts as growth, for the limit and for each mode. A smaller one may be rounding error. */
export const GROWS = 1 + 1e-11;

/**
 * Creates the growth function of an integrator, from the two columns of its 2×2 amplification matrix for the test spring.
 * Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.2.
 */
export function createGrowth(method: IntegratorDefinition): Growth {
  const amplify = createAmplification(method);
  return (hOmega, hDamping, hDecay) => {
    const [a, c, b, d] = amplify(hOmega, hDamping, hDecay);
    // The form ¼(a + d)² − (ad − bc) would suffer cancellation in short steps.
    const half = (a - d) / 2;
    const discriminant = half * half + b * c;
    if (discriminant < 0) return Math.sqrt(a * d - b * c);
    const radius = Math.abs(a + d) / 2 + Math.sqrt(discriminant);
    // ∞ − ∞: overflow in a very long step.
    return Number.isNaN(radius) ? Number.POSITIVE_INFINITY : radius;
  };
}

/**
 * True if the eigenvalue of largest modulus of that matrix is real and negative: then every step reverses the motion that grows
 * first. A symmetric matrix decides on the eigenvalue −1 of a linear step, so that any q with this κ and δ proves it.
 */
export function createReversal(method: IntegratorDefinition): (...args: Parameters<Growth>) => boolean {
  const amplify = createAmplification(method);
  return (hOmega, hDamping, hDecay) => {
    const [a, c, b, d] = amplify(hOmega, hDamping, hDecay);
    return a + d < 0 && ((a - d) / 2) ** 2 + b * c >= 0;
  };
}

/**
 * True if a step is linear in stiffness and damping, as with a single force evaluation. Then the growth of a mode q depends only on
 * q*K̂q and q*D̂q, even if K̂ and D̂ have no common eigenvectors, and with any velocity decay.
 */
export function isLinear(method: IntegratorDefinition): boolean {
  const amplify = createAmplification(method);
  const at = (stiffness: number, damping: number) => amplify(Math.sqrt(stiffness), damping, 0);
  const [none, stiff, damped] = [at(0, 0), at(1, 0), at(0, 1)];
  const nonlinearParts = [at(2, 0), at(0, 2), at(1, 1)].map((entries, i) =>
    entries.map((entry, j) => entry + none[j] - [2 * stiff[j], 2 * damped[j], stiff[j] + damped[j]][i]),
  );
  return nonlinearParts.flat().every((value) => Math.abs(value) < 1e-12);
}

/** Two columns: the state after a step from position 1, and from velocity 1. */
function createAmplification(method: IntegratorDefinition): (...args: Parameters<Growth>) => number[] {
  const spring = createTestSpring();
  const particle = createTestParticles(method, spring);
  const { x, v } = particle;
  return (hOmega, hDamping, hDecay) => {
    spring.k = hOmega * hOmega;
    spring.c = hDamping;
    particle.start(1, 0);
    particle.step(1);
    const [a, c] = [x[0], v[0]];
    particle.start(0, hDecay === 0 ? 1 : exp(-hDecay));
    particle.step(1);
    return [a, c, x[0], v[0]];
  };
}

/** Spectral radius of one step for the test spring ẍ = −ω²x − 2ζω ẋ; the step is stable if it is at most 1.
 *  @param hOmega hω; @param zeta damping ratio; @param hDecay h·r; velocities decay by e^(−h·r) before the step */
export function growthPerStep(method: IntegratorDefinition, hOmega: number, zeta: number, hDecay = 0): number {
  return createGrowth(method)(hOmega, 2 * zeta * hOmega, hDecay);
}

/**
 * Growth of modes of frequency ω, rad/s, and damping c = 2ζω, 1/s, in a step of h.
 * @param hDecay h·r; velocities decay by e^(−h·r) before the step
 */
export function modeGrowth(
  method: IntegratorDefinition,
  modes: { omega: readonly number[]; damping: readonly number[] },
  h: number,
  hDecay = 0,
) {
  const growth = createGrowth(method);
  const byEigenvalue = isByEigenvalue(growth, hDecay);
  const grows = (factor: number) => !(factor <= GROWS);
  const factors = modes.omega.map((omega, i) => growth(h * omega, h * modes.damping[i], hDecay));
  return {
    /** True if growth depends on each eigenvalue separately; see `isByEigenvalue`. */
    byEigenvalue,
    /** Growth factor of each mode per step. */
    growth: factors,
    /** True for each mode that grows by more than rounding error. */
    grows: factors.map(grows),
    /** For each overdamped mode, whether its slow and its fast part grow; null for other modes, and unless `byEigenvalue`. */
    apart: modes.omega.map((omega, i): [slow: boolean, fast: boolean] | null => {
      const half = (h * modes.damping[i]) / 2;
      if (!byEigenvalue || half <= h * omega) return null;
      // z² − hc z + (hω)² = 0; the small root without cancellation.
      const fast = half + Math.sqrt(half * half - h * omega * (h * omega));
      const slow = (h * omega * (h * omega)) / fast;
      return [grows(growthOfReal(growth, slow, hDecay)), grows(growthOfReal(growth, fast, hDecay))];
    }),
  };
}

/** Pairs of eigenvalues −z of overdamped motion, for the test below. */
const TEST_PAIRS = [
  [0.3, 1.1],
  [0.7, 2.5],
  [0.05, 0.4],
];

/**
 * True if a step multiplies each eigenvector by a factor that depends on its eigenvalue only, like R(z) of Runge–Kutta methods.
 * Then both eigenvalues of an overdamped mode have their own points in the z plane. Tested on the integrator itself; false for
 * symplectic Euler and Verlet, where the factors depend on both eigenvalues.
 */
export function isByEigenvalue(growth: Growth, hDecay = 0): boolean {
  return TEST_PAIRS.every(([a, b]) => {
    const together = growth(Math.sqrt(a * b), a + b, hDecay);
    const apart = Math.max(growthOfReal(growth, a, hDecay), growthOfReal(growth, b, hDecay));
    return Math.abs(together - apart) < 1e-6;
  });
}

/** Growth at the eigenvalue −z: of critically damped motion, where it is a double eigenvalue. */
function growthOfReal(growth: Growth, z: number, hDecay = 0): number {
  return growth(z, 2 * z, hDecay);
}

/** A force on one particle, with its derivatives, for tests of any integrator. */
export type TestForce = Pick<Force, 'linearize'> &
  Required<Pick<Force, 'addForce' | 'addDerivative' | 'addDiagonal'>> & {
    /** Of a test spring: its k and c, and what it adds besides the spring. */
    readonly k?: number;
    readonly c?: number;
    addLoad?(f: Floats): void;
  };

/** Particles of 1 kg in double precision, with one integrator and one force. */
export type TestParticles = ReturnType<typeof createTestParticles>;

/** Test particles for many runs, with solver tolerances near rounding error. Nothing corrects their steps: the force has no energy.
 *  @param n their number */
export function createTestParticles(method: IntegratorDefinition, force: TestForce, n = 1) {
  // Methods that solve springs take the test spring as one of the model.
  const isSpring = method.solvesSprings && force.addLoad !== undefined;
  const definition: ForceDefinition = {
    id: 'test',
    label: '',
    summary: '',
    create: () => (isSpring ? { addForce: force.addLoad } : force),
  };
  const params = { ...defaultParams(), mass: 1, cgTolerance: 1e-14, newtonTolerance: 1e-14, lineSearch: 0 };
  // The spring without length leads to a pin at the origin: it is linear in all directions.
  const data = networkScene(params, {
    positions: Array.from({ length: isSpring ? 2 : n }, (): Vec3 => [0, 0, 0]),
    springs: isSpring ? chainOf(1, 0) : [],
    pinned: isSpring ? [1] : [],
    environment: {},
  });
  const arena = createArena('double', smallBlocks());
  const { world, state } = createBareWorld({ data, at: params, params }, [definition], arena);
  const { stiffness, damping } = world.model;
  const integrator = method.create(world);
  const [x, v] = [state.positions, state.velocities];

  return {
    /** 4n; m. */
    x,
    /** 4n; m/s. */
    v,
    /** Sets position and velocity of the first particle along the x axis, those of all others to 0, and t = 0. */
    start(position: number, velocity: number) {
      x.fill(0);
      v.fill(0);
      x[0] = position;
      v[0] = velocity;
      state.time = 0;
    },
    step(h: number) {
      if (isSpring) {
        stiffness[0] = force.k ?? 0;
        damping[0] = force.c ?? 0;
      }
      integrator.step(state, h);
      state.time += h;
    },
  };
}

/** Small memory blocks for a few particles: allocating an arena's usual blocks would take longer than a search. */
function smallBlocks(): (bytes: number) => Block {
  let size = 1 << 12;
  return (bytes) => {
    size *= 2;
    return ordinaryBlock(Math.min(bytes, size));
  };
}

/** ẍ = a − k x − c ẋ for one particle of 1 kg; all three may change from step to step. */
export function createTestSpring() {
  const spring = {
    /** m/s². */
    a: 0,
    /** N/m. */
    k: 0,
    /** N·s/m. */
    c: 0,
    /** f += a alone. */
    addLoad(f: Floats) {
      f[0] += spring.a;
    },
  };
  const force: TestForce = {
    addForce(f, { positions: x, velocities: v }) {
      spring.addLoad(f);
      for (let axis = 0; axis < 3; axis++) f[axis] -= spring.k * x[axis] + spring.c * v[axis];
    },
    addDerivative(y, p, a, b) {
      for (let axis = 0; axis < 3; axis++) y[axis] -= (a * spring.k + b * spring.c) * p[axis];
    },
    addDiagonal(blocks, a, b) {
      for (let axis = 0; axis < 3; axis++) blocks[4 * axis] -= a * spring.k + b * spring.c;
    },
  };
  return Object.assign(spring, force);
}
