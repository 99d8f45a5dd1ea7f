import type { State } from '../model/model';
import { createEnergyBalance } from '../solvers/energy-balance';
import { createImpactSolver } from '../solvers/impact-step';
import { createImplicitStage } from '../solvers/implicit-stage';
import { blockJacobi } from '../solvers/preconditioners';
import { contactsOf } from '../world/force';
import { COUNTS, type Correction, countStep, createStepReport, type IntegratorDefinition } from '../world/integrator';

/** Largest number of Newton iterations in a step that would create energy. */
export const REPEATS = 20;

/** Least residual of a shortened step, over that at its start, from which Newton's method continues where layers touch. */
const FAR = 0.05;
/** Iterations at most for that. */
const CLOSING = 4;

/** Linearly-implicit backward Euler, order 1; no limit on hω; numerical damping: growth 1/√(1 + (hω)²) per step.
 *    (M − hD − h²K) Δv = h(f + h K v),   K = ∂f/∂x, D = ∂f/∂v
 *    v⁺ = v + Δv
 *    x⁺ = x + h v⁺
 *
 *  Solved by conjugate gradients in double precision, starting from the last Δv. A prescribed motion sets v before the step and
 *  has Δv = 0; its v enters through h²K v.
 *
 *  Springs turn and buckle within a long step, and the linear solution can then overshoot by orders of magnitude. With
 *  `lineSearch`, a step after which the total energy would have risen above the work put in is
 *    1. shortened, v⁺ = v + αΔv, by a line search on the slope of its own objective, ½|v⁺ − v|²_M + V(x + h v⁺);
 *    2. if its energy rises still, repeated: Newton's method for M(v⁺ − v) = h f(x + h v⁺, v⁺) continues from there;
 *    3. if even its solution gains energy, braked: x⁺ − x and v⁺ are scaled down.
 *  A step that creates no energy is the linear solution to the bit.
 *  Sources: Baraff and Witkin, Large Steps in Cloth Simulation; lecture notes 3D Mass Spring System; Nocedal and Wright, Numerical
 *  Optimization, 3.5. */
export const implicitEuler: IntegratorDefinition = {
  id: 'implicit-euler',
  label: 'Implicit Euler',
  order: 1,
  summary:
    'Solves one linear system per step by conjugate gradients, and corrects a step that would create energy. Damps fast motion.',
  implicit: true,
  createsNoEnergy: true,
  create(world) {
    const { kernel } = world;
    const size = 4 * world.model.particleCount;
    const memory = world.arena.doubles(size + 1 + COUNTS);
    const change = memory.subarray(0, size);
    const stage = createImplicitStage(world, blockJacobi);
    const balance = createEnergyBalance(world, memory.subarray(size, size + 1));
    const counts = memory.subarray(size + 1);
    const impacts = createImpactSolver(world, stage, balance, 0.5);
    const { solver, forces, end, w, minusResidual: b } = stage;
    const report = createStepReport();

    /** Replaces `end` if the step would create energy. */
    function correct(state: State, h: number): Correction | undefined {
      balance.begin(state);
      if (balance.pinsMove(state)) world.computeForces(end, forces);
      if (!balance.stageExceeds(stage, h)) return undefined;
      const { positions, velocities, time } = state;
      stage.begin({ origin: positions, velocity: velocities, impulse: null }, h, time);
      stage.search(change);
      let repeats = 0;
      // Layers that touch only at the end have no part in the linear solution: a short step to where they touch is far from that of all.
      while (
        (repeats < CLOSING && contactsOf(world.forces) && stage.relativeResidual > FAR) ||
        balance.stageExceeds(stage, h)
      ) {
        if (repeats === REPEATS || stage.converged || !stage.iterate(report)) {
          if (!balance.stageExceeds(stage, h)) break;
          return balance.brake(stage, h);
        }
        repeats++;
      }
      return repeats > 0 ? 'repeated' : 'shortened';
    }

    /** Solves the step without impacts; its end is then in `end`. */
    function solveFreely(state: State, h: number): Correction | undefined {
      const { positions: x, velocities: v } = state;
      const { cgTolerance, cgIterations, lineSearch } = world.params;
      world.linearize(state);
      solver.assemble(h * h, h);
      kernel.setScaled(w, 1, v);
      kernel.setScaled(b, h, forces);
      world.addDerivatives(b, w, h * h, 0);
      world.filter(b);
      world.filter(change);
      solver.solve(change, b, cgTolerance, cgIterations, report);
      end.positions.set(x);
      end.velocities.set(v);
      end.time = state.time;
      kernel.addTo(end.velocities, change);
      kernel.addScaled(end.positions, h, end.velocities);
      return lineSearch === 1 ? correct(state, h) : undefined;
    }

    return {
      memory,
      lastChange: change,
      step(state, h) {
        const { positions: x, velocities: v } = state;
        const { lineSearch } = world.params;
        world.computeForces(state, forces);
        const predicted = impacts.predict(state, h);
        const correction = predicted ? undefined : solveFreely(state, h);
        const hit = impacts.solve(state, h, 1, report, predicted);
        if (lineSearch === 1) {
          countStep(report, counts, hit ? report.correction : correction);
          balance.end();
        }
        if (hit) for (let i = 0; i < size; i++) change[i] = end.velocities[i] - v[i];
        x.set(end.positions);
        v.set(end.velocities);
        world.audit?.(state, h);
        return report;
      },
    };
  },
};
