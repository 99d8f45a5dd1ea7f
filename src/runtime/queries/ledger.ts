import type { EnergyLedger, Simulation } from '../../physics';

/** The books at this moment. */
export interface LedgerNow {
  /** s; when they were opened, and now. */
  since: number;
  time: number;
  /** J. */
  books: EnergyLedger;
}

/**
 * The one query that starts something: the first opens the books, from then on every step is booked, which takes some
 * evaluations of the forces but changes no bit of the run, until they are closed.
 * @param args `read` them, open them `anew`, or `close` them: null is what there is then
 */
export function ledger(simulation: Simulation, args: { deed: 'read' | 'anew' | 'close' }): LedgerNow | null {
  const { deed } = args;
  if (deed !== 'read') simulation.closeLedger();
  if (deed === 'close') return null;
  const books = simulation.energyLedger();
  const { time, ledgerSince } = simulation;
  return { since: ledgerSince ?? time, time, books };
}
