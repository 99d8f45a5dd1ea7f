import type { State } from '../model/model';
import { createStateChangeDetector } from '../model/state';
import type { Account } from '../world/constraint';
import type { MutableWorld } from '../world/create-world';
import type { ForceDefinition } from '../world/force';
import type { World } from '../world/world';
import type { Energy } from '../world/world-context';

/** Where energy went since the ledger began, J; kinetic + elastic + gravity = hand + parameters − damping + numerical. */
export interface EnergyLedger {
  /** Change of the kinetic energy. */
  kinetic: number;
  /** Change of the elastic energy of springs and membrane. */
  elastic: number;
  /** Change of the potential energy of gravity and of other fields. */
  gravity: number;
  /** Work from outside: by the springs of grabs, a rigid grab, moving pins, pushes and wind. */
  hand: number;
  /** Heat, never negative. */
  damping: number;
  /** Jumps of the energy by changed parameters, pins, cuts, resolution. */
  parameters: number;
  /** What the integrator itself created (or, if negative, lost). */
  numerical: number;
}

export type Ledger = ReturnType<typeof createLedger>;

const ZERO: AccountTotals = { hand: 0, damping: 0, parameters: 0 };
const ZERO_ENERGY: Energy = { kinetic: 0, elastic: 0, gravity: 0, total: 0 };

/** Largest number of saved totals: one megabyte. */
const SAVED_LIMIT = 10_000;

/**
 * Creates the energy ledger of a run.
 *
 * Within a step, the auditor integrates the power of outside forces and of the dampers at the integrator's own stages, with
 * its own weights (`audit.ts`). The springs of the grabs give what they lose in it, as their targets move between steps.
 * Between steps, the change of energy is added to the account that the caller names. The remainder is what the integrator
 * created or lost:
 *
 *   numerical = Δ(kinetic + elastic + gravity) − hand − parameters + damping
 *
 * so that the accounts balance by construction; for an integrator of order p, `numerical` shrinks as hᵖ. The ledger never
 * changes the state. All sums are in double precision. When the run returns to a checkpoint, so does the ledger.
 * @param source the run: a new scene, resolution or slit replaces its world and state
 */
export function createLedger(source: { readonly world: MutableWorld; readonly state: State }) {
  const totals: AccountTotals = { ...ZERO };
  let { world } = source;
  let auditor = startAudit();
  let changes = createStateChangeDetector(world.model, world.arena.precision);
  let initial: Energy = ZERO_ENERGY;
  let since = 0;
  /** J; total energy at the last call, and the kinetic energy of the particles with a prescribed motion. */
  let lastTotal = 0;
  let lastPrescribed = 0;
  /** The ledger at one step. */
  const totalsAt = (step: number) => ({ step, initial, since, totals: { ...totals }, lastTotal, lastPrescribed });
  let saved: ReturnType<typeof totalsAt>[] = [];
  /** J; that of the grabs' springs at the last call. */
  let lastPull = 0;
  /** J; of the step. */
  const atStart = { own: 0, damping: 0 };
  clear();

  function startAudit(): Auditor {
    const created = createAuditor(world, totals);
    world.audit = created.audit;
    return created;
  }

  function followWorld(): void {
    if (source.world === world) return;
    world.audit = null;
    world = source.world;
    const { enabled } = auditor;
    auditor = startAudit();
    auditor.enabled = enabled;
    changes = createStateChangeDetector(world.model, world.arena.precision);
  }

  /** J; the energy at the last call, without what came from outside. */
  const own = () => lastTotal - totals.hand - totals.parameters;

  function addChange(account: Account, isInStep = false, workOfPins = 0, boundsHeat = false): void {
    followWorld();
    if (!auditor.enabled) return;
    const { state } = source;
    const { total } = world.energy(state);
    const pull = world.pullEnergy(state);
    const prescribed = auditor.prescribedKineticEnergy(state);
    const work = workOfPins + (isInStep ? lastPull - pull : 0);
    const change = total - lastTotal - work;
    totals.hand += work;
    if (account === 'damping') totals.damping += Math.max(0, -change);
    else if (account) totals[account] += change;
    // An integrator does not change a prescribed velocity: what it is after a step is outside work.
    else totals.hand += prescribed - lastPrescribed;
    lastTotal = total;
    lastPull = pull;
    lastPrescribed = prescribed;
    if (boundsHeat) totals.damping = Math.min(totals.damping, atStart.damping + Math.max(0, atStart.own - own()));
    changes.capture(state);
  }

  function clear(): void {
    saved = [];
    reset();
  }

  function reset(): void {
    followWorld();
    const { state } = source;
    Object.assign(totals, ZERO);
    initial = world.energy(state);
    since = state.time;
    lastTotal = initial.total;
    lastPull = world.pullEnergy(state);
    lastPrescribed = auditor.prescribedKineticEnergy(state);
    changes.capture(state);
  }

  return {
    /** The time when the ledger began, s. */
    get since() {
      return since;
    },
    /** Adds the change of energy since the last call to an account. */
    addChange: (account: Account) => addChange(account),
    beginStep() {
      atStart.own = own();
      atStart.damping = totals.damping;
    },
    /**
     * The same within a step: what the springs of the grabs have lost in it is work of the hand.
     * @param always false: skips the energy if the state has not changed @param workOfPins J; belongs to the hand, too
     * @param boundsHeat true: the heat of the step is at most what it has lost, as it has undone its motion
     */
    addChangeInStep(account: Account, always = false, workOfPins?: number, boundsHeat?: boolean) {
      if (always || changes.hasChanged(source.state)) addChange(account, true, workOfPins, boundsHeat);
    },
    read(): EnergyLedger {
      const { kinetic, elastic, gravity, total } = world.energy(source.state);
      const change = total - initial.total;
      return {
        kinetic: kinetic - initial.kinetic,
        elastic: elastic - initial.elastic,
        gravity: gravity - initial.gravity,
        ...totals,
        numerical: change - totals.hand - totals.parameters + totals.damping,
      };
    },
    /** Sets all accounts to zero and forgets the saved totals. */
    clear,
    /** Sets all accounts to zero. The saved totals stay: the run may return to their steps. */
    reset,
    /** Saves the totals at a checkpoint; a change of energy since the last call belongs to a command. */
    save(step: number) {
      if (!auditor.enabled) return;
      addChange('parameters');
      saved.push(totalsAt(step));
      if (saved.length > SAVED_LIMIT) saved.shift();
    },
    /** Restores the totals of a checkpoint. False if none were saved at this step: then all accounts are zero. */
    restore(step: number) {
      const found = saved.findLast((one) => one.step === step);
      if (!found) {
        reset();
        return false;
      }
      Object.assign(totals, found.totals);
      ({ initial, since, lastTotal, lastPrescribed } = found);
      // Parameters keep their present values.
      addChange('parameters');
      return true;
    },
    /** Runs steps that are not part of the run, without adding to any account. */
    whilePaused<T>(action: () => T): T {
      auditor.enabled = false;
      const result = action();
      auditor.enabled = true;
      return result;
    },
    close() {
      world.audit = null;
    },
  };
}

/** Totals of the ledger's accounts, J. */
type AccountTotals = Pick<EnergyLedger, 'hand' | 'damping' | 'parameters'>;

type Auditor = ReturnType<typeof createAuditor>;

/** Integrates the power of outside forces, the moving pins and the dampers over time, with the integrator's own weights.
 *
 *  With f = f_c + f_d + f_e, forces with an energy, of dampers and from outside, P the particles with a prescribed motion
 *  (moving pins, a rigid grab), and V_g the energy of the grabs' springs,
 *
 *    d(T + V)/dt = Σ f_e·v − Σ_P f·v + dT_P/dt − dV_g/dt − heat,   heat = −Σ f_d·v ≥ 0:
 *
 *  the first two terms go to the account `hand` here, and the heat to `damping`; the ledger adds the other two to `hand`.
 *  Source: the balance of power of M a = f; Goldstein, Classical Mechanics, 1.2, and Rayleigh's dissipation function, 1.5. */
function createAuditor(world: World, totals: AccountTotals) {
  const { particleCount, masses, inverseMasses } = world.model;
  const size = 4 * particleCount;
  // In the world's own precision, so that loops over forces see one array type.
  const f = world.arena.precision === 'double' ? new Float64Array(size) : new Float32Array(size);

  function sumForces(state: State, included: (account: ForceDefinition['account']) => boolean): void {
    const { forces, forceDefinitions, solvesSprings } = world;
    f.fill(0);
    for (let i = 0; i < forces.length; i++) {
      if (solvesSprings && forces[i].implicitOnly) continue;
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
      sumForces(state, (account) => account === undefined);
      let hand = power(state, false);
      if (prescribedKineticEnergy(state) > 0) {
        sumForces(state, () => true);
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
