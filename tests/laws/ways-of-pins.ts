import type { Vec3 } from '../../src/physics';

/** Where a pin is at t that was at `from` at 0, or how fast it is. */
type Way = (t: number, from: Vec3) => Vec3;

const [C, RATE, A, F]: [Vec3, number, Vec3, number] = [[0.1, 0.2, -0.3], 2.5, [0.02, -0.03, 0.01], 3];
/** Of a kind each, where a pin is at t that was at `from` at 0, and how fast; written down afresh. */
export const WAYS: { values: Record<string, unknown>; at: Way; velocity: Way }[] = [
  {
    values: { velocity: [0.1, 0.2, -0.3] },
    at: (t, [x, y, z]) => [x + 0.1 * t, y + 0.2 * t, z - 0.3 * t],
    velocity: () => [0.1, 0.2, -0.3],
  },
  {
    values: { shake: { amplitude: A, frequency: F } },
    at: (t, from) => from.map((x, axis) => x + A[axis] * Math.sin(2 * Math.PI * F * t)) as Vec3,
    velocity: (t) => A.map((part) => 2 * Math.PI * F * part * Math.cos(2 * Math.PI * F * t)) as Vec3,
  },
  {
    values: { twist: { center: C, axis: [0, 0, 2], rate: RATE } },
    at: (t, [x, y, z]) => {
      const [c, s] = [Math.cos(RATE * t), Math.sin(RATE * t)];
      return [C[0] + c * (x - C[0]) - s * (y - C[1]), C[1] + s * (x - C[0]) + c * (y - C[1]), z];
    },
    velocity(t, from) {
      const [x, y] = this.at(t, from);
      return [-RATE * (y - C[1]), RATE * (x - C[0]), 0];
    },
  },
  {
    values: { stretch: { center: C, axis: [0, 3, 0], rate: 0.7 } },
    at: (t, [x, y, z]) => [x, C[1] + (y - C[1]) * Math.exp(0.7 * t), z],
    velocity: (t, from) => [0, 0.7 * (from[1] - C[1]) * Math.exp(0.7 * t), 0],
  },
];

export const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(...Array.from(a, (value, i) => value - b[i]));
