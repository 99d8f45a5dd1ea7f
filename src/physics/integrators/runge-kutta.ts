import type { Kernel } from '../kernels/kernel';
import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import { type ButcherTableau, createStepReport, type IntegratorDefinition } from '../world/integrator';

/** An explicit Runge–Kutta method by its Butcher tableau, on the first-order system y = (x, v), F(y) = (v, M⁻¹f). */
export interface Tableau extends Pick<IntegratorDefinition, 'id' | 'label' | 'order' | 'summary'>, ButcherTableau {}

/** k_i = F(y + h Σ_j a_ij k_j);  y⁺ = y + h Σ_i b_i k_i.
 *  The slope of a stage consists of its velocity and acceleration arrays, without a copy.
 *  Source: Butcher 1964; Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.1. */
export function rungeKutta({ a, b, ...about }: Tableau): IntegratorDefinition {
  return {
    ...about,
    tableau: { a, b },
    create(world) {
      const size = 4 * world.model.particleCount;
      const { kernel } = world;
      const { floats } = world.arena;
      const positions = floats(size);
      /** The states of the stages from the second on; the first stage is the state itself. c_i = Σ_j a_ij. */
      const stages: State[] = b.slice(1).map(() => ({ positions, velocities: floats(size), time: 0 }));
      const c = a.map((row) => row.reduce((sum, weight) => sum + weight, 0));
      /** Slopes of the positions; `step` sets the first to the state's velocities. */
      const velocities: Floats[] = [positions, ...stages.map((stage) => stage.velocities)];
      const accelerations = b.map(() => floats(size));
      const rows = a.map(termsOf);
      const end = termsOf(b);
      const report = createStepReport();

      /** out := y + h Σ_j w_j k_j; positions first, because the velocities of `out` may be the first stage's. */
      function advance(out: State, y: State, h: number, terms: ReturnType<typeof termsOf>): void {
        combine(kernel, out.positions, y.positions, h, terms, velocities);
        combine(kernel, out.velocities, y.velocities, h, terms, accelerations);
      }

      return {
        step(state, h) {
          velocities[0] = state.velocities;
          world.prescribe(state);
          world.computeAccelerations(state, accelerations[0]);
          world.audit?.(state, b[0] * h);
          for (let i = 1; i < b.length; i++) {
            const stage = stages[i - 1];
            advance(stage, state, h, rows[i]);
            stage.time = state.time + c[i] * h;
            world.prescribe(stage);
            world.computeAccelerations(stage, accelerations[i]);
            world.audit?.(stage, b[i] * h);
          }
          advance(state, state, h, end);
          return report;
        },
      };
    },
  };
}

/** Terms per pass over the vectors: four slopes are added before the sum is rounded. */
const TERMS = 4;

/** The nonzero weights and their stages. Several are padded to whole passes with weights of 0. */
function termsOf(weights: readonly number[]) {
  const terms = weights.map((weight, stage) => ({ stage, weight })).filter(({ weight }) => weight !== 0);
  while (terms.length > 1 && terms.length % TERMS > 0) terms.push({ stage: terms[0].stage, weight: 0 });
  return terms;
}

/** out := y + h Σ w k. */
function combine(
  kernel: Kernel,
  out: Floats,
  y: Floats,
  h: number,
  terms: ReturnType<typeof termsOf>,
  k: readonly Floats[],
): void {
  if (terms.length === 1) {
    kernel.combineOne(out, y, h * terms[0].weight, k[terms[0].stage]);
    return;
  }
  for (let t = 0; t < terms.length; t += TERMS) {
    const a = terms[t];
    const b = terms[t + 1];
    const c = terms[t + 2];
    const d = terms[t + 3];
    const from = t === 0 ? y : out;
    kernel.combine(
      out,
      from,
      h * a.weight,
      k[a.stage],
      h * b.weight,
      k[b.stage],
      h * c.weight,
      k[c.stage],
      h * d.weight,
      k[d.stage],
    );
  }
}

/** Explicit Euler, order 1; an undamped spring gains energy in every step; a damped one is stable for hω ≤ 2ζ.
 *    x⁺ = x + h v
 *    v⁺ = v + h M⁻¹ f(x, v)
 *  Source: lecture slides Particle Dynamics, Euler's method. */
export const explicitEuler: IntegratorDefinition = rungeKutta({
  id: 'explicit-euler',
  label: 'Explicit Euler',
  order: 1,
  summary: 'The simplest method and the first to blow up: without damping it gains energy at every step size.',
  a: [[]],
  b: [1],
});

/** Explicit midpoint, order 2; growth √(1 + (hω)⁴/4) per step on an undamped spring.
 *    k₁ = F(y),  k₂ = F(y + ½h k₁),  y⁺ = y + h k₂
 *  Source: lecture slides Particle Dynamics; Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.1. */
export const midpoint: IntegratorDefinition = rungeKutta({
  id: 'midpoint',
  label: 'Midpoint',
  order: 2,
  summary: 'Second order with two force evaluations per step; without damping every spring slowly gains energy.',
  a: [[], [1 / 2]],
  b: [0, 1],
});

/** Kutta's third-order method; stable up to hω = √3 on an undamped spring.
 *    k₁ = F(y),  k₂ = F(y + ½h k₁),  k₃ = F(y + h(−k₁ + 2k₂))
 *    y⁺ = y + h(k₁ + 4k₂ + k₃)/6
 *  Sources: lecture slides Particle Dynamics; Kutta 1901; Hairer, Nørsett, Wanner, Solving Ordinary Differential
 *  Equations I, II.1. */
export const rk3: IntegratorDefinition = rungeKutta({
  id: 'rk3',
  label: 'Runge–Kutta 3',
  order: 3,
  summary:
    'Three force evaluations per step; the Runge–Kutta method of lowest order that is stable on an undamped spring, up to hω = √3.',
  a: [[], [1 / 2], [-1, 2]],
  b: [1 / 6, 2 / 3, 1 / 6],
});

/** The classical Runge–Kutta method, order 4; stable up to hω = 2√2 on an undamped spring.
 *    k₁ = F(y),  k₂ = F(y + ½h k₁),  k₃ = F(y + ½h k₂),  k₄ = F(y + h k₃)
 *    y⁺ = y + h(k₁ + 2k₂ + 2k₃ + k₄)/6
 *  Source: Kutta 1901; Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.1. */
export const rk4: IntegratorDefinition = rungeKutta({
  id: 'rk4',
  label: 'Runge–Kutta 4',
  order: 4,
  summary: 'Fourth order with four force evaluations per step: the most accurate method for smooth motion.',
  a: [[], [1 / 2], [0, 1 / 2], [0, 0, 1]],
  b: [1 / 6, 1 / 3, 1 / 3, 1 / 6],
});
