import type { ForceDefinition, IntegratorDefinition } from '../contracts';
import { javascriptKernel } from '../kernels/javascript';
import { createArena } from '../memory';
import type { Model, State } from '../model';
import { defaultParams } from '../registry';
import { createWorld } from '../world';

/** ẍ = −ω²x − 2ζω ẋ for one particle of 1 kg. */
function testSpring(omega: number, zeta: number): ForceDefinition {
  const k = omega * omega;
  const c = 2 * zeta * omega;
  return {
    id: 'test-spring',
    label: 'Test spring',
    summary: 'The linear oscillator that stability is measured on.',
    create: () => ({
      addForce(f, { positions: x, velocities: v }) {
        for (let axis = 0; axis < 3; axis++) f[axis] -= k * x[axis] + c * v[axis];
      },
      addDerivative(y, p, a, b) {
        for (let axis = 0; axis < 3; axis++) y[axis] -= (a * k + b * c) * p[axis];
      },
      addDiagonal(blocks, a, b) {
        for (let axis = 0; axis < 3; axis++) blocks[4 * axis] -= a * k + b * c;
      },
    }),
  };
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

/** Spectral radius of one step of h = 1 s on the test spring, from the two columns of its 2×2 amplification matrix.
 *  @param hOmega hω; @param zeta damping ratio
 *  Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.2. */
export function growthPerStep(method: IntegratorDefinition, hOmega: number, zeta: number): number {
  const control = { held: -1, target: new Float64Array(3) };
  const params = { ...defaultParams(), cgTolerance: 1e-14 };
  const world = createWorld(oneParticle(), params, control, javascriptKernel, createArena('double'), [
    testSpring(hOmega, zeta),
  ]);

  const column = (x: number, v: number): [number, number] => {
    const state: State = { positions: Float64Array.of(x, 0, 0, 0), velocities: Float64Array.of(v, 0, 0, 0), time: 0 };
    method.create(world).step(state, 1);
    return [state.positions[0], state.velocities[0]];
  };
  const [a, c] = column(1, 0);
  const [b, d] = column(0, 1);
  const half = (a + d) / 2;
  const discriminant = half * half - (a * d - b * c);
  if (discriminant < 0) return Math.sqrt(a * d - b * c);
  return Math.abs(half) + Math.sqrt(discriminant);
}

/** Growth per step that rounding alone may make. */
const ROUNDING = 1e-9;
const SMALLEST = 1e-2;
const LARGEST = 1e3;

/** The largest hω up to which no step grows: 0 where even a hundredth does, Infinity where a thousand doesn't. */
export function stabilityLimitOf(method: IntegratorDefinition, zeta: number): number {
  const grows = (hOmega: number) => !(growthPerStep(method, hOmega, zeta) <= 1 + ROUNDING);
  if (grows(SMALLEST)) return 0;
  let low = SMALLEST;
  let high = low;
  while (!grows(high)) {
    if (high > LARGEST) return Number.POSITIVE_INFINITY;
    low = high;
    high *= 1.05;
  }
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (grows(middle)) high = middle;
    else low = middle;
  }
  return low;
}
