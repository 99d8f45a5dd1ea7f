import type { State } from '../model/model';
import type { ForceDefinition } from '../world/force';
import type { World } from '../world/world';

/** J, since the books were opened. */
export interface Booked {
  hand: number;
  damping: number;
  parameters: number;
}

export interface Auditor {
  /** While this is false nothing is booked. */
  isOpen: boolean;
  /** See `World.audit`. */
  audit(state: State, seconds: number): void;
  /** ½Σmv² of the particles whose motion is prescribed, J: the energy that only the hand gives them. */
  kineticOfPrescribed(state: State): number;
}

/** Books the power of what acts in a world, for as many seconds as a method's weights say.
 *
 *  With f = f_c + f_d + f_e, forces with an energy, of dampers and from outside, and P the particles whose motion is
 *  prescribed (moving pins, a hard hold),
 *
 *    d(T + V)/dt = Σ f_e·v − Σ_P f·v + dT_P/dt − heat,   heat = −Σ f_d·v ≥ 0:
 *
 *  the first two terms are the hand's here, the third is noted between stages by the ledger. The grab force is one of f_e
 *  as a whole, with its dashpot.
 *  Source: the balance of power of M a = f; Goldstein, Classical Mechanics, 1.2, and Rayleigh's dissipation function, 1.5. */
export function createAuditor(world: World, booked: Booked): Auditor {
  const { particleCount, masses, inverseMasses } = world.model;
  const size = 4 * particleCount;
  // In the world's own precision, so that loops over forces meet one kind of array.
  const f = world.arena.precision === 'double' ? new Float64Array(size) : new Float32Array(size);

  function findForces(state: State, counts: (account: ForceDefinition['account']) => boolean): void {
    const { forces, forceDefinitions } = world;
    f.fill(0);
    for (let i = 0; i < forces.length; i++) if (counts(forceDefinitions[i].account)) forces[i].addForce?.(f, state);
  }

  /** Σ f·v over all particles, or over those whose motion is prescribed, W. */
  function power({ velocities: v }: State, prescribedOnly: boolean): number {
    let sum = 0;
    for (let i = 0; i < particleCount; i++) {
      if (prescribedOnly && inverseMasses[i] !== 0) continue;
      const o = 4 * i;
      sum += f[o] * v[o] + f[o + 1] * v[o + 1] + f[o + 2] * v[o + 2];
    }
    return sum;
  }

  function heatOf(state: State): number {
    const { forces, constraints } = world;
    let sum = 0;
    for (let i = 0; i < forces.length; i++) sum += forces[i].heat?.(state) ?? 0;
    for (let i = 0; i < constraints.length; i++) sum += constraints[i].heat?.(state) ?? 0;
    return sum;
  }

  function kineticOfPrescribed({ velocities: v }: State): number {
    let sum = 0;
    for (let i = 0; i < particleCount; i++) {
      const o = 4 * i;
      if (inverseMasses[i] === 0) sum += 0.5 * masses[i] * (v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
    }
    return sum;
  }

  const auditor: Auditor = {
    isOpen: true,
    audit(state, seconds) {
      if (!auditor.isOpen || seconds === 0) return;
      const heat = heatOf(state);
      findForces(state, isFromOutside);
      let hand = power(state, false);
      if (kineticOfPrescribed(state) > 0) {
        findForces(state, isAny);
        hand -= power(state, true);
      }
      booked.damping += seconds * heat;
      booked.hand += seconds * hand;
    },
    kineticOfPrescribed,
  };
  return auditor;
}

const isFromOutside = (account: ForceDefinition['account']) => account === undefined || account === 'hand';
const isAny = () => true;
