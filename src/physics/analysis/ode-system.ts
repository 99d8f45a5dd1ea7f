import { STRIDE, type State } from '../model/model';
import type { Simulation } from '../simulation';

/**
 * A simulation as a first-order system ẏ = F(t, y), which any ODE solver can drive: y is 6n numbers, particle by particle
 * x, y, z in m and v_x, v_y, v_z in m/s, and ẏ the velocities and the accelerations M⁻¹f.
 *
 * F contains all forces that act at the moment, including the grab's. The simulation applies the velocity decay as an exact
 * operator before each step; here it is the term −r v, whose exact flow that operator is. Pinned particles have zero rates, and so
 * has a particle in a rigid grab; prescribed motion stands still. Contact, self-collision, strain limit and tearing act between the steps and
 * are not part of the ODE.
 * Source: lecture slides Particle Dynamics (GetDim, GetState, SetState, DerivEval).
 * @interface
 */
export type ParticleSystem = ReturnType<typeof systemOf>;

/** The simulation as an ODE system. It stays valid when the scene changes. */
export function systemOf(simulation: Simulation) {
  let scratch = scratchFor(simulation.particleCount);
  const sized = () => {
    const n = simulation.particleCount;
    if (scratch.n !== n) scratch = scratchFor(n);
    return scratch;
  };
  const check = (y: ArrayLike<number>, name: string) => {
    const dimension = 6 * simulation.particleCount;
    if (y.length !== dimension) throw new RangeError(`${name} must have ${dimension} numbers, got ${y.length}`);
  };

  return {
    /** 6n, for the present number of particles. */
    get dimension() {
      return 6 * simulation.particleCount;
    },
    /** Writes the simulation's state into y. @throws RangeError unless y has `dimension` numbers */
    getState(y: Float64Array) {
      check(y, 'y');
      const { state, particleCount } = simulation;
      for (let i = 0; i < particleCount; i++) {
        for (let axis = 0; axis < 3; axis++) {
          y[6 * i + axis] = state.positions[STRIDE * i + axis];
          y[6 * i + 3 + axis] = state.velocities[STRIDE * i + axis];
        }
      }
    },
    /**
     * Makes y the simulation's state. Time and step count stay, pins get velocity 0, and y is rounded to the simulation's precision.
     * @throws RangeError unless y has `dimension` numbers, all finite
     */
    setState(y: Float64Array) {
      check(y, 'y');
      const { state } = sized();
      unpack(y, state);
      simulation.apply({
        type: 'place',
        positions: state.positions,
        velocities: state.velocities,
        time: simulation.time,
      });
    },
    /**
     * dydt := F(t, y). Leaves the simulation unchanged and allocates nothing. y and dydt may be ordinary arrays.
     * @param t s; for forces that depend on time, such as gusts
     */
    evaluate(t: number, y: ArrayLike<number>, dydt: Float64Array | number[]) {
      check(y, 'y');
      check(dydt, 'dydt');
      const { state, force, n } = sized();
      const { world } = simulation;
      const { inverseMasses } = world.model;
      const r = world.params.decay;
      unpack(y, state);
      state.time = t;
      for (let i = 0; i < n; i++) if (inverseMasses[i] === 0) state.velocities.fill(0, STRIDE * i, STRIDE * i + 3);
      force.fill(0);
      for (let k = 0; k < world.forces.length; k++) world.forces[k].addForce?.(force, state);
      for (let i = 0; i < n; i++) {
        const w = inverseMasses[i];
        const rate = w === 0 ? 0 : r;
        for (let axis = 0; axis < 3; axis++) {
          const v = state.velocities[STRIDE * i + axis];
          dydt[6 * i + axis] = v;
          dydt[6 * i + 3 + axis] = w * force[STRIDE * i + axis] - rate * v;
        }
      }
    },
  };
}

/** The force is 4n, N. */
function scratchFor(n: number) {
  const floats = () => new Float64Array(STRIDE * n);
  return { n, state: { positions: floats(), velocities: floats(), time: 0 }, force: floats() };
}

function unpack(y: ArrayLike<number>, { positions, velocities }: State): void {
  for (let i = 0; 6 * i < y.length; i++) {
    for (let axis = 0; axis < 3; axis++) {
      positions[STRIDE * i + axis] = y[6 * i + axis];
      velocities[STRIDE * i + axis] = y[6 * i + 3 + axis];
    }
  }
}
