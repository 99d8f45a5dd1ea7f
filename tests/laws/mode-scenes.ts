import type { Mode, SceneFile, Simulation, Vec3 } from '../../src/physics';

/** A chain along x, fixed at both ends, of n free particles. */
export function chain(n: number, masses: number | number[] = 0.01, damping = 0): SceneFile {
  const positions = Array.from({ length: n + 2 }, (_, i): Vec3 => [0.1 * i, 0, 0]);
  return {
    hooke: 1,
    particles: { positions, masses, pinned: [0, n + 1] },
    springs: { pairs: Array.from({ length: n + 1 }, (_, i) => [i, i + 1]), stiffness: 100, damping },
    params: { gravity: 0 },
  };
}

/** A structural net of n × n in the plane, free. */
export function net(n: number): SceneFile {
  const positions = Array.from({ length: n * n }, (_, i): Vec3 => [0.1 * (i % n), 0, 0.1 * Math.floor(i / n)]);
  const pairs: [number, number][] = [];
  for (let i = 0; i < n * n; i++) {
    if (i % n < n - 1) pairs.push([i, i + 1]);
    if (i < n * (n - 1)) pairs.push([i, i + n]);
  }
  return {
    hooke: 1,
    particles: { positions, masses: 0.01 },
    springs: { pairs, restLengths: pairs.map(() => 0.1), stiffness: 100 },
    params: { gravity: 0 },
  };
}

/** φ_aᵀ A φ_b, A by its products; with the mass in the place of A where a = b = 0. */
export function between({ world, state, model }: Simulation, one: Mode, other: Mode, a: number, b: number): number {
  if (a === 0 && b === 0) {
    return one.shape.reduce((sum, value, i) => sum + value * other.shape[i] * model.masses[Math.floor(i / 3)], 0);
  }
  world.linearize(state, true);
  const [p, y] = [new Float64Array(4 * model.particleCount), new Float64Array(4 * model.particleCount)];
  one.shape.forEach((value, i) => {
    p[i + Math.floor(i / 3)] = value;
  });
  world.addDerivatives(y, p, -a, -b);
  return other.shape.reduce((sum, value, i) => sum + value * y[i + Math.floor(i / 3)], 0);
}
