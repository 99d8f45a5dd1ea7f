import type { Floats } from '../../model/arena';
import type { TestForce } from './test-particle';

/** ẍ = a − k x − c ẋ for one particle of 1 kg; all three may change from step to step. */
export interface TestSpring extends TestForce {
  /** m/s². */
  a: number;
  /** N/m. */
  k: number;
  /** N·s/m. */
  c: number;
  /** f += a alone. */
  addLoad(f: Floats): void;
}

export function createTestSpring(): TestSpring {
  const spring: TestSpring = {
    a: 0,
    k: 0,
    c: 0,
    addLoad(f) {
      f[0] += spring.a;
    },
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
  return spring;
}
