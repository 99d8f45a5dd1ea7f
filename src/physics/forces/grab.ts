import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import type { ForceDefinition } from '../world/force';
import type { WorldContext } from '../world/world-context';

/** A critically damped spring from the held particle to the pointer's target,
 *  f = −k_g(x − target) − c_g v with c_g = 2√(k_g m), V = ½k_g|x − target|².
 *  It is part of K and D like any spring, so that pulling cannot blow up an implicit run.
 *  Under a rigid grab the particle moves as a pin instead, and there is no force. */
export const grab: ForceDefinition = {
  id: 'grab',
  label: 'Grab',
  summary: 'Pulls the held particle to the pointer by a critically damped spring.',
  isRelative: true,
  account: 'hand',
  create(world) {
    const { control } = world;

    /** a·k_g + b·c_g, N/m. */
    const effectiveStiffness = (a: number, b: number) => a * world.params.grabStiffness + b * dashpot(world);

    return {
      isLocal: true,
      addForce(f, state) {
        if (isPulling(world)) addGrabForce(world, state, f);
      },
      addDerivative(y, p, a, b) {
        if (!isPulling(world)) return;
        const k = effectiveStiffness(a, b);
        const o = 4 * control.held;
        for (let axis = 0; axis < 3; axis++) y[o + axis] -= k * p[o + axis];
      },
      addDiagonal(blocks, a, b) {
        if (!isPulling(world)) return;
        const k = effectiveStiffness(a, b);
        for (let axis = 0; axis < 3; axis++) blocks[9 * control.held + 4 * axis] -= k;
      },
      addBounds(k, c) {
        if (isPulling(world)) {
          k[control.held] += world.params.grabStiffness;
          c[control.held] += dashpot(world);
        }
        return true;
      },
      energy(state) {
        if (!isPulling(world)) return 0;
        let squared = 0;
        for (let axis = 0; axis < 3; axis++) {
          const d = state.positions[4 * control.held + axis] - control.target[axis];
          squared += d * d;
        }
        return 0.5 * world.params.grabStiffness * squared;
      },
    };
  },
};

function isPulling({ control, params }: WorldContext): boolean {
  return control.held >= 0 && params.hardHold === 0;
}

/** c_g of critical damping, ζ = 1; N·s/m. */
function dashpot({ control, model, params }: WorldContext): number {
  return 2 * Math.sqrt(params.grabStiffness * model.masses[control.held]);
}

/** f += the grab force on the held particle, N. */
export function addGrabForce(world: WorldContext, { positions: x, velocities: v }: State, f: Floats): void {
  const { control, params } = world;
  const c = dashpot(world);
  for (let axis = 0; axis < 3; axis++) {
    const o = 4 * control.held + axis;
    f[o] -= params.grabStiffness * (x[o] - control.target[axis]) + c * v[o];
  }
}
