import { hasNoDirection } from '../kernels/javascript/spring-loops';
import { exp, log } from '../model/deterministic-math';
import type { State } from '../model/model';
import { springsByColor } from '../solvers/springs-of-particles';
import type { SweptContacts } from '../world/constraint';
import type { Integrator, IntegratorDefinition } from '../world/integrator';
import type { World } from '../world/world';
import { createSplitStep, OTHER_FORCES, SPRING_PARAMS } from './springs/split-step';

/** Position-based dynamics, order 1. Each of n = `iterations` Gauss–Seidel sweeps removes a part κ of the stretch of every spring:
 *
 *    Δx_a = −κ C n/(A_a W),   κ = 1 − (1 − k')^(1/n),   1 − k' = 1/(1 + h²k W),   W = 1/A_a + 1/A_b
 *
 *  so that n sweeps leave of the stretch of one spring on its own what backward Euler leaves. (The paper has no unit of
 *  stiffness: its k' is a number from 0 to 1.) In a net the neighbours of a spring stretch it again, and a sweep knows nothing of
 *  what earlier ones did: stiffness depends on the number of iterations, on h and on the net. The dashpots act before, in one
 *  sweep over the velocities: Δμ = −h k_d u/(1 + h k_d W).
 *  Source: Müller, Heidelberger, Hennix, Ratcliff, Position Based Dynamics, 2007, 3.3 and 3.5. */
export const pbd: IntegratorDefinition = {
  id: 'pbd',
  label: 'PBD',
  order: 1,
  summary: `Position-based dynamics, the ancestor of XPBD: the stiffness that it shows depends on iterations, dt and net. What rests on an obstacle is part of the sweeps; layers are not, and stacked they do not come to rest. ${OTHER_FORCES}`,
  solvesSprings: true,
  params: SPRING_PARAMS,
  create: createPbd,
};

function createPbd(world: World): Integrator {
  const { model } = world;
  const { coefficients, sweep, iterate } = createSpringSweeps(world);
  /** m each; h²k W and κ of every spring, which seldom change. */
  const loads = world.arena.doubles(model.springCount);
  const parts = world.arena.doubles(model.springCount);
  let last = 0;
  return createSplitStep(world, (state, w, h, weights, contacts) => {
    const { springs, springCount, stiffness, damping } = model;
    const { iterations } = world.params;
    for (let j = 0, r = 0; j < springCount; j++, r += COEFFICIENTS) {
      const W = weights[springs[2 * j]] + weights[springs[2 * j + 1]];
      coefficients[r] = 0;
      coefficients[r + 1] = h * damping[j];
      coefficients[r + 2] = damping[j] === 0 ? 0 : 1 / (1 + h * damping[j] * W);
    }
    sweep(state, w, weights, 0, false);
    for (let j = 0, r = 0; j < springCount; j++, r += COEFFICIENTS) {
      const W = weights[springs[2 * j]] + weights[springs[2 * j + 1]];
      const load = h * h * stiffness[j] * W;
      if (load !== loads[j] || iterations !== last) {
        loads[j] = load;
        parts[j] = 1 - exp(-log(1 + load) / iterations);
      }
      coefficients[r] = 1;
      coefficients[r + 1] = 0;
      coefficients[r + 2] = load === 0 ? 0 : parts[j] / (h * W);
    }
    last = iterations;
    iterate(state, w, h, weights, contacts, false);
  });
}

/** XPBD, order 1: backward Euler for the springs, by `iterations` Gauss–Seidel sweeps over them. With W = 1/A_a + 1/A_b and the
 *  impulse μ of a spring, which is 0 at the start of a step and kept from sweep to sweep (λ/h in the paper):
 *
 *    Δμ = −(h k C + h k_d u + μ) / (1 + (h² k + h k_d) W)
 *
 *  This is the paper's Δλ with α̃ = 1/(h² k), multiplied by h k: so k = 0 needs no case of its own. Its damping term has β = k_d of
 *  the spring's own dashpot. On one spring a single sweep is exact. On a straight chain the sweeps converge to the step of backward
 *  Euler. Where springs turn within the step, a sweep leaves the directions of the impulses before it as they were: the
 *  limit is then another: 1 to 8 % of Δv away on crumpled and on stretched nets of 5 × 5 at 1/240 and 1/60 s. It keeps momentum, and its
 *  moment but for this turning: up to 7e-4 of Σ m|x||v| a step in a crumpled net at 5 ms, PBD too.
 *  Sources: Macklin, Müller, Chentanez, XPBD, 2016, equations 18 and 26; Macklin et al., Small Steps in Physics Simulation, 2019
 *  (one sweep in each of many substeps). */
export const xpbd: IntegratorDefinition = {
  id: 'xpbd',
  label: 'XPBD',
  order: 1,
  summary: `Extended position-based dynamics: moves the ends of one spring after the other. With few iterations springs are softer than set, and very stiff, light cloth never rests; with many, where springs turn, Δv ends 1–8 % from implicit Euler’s on small nets. What rests on an obstacle is part of the sweeps; layers are not, and stacked they do not come to rest. ${OTHER_FORCES}`,
  solvesSprings: true,
  params: SPRING_PARAMS,
  create: createXpbd,
};

function createXpbd(world: World): Integrator {
  const { model } = world;
  const { coefficients, iterate } = createSpringSweeps(world);
  return createSplitStep(world, (state, w, h, weights, contacts) => {
    const { springs, springCount, stiffness, damping } = model;
    for (let j = 0, r = 0; j < springCount; j++, r += COEFFICIENTS) {
      const W = weights[springs[2 * j]] + weights[springs[2 * j + 1]];
      coefficients[r] = h * stiffness[j];
      coefficients[r + 1] = h * damping[j];
      coefficients[r + 2] = 1 / (1 + (h * coefficients[r] + coefficients[r + 1]) * W);
      coefficients[r + 3] = 0;
    }
    iterate(state, w, h, weights, contacts, true);
  });
}

/** Coefficients of a spring. */
export const COEFFICIENTS = 4;

/**
 * Gauss–Seidel sweeps over the springs: each impulse acts before the next spring is measured. For each spring, with C = l − L₀ and
 * n at x + ahead·w, and u = (w_a − w_b)·n:
 *
 *     Δμ = −g (a C + b u + μ),  w_a += Δμ n/A_a,  w_b −= Δμ n/A_b,  μ += Δμ if it is kept, else it stays 0
 *
 * The springs come color by color. In the order of a net each spring would undo a part of what the one before it did at the same particle:
 * with one sweep that makes motion grow in bodies of many springs to a particle, and pressure of springs is lost. The unknowns are
 * velocities in double precision, so that a short step loses no digits of a position. Source: Fratarcangeli, Tibaldo, Pellacini, Vivace: a
 * Practical Gauss-Seidel Method for Stable Soft Body Dynamics, 2016 (colors).
 */
export function createSpringSweeps(world: World) {
  const { model } = world;
  const coefficients = world.arena.doubles(COEFFICIENTS * model.springCount);
  const order = springsByColor(world);
  const sweeps = {
    /** 4m, by spring: a, N·s/m², b, N·s/m, and g, kg of the formula above, and μ, N·s. g = 0: the spring is left out. */
    coefficients,
    /** @param weights n; 1/A_i @param ahead s; where the springs are measured: at x + ahead·w @param keeps true if μ counts */
    sweep({ positions: x }: State, w: Float64Array, weights: Float64Array, ahead: number, keeps: boolean) {
      const { springs, springCount, restLengths, shortest } = model;
      for (let turn = 0; turn < springCount; turn++) {
        const j = order[turn];
        const r = COEFFICIENTS * j;
        if (coefficients[r + 2] === 0) continue;
        const a = 4 * springs[2 * j];
        const b = 4 * springs[2 * j + 1];
        const ux = w[a] - w[b];
        const uy = w[a + 1] - w[b + 1];
        const uz = w[a + 2] - w[b + 2];
        const dx = x[a] - x[b] + ahead * ux;
        const dy = x[a + 1] - x[b + 1] + ahead * uy;
        const dz = x[a + 2] - x[b + 2] + ahead * uz;
        const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
        let nx = dx / l;
        let ny = dy / l;
        let nz = dz / l;
        if (l <= shortest && hasNoDirection(model, j, l)) {
          nx = j % 3 === 0 ? 1 : 0;
          ny = j % 3 === 1 ? 1 : 0;
          nz = j % 3 === 2 ? 1 : 0;
        }
        const along = ux * nx + uy * ny + uz * nz;
        const impulse =
          -coefficients[r + 2] *
          (coefficients[r] * (l - restLengths[j]) + coefficients[r + 1] * along + coefficients[r + 3]);
        if (keeps) coefficients[r + 3] += impulse;
        const pa = impulse * weights[springs[2 * j]];
        const pb = impulse * weights[springs[2 * j + 1]];
        w[a] += pa * nx;
        w[a + 1] += pa * ny;
        w[a + 2] += pa * nz;
        w[b] -= pb * nx;
        w[b + 1] -= pb * ny;
        w[b + 2] -= pb * nz;
      }
    },
    /** So many sweeps as the parameter `iterations` says, at x + h w, each with one over the contacts. */
    iterate(
      state: State,
      w: Float64Array,
      h: number,
      weights: Float64Array,
      contacts: SweptContacts | null,
      keeps: boolean,
    ) {
      for (let k = 0; k < world.params.iterations; k++) {
        sweeps.sweep(state, w, weights, h, keeps);
        contacts?.sweep(w, weights);
        contacts?.sweepFaces(w, weights, null);
      }
    },
  };
  return sweeps;
}
