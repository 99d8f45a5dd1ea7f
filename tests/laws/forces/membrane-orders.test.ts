// @module-tag same-on-every-kernel
import { Matrix } from 'ml-matrix';
import { Solver } from 'odex';
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Vec3 } from '../../../src/physics';
import { plane, sheet } from '../../fixtures/membrane-sheet';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';

const MATERIAL = { ...plane(1000, 0.3), phi: 0.4, psi: 0.3, thickness: 0.02 };
const [MASS, TIME, GRAVITY] = [0.01, 0.05, 9.81];

/** A square metre on two pins, stretched, bulged and in motion. */
function swinging(): SceneFile {
  const scene = sheet(2, {
    place: (X, Y) => [1.1 * X, Y + 0.1 * X * Y, 0.2 * X * (1 - Y)],
    velocity: (X, Y) => [0.3 * Y, -0.2 * X, 0.8 * X * Y],
    ...MATERIAL,
  });
  const params = { gravity: GRAVITY, cgTolerance: 1e-12, cgIterations: 2000 };
  return { ...scene, particles: { ...scene.particles, masses: MASS, pinned: [6, 8] }, params };
}

/** x then v, 3 numbers a particle, by the definitions with nothing of the engine in them. */
function byExtrapolation(): number[] {
  const { particles, membrane } = swinging();
  const n = particles.positions.length;
  const { lambda, mu, phi, psi, thickness } = MATERIAL;
  // Flat at rest: the plane of the sheet is a frame for all triangles.
  const triangles = (membrane?.triangles ?? []).map((corners) => {
    const [a, b, c] = corners.map((i) => membrane?.rest?.[i] as Vec3);
    const rest = new Matrix([
      [b[0] - a[0], c[0] - a[0]],
      [b[1] - a[1], c[1] - a[1]],
    ]);
    const determinant = rest.get(0, 0) * rest.get(1, 1) - rest.get(0, 1) * rest.get(1, 0);
    const inverse = new Matrix([
      [rest.get(1, 1), -rest.get(0, 1)],
      [-rest.get(1, 0), rest.get(0, 0)],
    ]).div(determinant);
    return { corners, inverse, area: determinant / 2 };
  });
  const isotropic = (strain: Matrix, l: number, m: number) =>
    Matrix.eye(2)
      .mul(l * strain.trace())
      .add(Matrix.mul(strain, 2 * m));

  const slope = (_t: number, y: number[]): number[] => {
    const force = Array.from({ length: 3 * n }, (_, i) => (i % 3 === 1 ? -MASS * GRAVITY : 0));
    for (const { corners, inverse, area } of triangles) {
      const edges = (at: number) =>
        new Matrix(
          [0, 1, 2].map((axis) => [1, 2].map((c) => y[at + 3 * corners[c] + axis] - y[at + 3 * corners[0] + axis])),
        );
      const F = edges(0).mmul(inverse);
      const rate = edges(3 * n).mmul(inverse);
      const green = F.transpose().mmul(F).sub(Matrix.eye(2)).mul(0.5);
      const turning = rate.transpose().mmul(F);
      const speed = Matrix.add(turning, turning.transpose()).mul(0.5);
      const stress = isotropic(green, lambda, mu).add(isotropic(speed, phi, psi));
      const f = F.mmul(stress)
        .mmul(inverse.transpose())
        .mul(-area * thickness);
      for (let axis = 0; axis < 3; axis++) {
        force[3 * corners[1] + axis] += f.get(axis, 0);
        force[3 * corners[2] + axis] += f.get(axis, 1);
        force[3 * corners[0] + axis] -= f.get(axis, 0) + f.get(axis, 1);
      }
    }
    const isPinned = (i: number) => particles.pinned?.includes(Math.floor(i / 3));
    return [...y.slice(3 * n), ...force.map((f, i) => (isPinned(i) ? 0 : f / MASS))];
  };
  const velocities = (particles.velocities ?? []).flatMap((v, i) => (particles.pinned?.includes(i) ? [0, 0, 0] : v));
  const solver = new Solver(6 * n);
  solver.relativeTolerance = solver.absoluteTolerance = 1e-12;
  return solver.solve(slope, 0, [...particles.positions.flat(), ...velocities], TIME).y;
}

describe('a swinging membrane', () => {
  const exact = byExtrapolation();
  eachMethodInTurn(2, ({ id, order }) => {
    test(`converges to the solution of an extrapolation code with order ${order}`, () => {
      const errors = [1, 2].map((finer) => {
        const dt = (order === 1 ? 1e-4 : 1e-3) / finer;
        const simulation = createSimulation({ scene: swinging(), integrator: id, params: { dt }, precision: 'double' });
        simulation.step(Math.round(TIME / dt));
        const all = Array.from({ length: simulation.particleCount }, (_, i) => simulation.particle(i));
        const y = [...all.flatMap(({ position }) => position), ...all.flatMap(({ velocity }) => velocity)];
        return Math.max(...y.map((value, i) => Math.abs(value - exact[i])));
      });
      expect(errors[0]).toBeLessThan(0.2);
      expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(order - 0.2);
      expect(Math.log2(errors[0] / errors[1])).toBeLessThan(order + 0.4);
    });
  });
});
