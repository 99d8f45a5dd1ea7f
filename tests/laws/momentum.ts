import type { Simulation, Vec3 } from '../../src/physics';

function sum(simulation: Simulation, part: (m: number, x: Vec3, v: Vec3) => Vec3): Vec3 {
  const total: Vec3 = [0, 0, 0];
  for (let i = 0; i < simulation.particleCount; i++) {
    const { mass, position, velocity } = simulation.particle(i);
    part(mass, position, velocity).forEach((value, axis) => {
      total[axis] += value;
    });
  }
  return total;
}

/** Σ m v, kg·m/s. */
export const momentum = (s: Simulation) => sum(s, (m, _, v) => [m * v[0], m * v[1], m * v[2]]);
/** Σ m x × v, kg·m²/s, about the origin. */
export const angularMomentum = (s: Simulation) =>
  sum(s, (m, x, v) => [
    m * (x[1] * v[2] - x[2] * v[1]),
    m * (x[2] * v[0] - x[0] * v[2]),
    m * (x[0] * v[1] - x[1] * v[0]),
  ]);
