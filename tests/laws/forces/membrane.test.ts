import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type State, type Vec3 } from '../../../src/physics';
import { membrane } from '../../../src/physics/forces/membrane';
import type { MutableWorld } from '../../../src/physics/world/create-world';
import { plane, sheet } from '../../fixtures/membrane-sheet';
import { randomNumbers } from '../../fixtures/random';
import { turn, turned } from '../../fixtures/rotation';
import { worldOf } from '../../fixtures/world-of';

const STEEL = { ...plane(1000, 0.3), thickness: 1 };

const alone = (scene: SceneFile, clamp = 1) => worldOf(scene, { forces: [membrane], params: { clamp } });

function forcesOf({ world, state }: { world: MutableWorld; state: State }): Vec3[] {
  const f = new Float64Array(4 * world.model.particleCount);
  world.computeForces(state, f);
  return Array.from({ length: world.model.particleCount }, (_, i): Vec3 => [f[4 * i], f[4 * i + 1], f[4 * i + 2]]);
}

describe('a unit square of membrane, E = 1000 Pa, ν = 0.3', () => {
  test('has the plane-stress constants of the textbook', () => {
    expect(STEEL.lambda).toBeCloseTo(329.67033, 6);
    expect(STEEL.mu).toBeCloseTo(384.615385, 6);
  });

  test('stretched to 1.2 with free sides pulls with 264 N and is 0.931665 wide', () => {
    const pulled = (lateral: number) => {
      const f = forcesOf(alone(sheet(1, { place: (X, Y) => [1.2 * X, lateral * Y, 0], ...STEEL })));
      // Upper and right edges.
      return { across: f[2][1] + f[3][1], along: -(f[1][0] + f[3][0]) };
    };
    let [low, high] = [0.8, 1];
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (pulled(middle).across > 0) low = middle;
      else high = middle;
    }
    expect(low).toBeCloseTo(0.931665, 6);
    expect(Math.abs(pulled(low).along / 264 - 1)).toBeLessThan(1e-6);
  });

  test('has a quarter of the constants where strains are written without the ½, as in Choi’s slides', () => {
    const F = [
      [1.2, 0.1],
      [-0.05, 0.9],
    ];
    const { world, state } = alone(
      sheet(1, { place: (X, Y) => [1.2 * X + 0.1 * Y, -0.05 * X + 0.9 * Y, 0], ...STEEL }),
    );
    const strain = Matrix.sub(new Matrix(F).transpose().mmul(new Matrix(F)), Matrix.eye(2));
    const [lambda, mu] = [STEEL.lambda / 4, STEEL.mu / 4];
    const energy = 0.5 * lambda * strain.trace() ** 2 + mu * strain.clone().pow(2).sum();
    expect(energy).toBeGreaterThan(1);
    expect(world.energy(state).elastic).toBeCloseTo(energy, 10);
  });
});

describe('a membrane', () => {
  const bowl = (X: number, Y: number): Vec3 => [X, Y, 0.4 * X * X - 0.3 * X * Y];
  const firm = { ...plane(1000, 0.4), phi: 70, psi: 50, thickness: 0.5 };

  test('does not resist rigid motion, whatever its rest shape', () => {
    const random = randomNumbers(3);
    for (let trial = 0; trial < 5; trial++) {
      const axis: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
      const R = turn(axis, 6 * random());
      const place = (X: number, Y: number) => turned(R, bowl(X, Y)).map((x, i) => x + 3 * i - 2) as Vec3;
      // v = ω × x: the rotation goes on.
      const velocity = (X: number, Y: number): Vec3 => {
        const [x, y, z] = place(X, Y);
        const [a, b, c] = axis;
        return [b * z - c * y, c * x - a * z, a * y - b * x];
      };
      const spun = alone(sheet(4, { place, velocity, rest: bowl, ...firm }));
      for (const f of forcesOf(spun)) expect(Math.hypot(...f)).toBeLessThan(1e-11);
      expect(spun.world.energy(spun.state).elastic).toBeLessThan(1e-20);
      // The same sheet is not indifferent to everything.
      spun.state.positions[4 * 12] += 0.01;
      expect(Math.hypot(...forcesOf(spun)[12])).toBeGreaterThan(1);
    }
  });

  test('has no net force and no net torque, whatever its deformation and motion', () => {
    const random = randomNumbers(5);
    const any = (): Vec3 => [random() - 0.5, random() - 0.5, random() - 0.5];
    const place = (X: number, Y: number) => bowl(X, Y).map((x, i) => x + 0.3 * any()[i]) as Vec3;
    const deformed = alone(sheet(4, { place, velocity: any, rest: bowl, ...firm }));
    const f = forcesOf(deformed);
    const x = deformed.state.positions;
    const torque = f.map(([fx, fy, fz], i): Vec3 => {
      const [a, b, c] = x.slice(4 * i, 4 * i + 3);
      return [b * fz - c * fy, c * fx - a * fz, a * fy - b * fx];
    });
    for (const moments of [f, torque]) {
      for (let axis = 0; axis < 3; axis++) {
        const sum = moments.reduce((total, moment) => total + moment[axis], 0);
        const size = Math.max(...moments.map((moment) => Math.abs(moment[axis])));
        expect(size).toBeGreaterThan(1);
        expect(Math.abs(sum)).toBeLessThan(1e-12 * size);
      }
    }
  });

  test('only loses energy by its viscosity', () => {
    const random = randomNumbers(8);
    const any = (): Vec3 => [random() - 0.5, random() - 0.5, random() - 0.5];
    const place = (X: number, Y: number) => bowl(X, Y).map((x, i) => x + 0.3 * any()[i]) as Vec3;
    const { phi, psi, thickness } = firm;
    const moving = alone(sheet(4, { place, velocity: any, rest: bowl, lambda: 0, mu: 0, phi, psi, thickness }));
    const v = moving.state.velocities;
    const power = forcesOf(moving).reduce((sum, f, i) => sum + f.reduce((s, part, a) => s + part * v[4 * i + a], 0), 0);
    expect(power).toBeLessThan(-1);
  });

  test('exerts no force where it is torn, or has no area at rest', () => {
    const place = (X: number, Y: number): Vec3 => [1.3 * X, Y, 0];
    const torn = alone(sheet(1, { place, ...STEEL }));
    const whole = torn.world.energy(torn.state).elastic;
    const areas = torn.world.model.membrane?.areas as Float64Array;
    areas[0] = 0;
    expect(torn.world.energy(torn.state).elastic).toBeCloseTo(whole / 2, 10);
    expect(forcesOf(torn)[0]).toEqual([0, 0, 0]);
    expect(Math.hypot(...forcesOf(torn)[3])).toBeGreaterThan(1);
    areas[1] = 0;
    expect(forcesOf(torn).flat()).toEqual(new Array(12).fill(0));
  });

  test('keeps exactly the positive principal stresses when clamped', () => {
    // Stretched along a slanted direction and compressed across it: F = Q diag(1.2, 0.85) Qᵀ.
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const Q = new Matrix([
      [c, -s],
      [s, c],
    ]);
    const F = Q.mmul(Matrix.diag([1.2, 0.85])).mmul(Q.transpose());
    const place = (X: number, Y: number): Vec3 => [...F.mmul(Matrix.columnVector([X, Y])).to1DArray(), 0] as Vec3;
    const along = [1.2, 0.85].map((stretch) => (stretch ** 2 - 1) / 2);
    const principal = along.map((e) => STEEL.lambda * (along[0] + along[1]) + 2 * STEEL.mu * e);
    expect(principal[0]).toBeGreaterThan(10);
    expect(principal[1]).toBeLessThan(-10);
    for (const clamp of [0, 1]) {
      const kept = clamp ? [principal[0], 0] : principal;
      const expected = Q.mmul(Matrix.diag(kept)).mmul(Q.transpose());
      const { world, state } = alone(sheet(1, { place, ...STEEL }), clamp);
      // One triangle alone, of D_m = I: across its plane there is only the geometric part, A₀ t σ.
      world.model.membrane?.areas.fill(0, 1);
      world.linearize(state);
      for (const [i, j] of [
        [0, 0],
        [0, 1],
        [1, 1],
      ]) {
        const [p, y] = [new Float64Array(16), new Float64Array(16)];
        p[4 * (j + 1) + 2] = 1;
        world.addDerivatives(y, p, -1, 0);
        expect(y[4 * (i + 1) + 2]).toBeCloseTo(0.5 * expected.get(i, j), 10);
      }
    }
  });

  test('makes the matrix indefinite when compressed and unclamped: the clamp has an effect', () => {
    const least = (clamp: 0 | 1) => {
      const { world, state } = alone(sheet(3, { place: (X, Y) => [0.9 * X, 0.8 * Y, 0], ...STEEL }), clamp);
      world.linearize(state);
      const at = Array.from({ length: 3 * world.model.particleCount }, (_, i) => 4 * Math.floor(i / 3) + (i % 3));
      const columns = at.map((o) => {
        const [p, y] = [
          new Float64Array(4 * world.model.particleCount),
          new Float64Array(4 * world.model.particleCount),
        ];
        p[o] = 1;
        world.addDerivatives(y, p, -1, 0);
        return at.map((q) => y[q]);
      });
      return Math.min(...new EigenvalueDecomposition(new Matrix(columns), { assumeSymmetric: true }).realEigenvalues);
    };
    expect(least(0)).toBeLessThan(-10);
    expect(least(1)).toBeGreaterThan(-1e-9);
  });
});

describe('a cloth that is only a membrane', () => {
  const strengths = { membraneLambda: 2e5, membraneMu: 2e5, membranePhi: 2, membranePsi: 2, membraneThickness: 1e-3 };
  const springs = { structuralSprings: 0, shearSprings: 0, bendSprings: 0 };
  const setup = (integrator: string) =>
    createSimulation({
      scene: 'cloth',
      integrator,
      params: { rows: 16, columns: 16, dt: 1 / 60, ...strengths, ...springs },
    });

  test('stays bounded at dt = 1/60 under implicit Euler, and gains no energy', () => {
    const simulation = setup('implicit-euler');
    const start = simulation.energy().total;
    for (let step = 0; step < 240; step++) {
      expect(simulation.step().ok).toBe(true);
      expect(simulation.energy().total).toBeLessThan(start + 1e-3);
      const { positions, velocities } = simulation.state;
      expect(Math.max(...velocities.map(Math.abs))).toBeLessThan(10);
      expect(Math.max(...positions.map(Math.abs))).toBeLessThan(3);
    }
  });

  test('blows up there under symplectic Euler', () => {
    const simulation = setup('symplectic-euler');
    simulation.step(600);
    expect(simulation.blowUp).not.toBeNull();
  });
});
