import type { State } from '../model/model';
import type { MutableWorld } from '../world/create-world';
import type { Energy } from '../world/world-context';
import { type Auditor, type Booked, createAuditor } from './audit';
import { createStateChangeDetector } from './state-change-detector';

/** Where energy has gone since the books were opened, J; kinetic + elastic + gravity = hand + parameters − damping + numerical. */
export interface EnergyLedger {
  /** The first three: how much more there is now. */
  kinetic: number;
  elastic: number;
  gravity: number;
  /** Work from outside: by the grab force, a hard hold, moving pins, pushes and wind. */
  hand: number;
  /** Heat, never negative. */
  damping: number;
  /** Jumps of the energy by changed parameters, pins, cuts, resolution. */
  parameters: number;
  /** What the method itself has made (or, negative, lost). */
  numerical: number;
}

/** What a change of energy between two notes can be booked as; null: nobody did it but the method. */
export type Account = 'hand' | 'damping' | 'parameters' | null;

export interface Ledger {
  /** When the books were opened, s. */
  readonly since: number;
  /** Books what the energy has changed by since the last note. */
  note(account: Account): void;
  /** The same within a step, where nothing is to be looked at while nobody has moved and no spring has torn. */
  noteStep(account: Account): void;
  read(): EnergyLedger;
  /** Opens them anew, at zero, with no page to go back to. */
  restart(): void;
  /** The same, with the pages that there are: the run may yet come to where they lead. */
  reopen(): void;
  /** Marks the page for a step to which the run may go back; a change since the last note is a command's. */
  keep(step: number): void;
  /** The run has gone back to a step: so do the books. False where they have no page for it and are opened anew there. */
  goBack(step: number): boolean;
  /** Does what is no part of the run: it is not booked. */
  without<T>(deed: () => T): T;
  close(): void;
}

/** What the books are about: replaced with every new scene or resolution. */
export interface Audited {
  readonly world: MutableWorld;
  readonly state: State;
}

/** The books at one step. */
interface Page {
  step: number;
  opening: Energy;
  since: number;
  booked: Booked;
  before: number;
  carried: number;
}

const NOTHING: Booked = { hand: 0, damping: 0, parameters: 0 };
const NO_ENERGY: Energy = { kinetic: 0, elastic: 0, gravity: 0, total: 0 };

/** Pages that are kept, at most; a megabyte. */
const PAGES = 10_000;

/**
 * Opens the books on a run.
 *
 * What the hand and the dampers do within a step is booked at the power that they have at the method's own stages, by its
 * own weights (`audit.ts`); what happens between steps, by how it changes the energy: that goes to the account that it is
 * noted under, and to none where the method itself has gone a step. The remainder is what the method made or lost:
 *
 *   numerical = Δ(kinetic + elastic + gravity) − hand − parameters + damping
 *
 * so that the books close by construction, and for a method of order p it shrinks as hᵖ. Nothing here changes the state.
 * All sums are in double precision. Where the run goes back, after a blow-up or by a command, the books go back with it.
 *
 * @param present what is on stage now
 */
export function openLedger(present: () => Audited): Ledger {
  const booked: Booked = { ...NOTHING };
  let stage = present();
  let auditor = audit();
  let glimpse = createStateChangeDetector(stage.world);
  let pages: Page[] = [];
  let opening: Energy = NO_ENERGY;
  let since = 0;
  /** J; the energy at the last note, and that of the particles whose motion is prescribed. */
  let before = 0;
  let carried = 0;
  restart();

  function audit(): Auditor {
    const made = createAuditor(stage.world, booked);
    stage.world.audit = made.audit;
    return made;
  }

  /** Follows the run onto another stage. */
  function attend(): void {
    if (present() === stage) return;
    stage.world.audit = null;
    stage = present();
    auditor = audit();
    glimpse = createStateChangeDetector(stage.world);
  }

  function note(account: Account): void {
    attend();
    if (!auditor.isOpen) return;
    const { state, world } = stage;
    const { total } = world.energy(state);
    const now = auditor.kineticOfPrescribed(state);
    if (account === 'damping') booked.damping += Math.max(0, before - total);
    else if (account) booked[account] += total - before;
    // A method leaves alone what moves by prescription: the speed that it has after a step is the hand's doing.
    else booked.hand += now - carried;
    before = total;
    carried = now;
    glimpse.take(state);
  }

  function restart(): void {
    pages = [];
    reopen();
  }

  function reopen(): void {
    attend();
    const { state, world } = stage;
    Object.assign(booked, NOTHING);
    opening = world.energy(state);
    since = state.time;
    before = opening.total;
    carried = auditor.kineticOfPrescribed(state);
    glimpse.take(state);
  }

  return {
    get since() {
      return since;
    },
    note,
    noteStep(account) {
      if (glimpse.differs(stage.state)) note(account);
    },
    read() {
      const { kinetic, elastic, gravity, total } = stage.world.energy(stage.state);
      const change = total - opening.total;
      return {
        kinetic: kinetic - opening.kinetic,
        elastic: elastic - opening.elastic,
        gravity: gravity - opening.gravity,
        ...booked,
        numerical: change - booked.hand - booked.parameters + booked.damping,
      };
    },
    restart,
    reopen,
    keep(step) {
      if (!auditor.isOpen) return;
      note('parameters');
      pages.push({ step, opening, since, booked: { ...booked }, before, carried });
      if (pages.length > PAGES) pages.shift();
    },
    goBack(step) {
      const page = pages.findLast((one) => one.step === step);
      if (!page) {
        reopen();
        return false;
      }
      Object.assign(booked, page.booked);
      ({ opening, since, before, carried } = page);
      // Parameters stay what they have become since.
      note('parameters');
      return true;
    },
    without(deed) {
      auditor.isOpen = false;
      const result = deed();
      auditor.isOpen = true;
      return result;
    },
    close() {
      stage.world.audit = null;
    },
  };
}
