import { hasNoDirection } from '../../kernels/javascript/spring-loops';
import type { State } from '../../model/model';
import { springsByColor } from '../../solvers/springs-of-particles';
import type { SweptContacts } from '../../world/constraint';
import type { World } from '../../world/world';

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
