import type { IntegratorDefinition } from '../contracts';
import type { Floats } from '../memory';
import type { State } from '../model';
import { explicitReport } from './explicit-report';

/** An explicit Runge–Kutta method by its Butcher tableau, on the first-order system y = (x, v), F(y) = (v, M⁻¹f). */
export interface Tableau extends Pick<IntegratorDefinition, 'id' | 'label' | 'order' | 'summary'> {
  /** Row i holds a_ij for j < i. */
  a: readonly (readonly number[])[];
  /** Weights of the stages. */
  b: readonly number[];
}

/** k_i = F(y + h Σ_j a_ij k_j);  y⁺ = y + h Σ_i b_i k_i.
 *  The sums are taken in double precision and rounded once, into the state.
 *  Source: Butcher 1964; Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.1. */
export function rungeKutta({ a, b, ...about }: Tableau): IntegratorDefinition {
  return {
    ...about,
    create(world) {
      const size = 4 * world.model.particleCount;
      const { floats, doubles } = world.arena;
      const report = explicitReport();

      /** Slopes of the stages: k_i = (velocities, accelerations). */
      const slopes = b.map(() => ({ x: floats(size), v: floats(size) }));
      const stage: State = { positions: floats(size), velocities: floats(size), time: 0 };
      const sum = { x: doubles(size), v: doubles(size) };

      /** out := y + h Σ_j w_j k_j. */
      function advance(out: State, y: State, h: number, weights: readonly number[]): void {
        let first = true;
        for (let j = 0; j < weights.length; j++) {
          if (weights[j] === 0) continue;
          accumulate(sum.x, slopes[j].x, h * weights[j], first);
          accumulate(sum.v, slopes[j].v, h * weights[j], first);
          first = false;
        }
        add(out.positions, y.positions, sum.x);
        add(out.velocities, y.velocities, sum.v);
      }

      return {
        step(state, h) {
          for (let i = 0; i < b.length; i++) {
            const at = i === 0 ? state : stage;
            if (i > 0) advance(stage, state, h, a[i]);
            slopes[i].x.set(at.velocities);
            world.computeAccelerations(at, slopes[i].v);
          }
          advance(state, state, h, b);
          return report;
        },
      };
    },
  };
}

function accumulate(sum: Float64Array, k: Floats, weight: number, first: boolean): void {
  if (first) for (let i = 0; i < sum.length; i++) sum[i] = weight * k[i];
  else for (let i = 0; i < sum.length; i++) sum[i] += weight * k[i];
}

function add(out: Floats, y: Floats, sum: Float64Array): void {
  for (let i = 0; i < sum.length; i++) out[i] = y[i] + sum[i];
}
