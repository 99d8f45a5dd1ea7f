import type { IntegratorDefinition } from '../../world/integrator';
import { createTestParticles, type TestForce, type TestParticles } from '../stability/test-particle';
import { createTestSpring } from '../stability/test-spring';

/** Error of an integrator in free fall, and its order. */
export interface FallError {
  /** m; error of the position after 1 s at 1 m/s², with steps of 0.1 s. */
  error: number;
  /** Halving the step divides the error by 2 to this power; Infinity if there is only rounding error. */
  order: number;
}

/** Steps of the coarsest run; each run lasts 1 s. */
const STEPS = 50;
/** m; a smaller error is rounding error. */
const ROUNDING = 1e-12;

/** x(t) = x₀ + v₀t + ½at² is a parabola: integrators of order 2 or higher are exact.
 *  Source: lecture slides Particle Dynamics, constant acceleration. */
export function errorInFreeFall(method: IntegratorDefinition): FallError {
  const spring = createTestSpring();
  spring.a = 1;
  const particle = createTestParticles(method, spring);
  const errorOf = (steps: number) => {
    particle.start(0, 1);
    advance(particle, steps);
    return Math.abs(particle.x[0] - 1.5);
  };
  const error = errorOf(10);
  return { error, order: error < ROUNDING ? Number.POSITIVE_INFINITY : Math.log2(error / errorOf(20)) };
}

/** The order of the global error for a smooth nonlinear problem, the damped and driven Duffing oscillator,
 *    ẍ = −x − x³ − ½ẋ + cos 2t,
 *  from the differences of runs with h, h/2 and h/4: log₂(|y_h − y_{h/2}| / |y_{h/2} − y_{h/4}|).
 *  Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.4. */
export function orderInMotion(method: IntegratorDefinition): number {
  const particle = createTestParticles(method, duffing());
  const end = (steps: number) => {
    particle.start(1, 0);
    advance(particle, steps);
    return [particle.x[0], particle.v[0]];
  };
  const [coarse, middle, fine] = [end(STEPS), end(2 * STEPS), end(4 * STEPS)];
  const distance = (a: number[], b: number[]) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  return Math.log2(distance(coarse, middle) / distance(middle, fine));
}

function advance(particle: TestParticles, steps: number): void {
  for (let i = 0; i < steps; i++) particle.step(1 / steps);
}

function duffing(): TestForce {
  let slope = 0;
  return {
    addForce(f, { positions: x, velocities: v, time }) {
      f[0] += -x[0] - x[0] ** 3 - 0.5 * v[0] + Math.cos(2 * time);
    },
    linearize({ positions: x }) {
      slope = -1 - 3 * x[0] ** 2;
    },
    addDerivative(y, p, a, b) {
      y[0] += (a * slope - 0.5 * b) * p[0];
    },
    addDiagonal(blocks, a, b) {
      blocks[0] += a * slope - 0.5 * b;
    },
  };
}
