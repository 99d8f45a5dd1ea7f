import type { IntegratorDefinition, StepReport } from '../contracts';
import { invertBlocks, multiplyBlocks } from '../solvers/block-jacobi';
import { createConjugateGradients, type LinearSystem } from '../solvers/conjugate-gradients';

/** Linearly-implicit backward Euler, order 1; no limit on hω, and damping of its own: 1/√(1 + (hω)²) a step.
 *    (M − hD − h²K) Δv = h(f + h K v),   K = ∂f/∂x, D = ∂f/∂v
 *    v⁺ = v + Δv
 *    x⁺ = x + h v⁺
 *
 *  Solved matrix-free by conjugate gradients with block-Jacobi preconditioning, in double precision, from the last Δv.
 *  The filter S of Baraff and Witkin zeroes the entries of particles whose motion is prescribed (their velocity is set
 *  ahead of the step), so that the solve runs on the free ones: P A Pᵀ without building P.
 *  Sources: Baraff and Witkin, Large Steps in Cloth Simulation; lecture notes 3D Mass Spring System. */
export const implicitEuler: IntegratorDefinition = {
  id: 'implicit-euler',
  label: 'Implicit Euler',
  order: 1,
  summary: 'Solves for the end of the step by conjugate gradients: it holds at any stiffness, and damps fast motion.',
  implicit: true,
  create(world) {
    const { particleCount, masses, inverseMasses } = world.model;
    const { floats, doubles } = world.arena;
    const size = 4 * particleCount;
    const f = floats(size);
    const b = doubles(size);
    const speed = doubles(size);
    const change = doubles(size);
    const blocks = doubles(9 * particleCount);
    const gradients = createConjugateGradients(doubles, size);
    const report: StepReport = { ok: true, converged: true, iterations: 0, residual: 0 };
    /** −h² and −h, the coefficients of K and D: kept, as a number made anew for each product would be garbage. */
    let ofK = 0;
    let ofD = 0;

    /** S: nothing moves that is prescribed. */
    function filter(y: Float64Array): void {
      for (let i = 0; i < particleCount; i++) {
        if (inverseMasses[i] === 0) y[4 * i] = y[4 * i + 1] = y[4 * i + 2] = 0;
      }
    }

    const system: LinearSystem = {
      multiply(y, p) {
        for (let i = 0; i < size; i++) y[i] = masses[i >> 2] * p[i];
        world.addDerivatives(y, p, ofK, ofD);
        filter(y);
      },
      precondition(z, r) {
        multiplyBlocks(z, blocks, r, particleCount);
      },
    };

    function buildPreconditioner(): void {
      blocks.fill(0);
      for (let i = 0; i < particleCount; i++) {
        blocks[9 * i] = blocks[9 * i + 4] = blocks[9 * i + 8] = masses[i];
      }
      world.addDiagonals(blocks, ofK, ofD);
      invertBlocks(blocks, particleCount);
    }

    return {
      step(state, h) {
        const { positions: x, velocities: v } = state;
        ofK = -h * h;
        ofD = -h;
        world.computeForces(state, f);
        world.linearize(state);
        speed.set(v);
        for (let i = 0; i < size; i++) b[i] = h * f[i];
        world.addDerivatives(b, speed, h * h, 0);
        filter(b);
        filter(change);
        buildPreconditioner();
        gradients.solve(system, change, b, world.params.cgTolerance, world.params.cgIterations, report);
        for (let i = 0; i < size; i++) {
          v[i] += change[i];
          x[i] += h * v[i];
        }
        return report;
      },
    };
  },
};
