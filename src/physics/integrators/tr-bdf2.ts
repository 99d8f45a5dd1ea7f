import type { State } from '../model/model';
import type { FirstStage, IntegratorDefinition } from '../world/integrator';
import { createGuardedBackwardEuler, createNewtonStages } from './implicit-euler-newton';

/** With γ = 2 − √2 both stages have the same matrix, with s = ½γh. */
const D = 1 - Math.SQRT1_2;
/** 1/(γ(2 − γ)), the weight of the second stage's straight line. */
const C = (1 + Math.SQRT2) / 2;
/** √2/4. */
const W = C * D;
const TRAPEZOIDAL: FirstStage = { start: D, end: D };

/** TR-BDF2, order 2; no limit on hω; damps fast motion: growth |R(ihω)| → 0 as hω → ∞,
 *    R(z) = (1 + (1 − 2d)z)/(1 − dz)²,  d = ½γ = 1 − ½√2,
 *  first the trapezoidal rule over γh, then the backward difference formula of order 2:
 *    M(v_γ − v) = dh[f(x, v) + f(x_γ, v_γ)],        x_γ = x + dh(v + v_γ)
 *    M(v⁺ − v − c(v_γ − v)) = dh f(x⁺, v⁺),         x⁺ = x + c(x_γ − x) + dh v⁺,   c = ½(1 + √2)
 *
 *  A step is one of backward Euler instead if its energy would rise above the work put in, unless `lineSearch` is 0, and if
 *  particles that springs join hit something or layers are pressed together in it. Forces act with weights of √2/4 at the start, √2/4
 *  at γh and d at the end.
 *  Sources: Bank, Coughran, Fichtner, Grosse, Rose and Smith, Transient Simulation of Silicon Devices and Circuits; Hosea and
 *  Shampine, Analysis and Implementation of TR-BDF2. */
export const trBdf2: IntegratorDefinition = {
  id: 'tr-bdf2',
  label: 'TR-BDF2',
  order: 2,
  summary:
    'Second order, and damps fast motion: two stages per step by Newton’s method. Implicit Euler replaces a step that would create energy, in which a net hits something, or in which layers are pressed together.',
  implicit: true,
  newton: TRAPEZOIDAL,
  createsNoEnergy: true,
  create(world) {
    const { doubles, floats } = world.arena;
    const size = 4 * world.model.particleCount;
    const known = { origin: doubles(size), impulse: doubles(size) };
    const velocity = doubles(size);
    const stages = createNewtonStages(world, known);
    const { stage, equation, report } = stages;
    const { end, forces, w } = stage;
    const backward = createGuardedBackwardEuler(world, stages, 0);
    const { balance, impacts } = backward;
    /** The end of the first stage; allocated when the energy ledger first reads it. */
    let middle: State | null = null;

    function solve(state: State, h: number): void {
      const { positions: x, velocities: v, time } = state;
      const outer = W * h;
      balance.begin(state);
      balance.addWork(state, forces, W);
      stages.solveFirst(state, h, TRAPEZOIDAL);
      balance.addWork(end, forces, W);
      for (let i = 0; i < size; i++) {
        known.origin[i] = x[i] + outer * (v[i] + w[i]);
        velocity[i] = v[i] + C * (w[i] - v[i]);
      }
      equation.origin = known.origin;
      equation.velocity = velocity;
      equation.impulse = null;
      stages.solve(D * h, time + h);
      balance.addWork(end, forces, D);
    }

    /** Replaces `end` where the step cannot stay. @returns true if it did */
    function replace(state: State, h: number): boolean {
      if (impacts.solve(state, h, world.params.newtonIterations, report, false)) return true;
      if (world.params.lineSearch === 0 || !balance.exceeds(end, h)) return false;
      backward.solve(state, h);
      return true;
    }

    function audit(state: State, seconds: number): void {
      world.computeForces(state, forces);
      world.audit?.(state, seconds);
    }

    /** Only after the step, because it may have been replaced. */
    function auditStages({ positions: x, velocities: v, time }: State, h: number): void {
      middle ??= { positions: floats(size), velocities: floats(size), time: 0 };
      for (let i = 0; i < size; i++) {
        middle.positions[i] = x[i] + (known.origin[i] - x[i]) / C;
        middle.velocities[i] = v[i] + (velocity[i] - v[i]) / C;
      }
      middle.time = time + 2 * D * h;
      audit(middle, W * h);
      audit(end, D * h);
    }

    return {
      memory: backward.memory,
      step(state, h) {
        stages.start(state);
        solve(state, h);
        const replaced = replace(state, h);
        backward.count(replaced ? 'replaced' : undefined);
        if (world.audit && replaced) world.audit(end, h);
        else if (world.audit) {
          audit(state, W * h);
          auditStages(state, h);
        }
        state.positions.set(end.positions);
        state.velocities.set(end.velocities);
        return report;
      },
    };
  },
};
