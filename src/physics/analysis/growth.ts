import type { Force, IntegratorDefinition } from '../contracts';
import { exp } from '../deterministic-math';
import { javascriptKernel } from '../kernels/javascript';
import { createArena } from '../memory';
import type { Model, State } from '../model';
import { defaultParams } from '../registry';
import { createWorld } from '../world';

/** ẍ = −k x − c ẋ for one particle of 1 kg; both may change from step to step. */
interface TestSpring extends Required<Pick<Force, 'addForce' | 'addDerivative' | 'addDiagonal'>> {
  k: number;
  c: number;
}

function createTestSpring(): TestSpring {
  const spring: TestSpring = {
    k: 0,
    c: 0,
    addForce(f, { positions: x, velocities: v }) {
      for (let axis = 0; axis < 3; axis++) f[axis] -= spring.k * x[axis] + spring.c * v[axis];
    },
    addDerivative(y, p, a, b) {
      for (let axis = 0; axis < 3; axis++) y[axis] -= (a * spring.k + b * spring.c) * p[axis];
    },
    addDiagonal(blocks, a, b) {
      for (let axis = 0; axis < 3; axis++) blocks[4 * axis] -= a * spring.k + b * spring.c;
    },
  };
  return spring;
}

function oneParticle(): Model {
  const none = {
    springs: new Uint32Array(0),
    kinds: new Uint8Array(0),
    cut: new Uint8Array(0),
    surface: new Uint32Array(0),
  };
  const empty = new Float64Array(0);
  return {
    ...none,
    particleCount: 1,
    springCount: 0,
    masses: Float64Array.of(1),
    inverseMasses: Float64Array.of(1),
    pinned: new Uint8Array(1),
    restLengths: empty,
    meanLength: 0,
    shortest: 0,
    stiffness: empty,
    damping: empty,
    grid: null,
  };
}

/** Blocks for the arrays of one particle, bytes: an arena asks for far larger ones, which take longer than a search. */
function smallBlocks(): (bytes: number) => ArrayBuffer {
  let size = 1 << 12;
  return (bytes) => {
    size *= 2;
    return new ArrayBuffer(Math.min(bytes, size));
  };
}

/**
 * Spectral radius of one step of h on an oscillator of angular frequency ω, damping rate c (1/s, of M⁻¹D) and velocities
 * that shrink by e^(−h·r) ahead of the step.
 */
export type Growth = (hOmega: number, hDamping: number, hDecay: number) => number;

/** Puts a method to work on the test spring, once for many steps. From the two columns of its 2×2 amplification matrix.
 *  Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.2. */
export function createGrowth(method: IntegratorDefinition): Growth {
  const spring = createTestSpring();
  const definition = { id: 'test-spring', label: '', summary: '', create: () => spring };
  const control = { held: -1, target: new Float64Array(3) };
  const params = { ...defaultParams(), cgTolerance: 1e-14 };
  const arena = createArena('double', smallBlocks());
  const integrator = method.create(createWorld(oneParticle(), params, control, javascriptKernel, arena, [definition]));
  const state: State = { positions: new Float64Array(4), velocities: new Float64Array(4), time: 0 };
  const [x, v] = [state.positions, state.velocities];

  return (hOmega, hDamping, hDecay) => {
    spring.k = hOmega * hOmega;
    spring.c = hDamping;
    start(1, 0);
    integrator.step(state, 1);
    const [a, c] = [x[0], v[0]];
    start(0, hDecay === 0 ? 1 : exp(-hDecay));
    integrator.step(state, 1);
    const [b, d] = [x[0], v[0]];
    const half = (a + d) / 2;
    const discriminant = half * half - (a * d - b * c);
    if (discriminant < 0) return Math.sqrt(a * d - b * c);
    return Math.abs(half) + Math.sqrt(discriminant);
  };

  function start(position: number, velocity: number): void {
    x.fill(0);
    v.fill(0);
    x[0] = position;
    v[0] = velocity;
    state.time = 0;
  }
}

/** Spectral radius of one step on the test spring ẍ = −ω²x − 2ζω ẋ: at most 1 where the step is stable.
 *  @param hOmega hω; @param zeta damping ratio; @param hDecay h·r, where velocities shrink by e^(−h·r) ahead of the step */
export function growthPerStep(method: IntegratorDefinition, hOmega: number, zeta: number, hDecay = 0): number {
  return createGrowth(method)(hOmega, 2 * zeta * hOmega, hDecay);
}
