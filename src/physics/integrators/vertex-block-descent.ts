import { BLOCK } from '../kernels/javascript/multigrid/symmetric-blocks';
import { hasNoDirection } from '../kernels/javascript/spring-loops';
import type { State } from '../model/model';
import { particlesByColor, springsOfParticles } from '../solvers/springs-of-particles';
import type { SweptContacts } from '../world/constraint';
import type { Integrator, IntegratorDefinition } from '../world/integrator';
import type { World } from '../world/world';
import { createChebyshev, createFirstGuess, createRestoreMomentum } from './springs/iteration';
import { ACCELERATION, createSplitStep, OTHER_FORCES, SPRING_PARAMS } from './springs/split-step';

/**
 * Vertex block descent, order 1: backward Euler for the springs, one particle after the other, color by color, in `iterations` sweeps. With
 * the springs at x + h w, and w̃ the velocities without them, each particle makes one Newton step with all others held:
 *
 *     r = A(w̃ − w) − h Σ [k(l − L₀) + k_d u] n
 *     H = A I + Σ (h²k[n nᵀ + c(I − n nᵀ)] + h k_d n nᵀ),   c = max(0, 1 − L₀/l)
 *     w += H⁻¹r
 *
 * r = 0 is the equation of backward Euler itself, so that the sweeps converge to its step, at any stiffness and in any direction. The first
 * guess is w = v, the paper's “inertia”, or a part of it, see `iteration.ts`: what rests stays at rest, however few the sweeps. (Its
 * “adaptive” guess, which keeps a part of the last Δv, makes a chain swing for ever with one sweep.) Sweeps carry momentum only slowly from
 * particle to particle: what nothing holds gets it before and after them, see `springs/iteration.ts`. A particle at an obstacle gets its
 * impulses after its step. `acceleration` over-relaxes the sweeps. Source: Chen, Liu, Yang, Yuksel, Vertex Block Descent, 2024, 3.2 to 3.8.
 */
export const vertexBlockDescent: IntegratorDefinition = {
  id: 'vertex-block-descent',
  label: 'Vertex block descent',
  order: 1,
  summary: `Implicit Euler for springs, solved one particle after the other. What rests has the stiffness set, and what nothing holds keeps its momentum; with few iterations, other motion is slowed. What rests on an obstacle is part of the sweeps; layers are not, and stacked they do not come to rest. ${OTHER_FORCES}`,
  solvesSprings: true,
  params: { ...SPRING_PARAMS, acceleration: ACCELERATION },
  create: createVertexBlockDescent,
};

function createVertexBlockDescent(world: World): Integrator {
  const target = world.arena.doubles(4 * world.model.particleCount);
  const guess = createFirstGuess(world);
  const sweep = createBlockSweep(world);
  const chebyshev = createChebyshev(world);
  const restoreMomentum = createRestoreMomentum(world);

  return createSplitStep(world, (state, w, h, weights, contacts) => {
    const { positions: x } = state;
    target.set(w);
    guess.set(state, w, target, h, weights);
    if (!contacts?.rests) restoreMomentum(x, w, target, h, weights);
    chebyshev.begin(w);
    for (let k = 0; k < world.params.iterations; k++) {
      sweep(state, w, target, h, weights, contacts);
      chebyshev.overRelax(w, k);
    }
    if (!contacts?.touches) restoreMomentum(x, w, target, h, weights);
  });
}

/**
 * One sweep of vertex block descent over the particles: changes w, m/s, 4n.
 * @param target m/s, 4n; the velocities without springs @param weights n; 1/A_i, 1/kg @param contacts null: none
 */
export type BlockSweep = (
  state: State,
  w: Float64Array,
  target: Float64Array,
  h: number,
  weights: Float64Array,
  contacts: SweptContacts | null,
) => void;

/** The sweep of the formulas above. */
export function createBlockSweep(world: World): BlockSweep {
  const { model, arena } = world;
  const { particleCount } = model;
  const H = arena.doubles(BLOCK);
  const lists = springsOfParticles(world);
  const { starts, springs: at, neighbours } = lists;
  const order = particlesByColor(world, lists);

  return ({ positions: x }, w, target, h, weights, contacts) => {
    const { springs, restLengths, stiffness, damping, shortest } = model;
    for (let turn = 0; turn < particleCount; turn++) {
      const i = order[turn];
      if (weights[i] === 0) continue;
      const o = 4 * i;
      const A = 1 / weights[i];
      let rx = A * (target[o] - w[o]);
      let ry = A * (target[o + 1] - w[o + 1]);
      let rz = A * (target[o + 2] - w[o + 2]);
      let xx = A;
      let yy = A;
      let zz = A;
      let xy = 0;
      let xz = 0;
      let yz = 0;
      for (let s = starts[i]; s < starts[i + 1]; s++) {
        const j = at[s];
        const q = 4 * neighbours[s];
        const ux = w[o] - w[q];
        const uy = w[o + 1] - w[q + 1];
        const uz = w[o + 2] - w[q + 2];
        const dx = x[o] - x[q] + h * ux;
        const dy = x[o + 1] - x[q + 1] + h * uy;
        const dz = x[o + 2] - x[q + 2] + h * uz;
        const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
        let nx = dx / l;
        let ny = dy / l;
        let nz = dz / l;
        let c = 1 - restLengths[j] / l;
        if (l <= shortest && hasNoDirection(model, j, l)) {
          const sign = springs[2 * j] === i ? 1 : -1;
          nx = j % 3 === 0 ? sign : 0;
          ny = j % 3 === 1 ? sign : 0;
          nz = j % 3 === 2 ? sign : 0;
          c = restLengths[j] === 0 ? 1 : 0;
        }
        const pull = h * (stiffness[j] * (l - restLengths[j]) + damping[j] * (ux * nx + uy * ny + uz * nz));
        rx -= pull * nx;
        ry -= pull * ny;
        rz -= pull * nz;
        const across = c > 0 ? h * h * stiffness[j] * c : 0;
        const along = h * (h * stiffness[j] + damping[j]) - across;
        xx += along * nx * nx + across;
        yy += along * ny * ny + across;
        zz += along * nz * nz + across;
        xy += along * nx * ny;
        xz += along * nx * nz;
        yz += along * ny * nz;
      }
      // H = L D Lᵀ.
      const lyx = xy / xx;
      const lzx = xz / xx;
      const dyy = yy - lyx * xy;
      const lzy = (yz - lyx * xz) / dyy;
      const by = ry - lyx * rx;
      const bz = rz - lzx * rx - lzy * by;
      const cz = bz / (zz - lzx * xz - lzy * lzy * dyy);
      const cy = by / dyy - lzy * cz;
      w[o] += rx / xx - lyx * cy - lzx * cz;
      w[o + 1] += cy;
      w[o + 2] += cz;
      if (!contacts) continue;
      H[0] = xx;
      H[1] = xy;
      H[2] = xz;
      H[3] = yy;
      H[4] = yz;
      H[5] = zz;
      contacts.respond(i, w, H);
    }
    contacts?.sweepFaces(w, weights, target);
  };
}
