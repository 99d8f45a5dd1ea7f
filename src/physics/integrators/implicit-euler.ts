import { createImplicitSolver } from '../solvers/implicit-system';
import { blockJacobi } from '../solvers/preconditioners/block-jacobi';
import { createStepReport, type IntegratorDefinition } from '../world/integrator';

/** Linearly-implicit backward Euler, order 1; no limit on hω; numerical damping: growth 1/√(1 + (hω)²) per step.
 *    (M − hD − h²K) Δv = h(f + h K v),   K = ∂f/∂x, D = ∂f/∂v
 *    v⁺ = v + Δv
 *    x⁺ = x + h v⁺
 *
 *  Solved by conjugate gradients in double precision, starting from the last Δv. A prescribed motion sets v before the step and
 *  has Δv = 0; its v enters through h²K v.
 *  Sources: Baraff and Witkin, Large Steps in Cloth Simulation; lecture notes 3D Mass Spring System. */
export const implicitEuler: IntegratorDefinition = {
  id: 'implicit-euler',
  label: 'Implicit Euler',
  order: 1,
  summary: 'Solves one linear system per step by conjugate gradients: stable at every stiffness, damps fast motion.',
  implicit: true,
  create(world) {
    const { kernel } = world;
    const { floats, doubles } = world.arena;
    const size = 4 * world.model.particleCount;
    const f = floats(size);
    const b = doubles(size);
    const speed = doubles(size);
    const change = doubles(size);
    const system = createImplicitSolver(world, blockJacobi);
    const report = createStepReport();

    return {
      memory: change,
      step(state, h) {
        const { positions: x, velocities: v } = state;
        world.computeForces(state, f);
        world.linearize(state);
        system.assemble(h * h, h);
        kernel.setScaled(speed, 1, v);
        kernel.setScaled(b, h, f);
        world.addDerivatives(b, speed, h * h, 0);
        world.filter(b);
        world.filter(change);
        system.solve(change, b, world.params.cgTolerance, world.params.cgIterations, report);
        kernel.addTo(v, change);
        kernel.addScaled(x, h, v);
        world.audit?.(state, h);
        return report;
      },
    };
  },
};
