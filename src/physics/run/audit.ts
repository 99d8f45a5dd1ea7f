import type { State } from '../model/model';
import type { ForceDefinition } from '../world/force';
import type { World } from '../world/world';

/** Totals of the ledger's accounts, J. */
export interface AccountTotals {
  hand: number;
  damping: number;
  parameters: number;
}

export type Auditor = ReturnType<typeof createAuditor>;

/** Integrates the power of outside forces, the moving pins and the dampers over time, with the integrator's own weights.
 *
 *  With f = f_c + f_d + f_e, forces with an energy, of dampers and from outside, P the particles with a prescribed motion
 *  (moving pins, a rigid grab), and V_g the energy of the grabs' springs,
 *
 *    d(T + V)/dt = Σ f_e·v − Σ_P f·v + dT_P/dt − dV_g/dt − heat,   heat = −Σ f_d·v ≥ 0:
 *
 *  the first two terms go to the account `hand` here, and the heat to `damping`; the ledger adds the other two to `hand`.
 *  Source: the balance of power of M a = f; Goldstein, Classical Mechanics, 1.2, and Rayleigh's dissipation function, 1.5. */
export function createAuditor(world: World, totals: AccountTotals) {
  const { particleCount, masses, inverseMasses } = world.model;
  const size = 4 * particleCount;
  // In the world's own precision, so that loops over forces see one array type.
  const f = world.arena.precision === 'double' ? new Float64Array(size) : new Float32Array(size);

  function sumForces(state: State, included: (account: ForceDefinition['account']) => boolean): void {
    const { forces, forceDefinitions } = world;
    f.fill(0);
    for (let i = 0; i < forces.length; i++) {
      if (included(forceDefinitions[i].account)) forces[i].addForce?.(f, state);
    }
  }

  /** Σ f·v over all particles, or over those with a prescribed motion, W. */
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

  function prescribedKineticEnergy({ velocities: v }: State): number {
    let sum = 0;
    for (let i = 0; i < particleCount; i++) {
      const o = 4 * i;
      if (inverseMasses[i] === 0) sum += 0.5 * masses[i] * (v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
    }
    return sum;
  }

  const auditor = {
    /** While false, `audit` adds nothing. */
    enabled: true,
    /** See `World.audit`. */
    audit(state: State, seconds: number) {
      if (!auditor.enabled || seconds === 0) return;
      const heat = heatOf(state);
      sumForces(state, isFromOutside);
      let hand = power(state, false);
      if (prescribedKineticEnergy(state) > 0) {
        sumForces(state, isAny);
        hand -= power(state, true);
      }
      for (let i = 0; i < world.constraints.length; i++) hand += world.constraints[i].power?.(state) ?? 0;
      totals.damping += seconds * heat;
      totals.hand += seconds * hand;
    },
    /** ½Σmv² of the particles with a prescribed motion, J: only outside work changes it. */
    prescribedKineticEnergy,
  };
  return auditor;
}

const isFromOutside = (account: ForceDefinition['account']) => account === undefined;
const isAny = () => true;
