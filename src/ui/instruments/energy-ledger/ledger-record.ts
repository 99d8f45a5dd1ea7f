import type { EnergyLedger } from '../../../physics';
import type { Answer } from '../../../runtime/queries';

/** One account as it is drawn and told. */
export interface LedgerAccount {
  key: keyof EnergyLedger;
  label: string;
  /** One sentence: what is booked here. */
  help: string;
  /** +1 where a positive number says that energy has gone there, −1 where it says that energy has come from there. */
  side: 1 | -1;
  /** Of Okabe and Ito's, which eyes of every kind tell apart. */
  colour: string;
}

/** From the axis outwards: what is stored, what is lost as heat, what comes from outside, and the method at the very edge. */
export const LEDGER_ACCOUNTS: readonly LedgerAccount[] = [
  { key: 'kinetic', label: 'Motion', help: 'Kinetic energy, Σ½mv²', side: 1, colour: '#0072b2' },
  { key: 'elastic', label: 'Springs', help: 'Elastic energy, membrane’s too', side: 1, colour: '#56b4e9' },
  { key: 'gravity', label: 'Height', help: 'Energy of weight, Σmgy', side: 1, colour: '#009e73' },
  { key: 'damping', label: 'Heat', help: 'By dampers, drag, friction, impacts', side: 1, colour: '#d55e00' },
  { key: 'hand', label: 'Hand', help: 'Its work, with moving pins and wind', side: -1, colour: '#cc79a7' },
  {
    key: 'parameters',
    label: 'Changes',
    help: 'Jumps by numbers, pins, cuts',
    side: -1,
    colour: '#8d949c',
  },
  {
    key: 'numerical',
    label: 'The method',
    help: 'Made (+) or lost (−) by the integrator',
    side: -1,
    colour: '#f0e442',
  },
];

/** Of the stripes over the last one: what no law of nature accounts for looks like a warning. */
export const STRIPE = '#1b232c';

/** How much has gone to each account, J; what came from it is negative. They add up to 0. */
export function flowsOf(books: EnergyLedger): number[] {
  return LEDGER_ACCOUNTS.map(({ key, side }) => side * books[key] + 0);
}

/** All that has gone somewhere, and so all that has come from somewhere, J. */
export function turnoverOf(flows: readonly number[]): number {
  return flows.reduce((sum, flow) => sum + Math.max(0, flow), 0);
}

/** The books at one time. */
export interface LedgerPoint {
  /** s. */
  time: number;
  /** J; see `flowsOf`. */
  flows: number[];
}

/** Points that are kept, at most: of twice as many every second one goes. */
const MOST = 2000;

/** The books over simulated time, as far as they are open. */
export interface LedgerRecord {
  /** Ascending in time. */
  readonly points: readonly LedgerPoint[];
  /** J; the largest turnover that there has been. */
  readonly largest: number;
  /** Of a time that has been before, what came after it is taken back; of other books, everything. */
  add(now: NonNullable<Answer<'ledger'>>): void;
}

export function createLedgerRecord(): LedgerRecord {
  let points: LedgerPoint[] = [];
  let since = Number.NaN;
  let largest = 0;

  return {
    get points() {
      return points;
    },
    get largest() {
      return largest;
    },
    add({ since: opened, time, accounts }) {
      const flows = flowsOf(accounts);
      if (!flows.every(Number.isFinite)) return;
      const last = points.at(-1);
      if (last && (opened !== since || last.time >= time)) {
        points = opened === since ? points.filter((point) => point.time < time) : [];
        largest = Math.max(0, ...points.map((point) => turnoverOf(point.flows)));
      }
      since = opened;
      points.push({ time, flows });
      largest = Math.max(largest, turnoverOf(flows));
      if (points.length > MOST) points = points.filter((_, i) => i % 2 === 0 || i === points.length - 1);
    },
  };
}
