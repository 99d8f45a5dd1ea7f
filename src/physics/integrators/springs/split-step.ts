import type { State } from '../../model/model';
import type { ParamSpec, ParamTable } from '../../model/param-spec';
import type { SweptContacts } from '../../world/constraint';
import { diagonalBound } from '../../world/force';
import { createStepReport, type Integrator } from '../../world/integrator';
import type { World } from '../../world/world';

/** A sentence of their summaries. */
export const OTHER_FORCES =
  'Forces between particles that are no springs, as those of a membrane, bending and volume, act as in symplectic Euler, with its limit on dt.';

const COUNT = { unit: '', accepts: 'count', group: 'Springs', affectsModes: false } as const;

/** The parameters of all methods that solve springs. */
export const SPRING_PARAMS = {
  iterations: {
    label: 'iterations',
    ...COUNT,
    default: 10,
    range: [1, 1000],
    help: 'Passes over all springs or particles in each substep. With too few, the cloth is softer or slower than it should be.',
  },
  substeps: {
    label: 'substeps',
    ...COUNT,
    default: 1,
    range: [1, 100],
    help: 'Equal parts in which a step is made. More substeps damp less, and cost up to twice as much as iterations. With XPBD and PBD, many substeps of one iteration come closer to a high stiffness than as many iterations.',
  },
} as const satisfies ParamTable;

/** Of methods that over-relax their sweeps by Chebyshev's method. */
export const ACCELERATION: ParamSpec = {
  label: 'acceleration',
  unit: '',
  zero: 'none',
  default: 0,
  range: [0, 0.95],
  accepts: 'fraction',
  group: 'Springs',
  help: 'ρ of Chebyshev’s method, for methods that use it: fewer iterations suffice. Too large a value makes them oscillate.',
  affectsModes: false,
};

/**
 * Solves the springs of the model over h seconds: changes w, m/s, 4n, from the velocities without springs at the end to those with
 * springs. x is that of the state, and x⁺ = x + h w. Allocates nothing.
 * @param weights n; 1/A_i, 1/kg; see below
 * @param contacts what particles rest on and may hit; null: nothing
 */
type SpringSolve = (
  state: State,
  w: Float64Array,
  h: number,
  weights: Float64Array,
  contacts: SweptContacts | null,
) => void;

/** A step in `substeps` equal parts, each with the springs at its end and all other forces at its start:
 *
 *    A(w − v) = h f(x, v) + h²K_l v + P(x + h w, w)      P: impulses of the springs, by each method in its own way
 *    A = M − hD_l − h²K_l
 *    v⁺ = w,  x⁺ = x + h w
 *
 *  K_l and D_l are the derivatives of forces on single particles (drag, the grab, anchors) and three times the diagonal blocks of wind's
 *  on the corners of triangles, so that none of these has a limit on h. The blocks are taken as multiples of I: exactly for most, and by
 *  their largest sum of a row for wind and what else resists more along one direction. These bound the eigenvalues, so that such
 *  a drag acts more slowly within a step. Others (bending, a membrane, attraction) act as in symplectic
 *  Euler and have its limit: with springs by backward Euler, (I + h²K)x⁺ − (2I − h²K_f)x + x⁻ = 0 is stable if λ_max(h²K_f) ≤ 4,
 *  whatever K. What rests on an obstacle or may hit one gets its impulses, with friction: in PBD and XPBD after each sweep
 *  over the springs, in vertex block descent with each particle, in projective dynamics after its global steps.
 *  Sources: Müller et al., Position Based Dynamics, 2007 (the sequence of a step); Baraff and Witkin, Large Steps in Cloth Simulation,
 *  1998 (A); Macklin et al., Small Steps in Physics Simulation, 2019 (substeps). */
export function createSplitStep(world: World, solve: SpringSolve): Integrator {
  const { particleCount, masses, inverseMasses } = world.model;
  const size = 4 * particleCount;
  const f = world.arena.floats(size);
  const w = world.arena.doubles(size);
  const scratch = world.arena.doubles(size);
  const blocks = world.arena.doubles(9 * particleCount);
  const weights = world.arena.doubles(particleCount);
  const report = createStepReport();

  /** w := the velocities without springs, and the weights. */
  function addForces(state: State, h: number): void {
    const { velocities: v } = state;
    f.fill(0);
    scratch.fill(0);
    blocks.fill(0);
    w.set(v);
    for (let k = 0; k < world.forces.length; k++) {
      const force = world.forces[k];
      if (force.derivatives?.of === 'springs' || force.implicitOnly) continue;
      force.addForce?.(f, state);
      const times = diagonalBound(force);
      if (times === 0) continue;
      force.linearize?.(state, true);
      force.addDerivative?.(scratch, w, h * h, 0);
      force.addDiagonal?.(blocks, times * h * h, times * h);
    }
    for (let i = 0; i < particleCount; i++) {
      weights[i] = 0;
      if (inverseMasses[i] === 0) continue;
      let bound = 0;
      for (let b = 9 * i; b < 9 * i + 9; b += 3) {
        bound = Math.max(bound, Math.abs(blocks[b]) + Math.abs(blocks[b + 1]) + Math.abs(blocks[b + 2]));
      }
      // Without such forces the very 1/m of other methods.
      weights[i] = bound === 0 ? inverseMasses[i] : 1 / (masses[i] + bound);
      for (let o = 4 * i; o < 4 * i + 3; o++) w[o] += weights[i] * (h * f[o] + scratch[o]);
    }
  }

  /** Gives moving pins the forces on them, for their work: springs act by impulses here, which are no forces. */
  function recordPinForces(state: State): void {
    f.fill(0);
    for (let k = 0; k < world.forces.length; k++) {
      if (!world.forces[k].implicitOnly) world.forces[k].addForce?.(f, state);
    }
    for (let k = 0; k < world.constraints.length; k++) {
      if (world.constraints[k].prescribe) world.constraints[k].addReactions?.(f, state);
    }
  }

  function advance(state: State, h: number): void {
    const { positions: x, velocities: v } = state;
    addForces(state, h);
    const contacts = sweptContactsOf(world);
    solve(state, w, h, weights, contacts?.begin(state, w, h) ? contacts : null);
    for (let o = 0; o < size; o++) {
      v[o] = w[o];
      x[o] += h * w[o];
    }
    state.time += h;
    world.audit?.(state, h);
  }

  return {
    step(state, h) {
      const { time } = state;
      const { substeps } = world.params;
      if (world.environment.motion.length > 0) recordPinForces(state);
      for (let k = 0; k < substeps; k++) advance(state, h / substeps);
      state.time = time;
      return report;
    },
  };
}

function sweptContactsOf({ constraints }: World): SweptContacts | null {
  for (let k = 0; k < constraints.length; k++) {
    const { sweptContacts } = constraints[k];
    if (sweptContacts) return sweptContacts;
  }
  return null;
}
