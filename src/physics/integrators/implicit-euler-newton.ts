import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import { createEnergyBalance } from '../solvers/energy-balance';
import { createImpactSolver } from '../solvers/impact-step';
import { createImplicitStage, type StageEquation } from '../solvers/implicit-stage';
import { blockJacobi } from '../solvers/preconditioners';
import {
  COUNTS,
  type Correction,
  countStep,
  createStepReport,
  type FirstStage,
  type Integrator,
  type IntegratorDefinition,
} from '../world/integrator';
import type { World } from '../world/world';

/** M(v⁺ − v) = h f(x⁺, v⁺),  x⁺ = x + h v⁺. */
const BACKWARD: FirstStage = { start: 0, end: 1 };

/**
 * Steps of backward Euler by Newton's method that respect impacts and create no energy. Backward Euler can gain energy where springs
 * buckle, or where Newton's method ends early: such a step is scaled down.
 * @param shift as in `Impacts.find`, of the method that takes these steps
 */
export function createGuardedBackwardEuler(world: World, stages: NewtonStages, shift: number) {
  const { stage, report } = stages;
  const memory = world.arena.doubles(1 + COUNTS);
  const counts = memory.subarray(1);
  const balance = createEnergyBalance(world, memory.subarray(0, 1));
  const impacts = createImpactSolver(world, stage, balance, shift);
  return {
    memory,
    balance,
    impacts,
    /** Solves a step from the state to `stage.end`, after `stages.start`. */
    solve(state: State, h: number) {
      const predicted = impacts.predict(state, h);
      if (!predicted) stages.solveFirst(state, h, BACKWARD);
      // Where particles hit something, the energy has been watched already.
      if (impacts.solve(state, h, world.params.newtonIterations, report, predicted)) return;
      if (world.params.lineSearch === 0) return;
      balance.begin(state);
      if (!balance.stageExceeds(stage, h)) return;
      report.correction = balance.brake(stage, h);
    },
    /** After each step, with the correction that was made before `solve`. */
    count(before?: Correction) {
      countStep(report, counts, report.correction ?? before);
      balance.end();
    },
  };
}

/** Backward Euler, order 1; no limit on hω; numerical damping: growth 1/√(1 + (hω)²) per step.
 *    M(v⁺ − v) = h f(x⁺, v⁺)
 *    x⁺ = x + h v⁺
 *  Its first Newton iteration is the linearly-implicit step, except for the state at which K and D are evaluated.
 *  Sources: lecture slides Particle Dynamics; Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
export const implicitEulerNewton: IntegratorDefinition = {
  id: 'implicit-euler-newton',
  label: 'Implicit Euler, Newton',
  order: 1,
  summary:
    'Implicit Euler solved by Newton’s method: it uses the forces at the end of the step instead of their linearization.',
  implicit: true,
  newton: BACKWARD,
  createsNoEnergy: true,
  create(world) {
    const stages = createNewtonStages(world);
    const backward = createGuardedBackwardEuler(world, stages, 0.5);
    const { end } = stages.stage;
    return {
      memory: backward.memory,
      step(state, h) {
        stages.start(state);
        backward.solve(state, h);
        backward.count();
        state.positions.set(end.positions);
        state.velocities.set(end.velocities);
        world.audit?.(end, h);
        return stages.report;
      },
    };
  },
};

/** The stages of one step, each solved by Newton's method to its true residual. */
type NewtonStages = ReturnType<typeof createNewtonStages>;

/** @param known arrays for X and p of stages that use the forces at the start; 4n each */
export function createNewtonStages(world: World, known?: Record<'origin' | 'impulse', Float64Array>) {
  const stage = createImplicitStage(world, blockJacobi);
  const { forces, w } = stage;
  const report = createStepReport();
  const equation: { -readonly [K in keyof StageEquation]: StageEquation[K] } = {
    origin: forces,
    velocity: forces,
    impulse: null,
  };
  const stages = {
    stage,
    /** `iterations` is the number of all conjugate-gradient iterations of the step, `residual` the largest of its stages. */
    report,
    /** What `solve` solves; `solveFirst` sets it. The arrays are the caller's. */
    equation,
    /** Before a step: evaluates the forces at its start, which determine the contacts of the step. */
    start(state: State) {
      report.iterations = 0;
      report.fellBack = report.correction = undefined;
      world.computeForces(state, forces);
    },
    /** Solves the first stage of a method from the first guess w = v; with the forces at the start where they have a weight. */
    solveFirst({ positions: x, velocities: v, time }: State, h: number, { start, end }: FirstStage) {
      w.set(v);
      report.converged = true;
      report.residual = 0;
      equation.origin = x;
      equation.velocity = v;
      equation.impulse = null;
      if (known && start > 0) {
        const { origin, impulse } = known;
        for (let i = 0; i < origin.length; i++) {
          origin[i] = x[i] + start * h * v[i];
          impulse[i] = start * h * forces[i];
        }
        equation.origin = origin;
        equation.impulse = impulse;
      }
      stages.solve(end * h, time + (start + end) * h);
    },
    /** Solves the equation from the present w. */
    solve(s: number, time: number) {
      stage.begin(equation, s, time);
      for (let k = 0; k < world.params.newtonIterations && !stage.converged; k++) {
        if (!stage.iterate(report)) break;
      }
      report.converged = report.converged && stage.converged;
      report.residual = Math.max(report.residual, stage.relativeResidual);
    },
  };
  return stages;
}

/** A method with one stage, at the time t + ch with c = start + end; to the end of the step x and v continue on a straight line:
 *
 *    x_c = x + h(start·v + end·v_c),  M(v_c − v) = h[start·f(x, v, t) + end·f(x_c, v_c, t + ch)]
 *    x⁺ = x + (x_c − x)/c,  v⁺ = v + (v_c − v)/c
 *
 *  Nothing watches its energy: on springs that turn and buckle within a step such a method can gain energy.
 *  Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
function oneStageMethod(world: World, first: FirstStage): Integrator {
  const { doubles } = world.arena;
  const size = 4 * world.model.particleCount;
  const { start, end } = first;
  const c = start + end;
  const known = start > 0 ? { origin: doubles(size), impulse: doubles(size) } : undefined;
  const stages = createNewtonStages(world, known);
  const at = stages.stage.end;

  /** y := y + (y_c − y)/c. */
  function extend(y: Floats, middle: Floats): void {
    if (c === 1) y.set(middle);
    else for (let i = 0; i < size; i++) y[i] += (middle[i] - y[i]) / c;
  }

  return {
    step(state, h) {
      stages.start(state);
      world.audit?.(state, (start / c) * h);
      stages.solveFirst(state, h, first);
      world.audit?.(at, (end / c) * h);
      extend(state.positions, at.positions);
      extend(state.velocities, at.velocities);
      return stages.report;
    },
  };
}

const MIDPOINT: FirstStage = { start: 0, end: 1 / 2 };

/** The implicit midpoint rule, order 2; no limit on hω; no numerical damping: growth 1 per step on an undamped spring.
 *    x_m = ½(x + x⁺),  v_m = ½(v + v⁺)
 *    M(v⁺ − v) = h f(x_m, v_m, t + ½h)
 *    x⁺ = x + h v_m
 *  It is symplectic, and keeps linear and angular momentum. The limit is that of a linear spring, as with the trapezoidal rule.
 *  Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, I.1 and IV.2. */
export const implicitMidpoint: IntegratorDefinition = {
  id: 'implicit-midpoint',
  label: 'Implicit midpoint',
  order: 2,
  summary:
    'Second order and symplectic, no numerical damping: stiff springs ring. It has no limit on dt for small motion, but springs that turn within a long step can gain energy until the simulation blows up.',
  implicit: true,
  newton: MIDPOINT,
  create: (world) => oneStageMethod(world, MIDPOINT),
};

const TRAPEZOIDAL: FirstStage = { start: 1 / 2, end: 1 / 2 };

/** The trapezoidal rule, order 2; no limit on hω; no numerical damping: growth 1 per step on an undamped spring.
 *    M(v⁺ − v) = ½h[f(x, v) + f(x⁺, v⁺)]
 *    x⁺ = x + ½h(v + v⁺)
 *  The limit is that of a linear spring: springs that turn and buckle within a step can gain energy, as on the default cloth at
 *  200 N/m and dt = 1/60 s.
 *  Oscillations faster than the step resolves (hω ≫ 2) are not damped either: their phase turns by almost π per step (ringing).
 *  Sources: lecture slides Particle Dynamics; Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
export const trapezoidal: IntegratorDefinition = {
  id: 'trapezoidal',
  label: 'Trapezoidal rule',
  order: 2,
  summary:
    'Second order, no numerical damping: stiff springs ring. It has no limit on dt for small motion, but springs that turn within a long step can gain energy until the simulation blows up.',
  implicit: true,
  newton: TRAPEZOIDAL,
  create: (world) => oneStageMethod(world, TRAPEZOIDAL),
};
