import type { World } from './contracts';
import type { State } from './model';

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
  /** Books what the energy has changed by since the last note. */
  note(account: Account): void;
  read(): EnergyLedger;
}

/** What the books are about: replaced with every new scene or resolution. */
export interface Audited {
  readonly world: World & { audit: World['audit'] };
  readonly state: State;
}

/** Opens the books. @param present what is on stage now */
export function openLedger(present: () => Audited): Ledger {
  const booked = { hand: 0, damping: 0, parameters: 0 };
  const energyNow = () => present().world.energy(present().state);
  const opening = energyNow();
  let before = opening.total;

  return {
    note(account) {
      const { total } = energyNow();
      if (account === 'damping') booked.damping += Math.max(0, before - total);
      else if (account) booked[account] += total - before;
      before = total;
    },
    read() {
      const { kinetic, elastic, gravity, total } = energyNow();
      const change = total - opening.total;
      return {
        kinetic: kinetic - opening.kinetic,
        elastic: elastic - opening.elastic,
        gravity: gravity - opening.gravity,
        ...booked,
        numerical: change - booked.hand - booked.parameters + booked.damping,
      };
    },
  };
}
