import type { Floats } from '../model/arena';
import type { Hand, State } from '../model/model';
import { type ForceDefinition, OF_PARTICLES } from '../world/force';
import type { WorldContext } from '../world/world-context';

/** For each hand, a critically damped spring from the held particle to the pointer's target,
 *  f = −k_g(x − target) − c_g v with c_g = 2√(k_g m), V = ½k_g|x − target|².
 *  It is part of K and D like any spring, so that pulling cannot blow up an implicit run.
 *  Under a rigid grab the particle moves as a pin instead, and there is no force. */
export const grab: ForceDefinition = {
  id: 'grab',
  label: 'Grab',
  summary: 'Pulls each held particle to its pointer by a critically damped spring.',
  isRelative: true,
  account: 'hand',
  create(world) {
    const { hands } = world.control;
    const isPulling = ({ held }: Hand) => held >= 0 && world.params.hardHold === 0;

    /** a·k_g + b·c_g, N/m. */
    const effectiveStiffness = (hand: Hand, a: number, b: number) =>
      a * world.params.grabStiffness + b * dashpot(world, hand);

    return {
      derivatives: OF_PARTICLES,
      addForce(f, state) {
        for (let n = 0; n < hands.length; n++) if (isPulling(hands[n])) addGrabForce(world, hands[n], state, f);
      },
      addDerivative(y, p, a, b) {
        for (let n = 0; n < hands.length; n++) {
          if (!isPulling(hands[n])) continue;
          const k = effectiveStiffness(hands[n], a, b);
          const o = 4 * hands[n].held;
          for (let axis = 0; axis < 3; axis++) y[o + axis] -= k * p[o + axis];
        }
      },
      addDiagonal(blocks, a, b) {
        for (let n = 0; n < hands.length; n++) {
          if (!isPulling(hands[n])) continue;
          const k = effectiveStiffness(hands[n], a, b);
          for (let axis = 0; axis < 3; axis++) blocks[9 * hands[n].held + 4 * axis] -= k;
        }
      },
      addBounds(k, c) {
        for (let n = 0; n < hands.length; n++) {
          if (!isPulling(hands[n])) continue;
          k[hands[n].held] += world.params.grabStiffness;
          c[hands[n].held] += dashpot(world, hands[n]);
        }
        return true;
      },
      energy(state) {
        let energy = 0;
        for (let n = 0; n < hands.length; n++) {
          const { held, target } = hands[n];
          if (!isPulling(hands[n])) continue;
          let squared = 0;
          for (let axis = 0; axis < 3; axis++) {
            const d = state.positions[4 * held + axis] - target[axis];
            squared += d * d;
          }
          energy += 0.5 * world.params.grabStiffness * squared;
        }
        return energy;
      },
      heat({ velocities: v }) {
        let power = 0;
        for (let n = 0; n < hands.length; n++) {
          if (!isPulling(hands[n])) continue;
          const o = 4 * hands[n].held;
          power += dashpot(world, hands[n]) * (v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
        }
        return power;
      },
    };
  },
};

/** c_g of critical damping, ζ = 1; N·s/m. */
function dashpot({ model, params }: WorldContext, { held }: Hand): number {
  return 2 * Math.sqrt(params.grabStiffness * model.masses[held]);
}

/** f += the grab force on the held particle, N. */
export function addGrabForce(world: WorldContext, hand: Hand, { positions: x, velocities: v }: State, f: Floats): void {
  const { grabStiffness } = world.params;
  const c = dashpot(world, hand);
  for (let axis = 0; axis < 3; axis++) {
    const o = 4 * hand.held + axis;
    f[o] -= grabStiffness * (x[o] - hand.target[axis]) + c * v[o];
  }
}
