import type { EnergyLedger } from '../../../physics';
import type { Answer } from '../../../runtime/queries';

/** How one account is shown. */
export interface LedgerAccount {
  key: keyof EnergyLedger;
  label: string;
  /** What the account contains. */
  help: string;
  /** +1 if a positive value means that energy went to the account, −1 if it came from there. */
  side: 1 | -1;
  /** A colour of Okabe and Ito, distinguishable with colour blindness. */
  color: string;
}

/** In the order of the bands from the axis outwards: stored energy, heat, external work, and the method's error. */
export const LEDGER_ACCOUNTS: readonly LedgerAccount[] = [
  { key: 'kinetic', label: 'Motion', help: 'Kinetic energy, Σ½mv²', side: 1, color: '#0072b2' },
  { key: 'elastic', label: 'Springs', help: 'Elastic energy of springs and membrane', side: 1, color: '#56b4e9' },
  { key: 'gravity', label: 'Gravity', help: 'Gravitational energy, Σmgy', side: 1, color: '#009e73' },
  { key: 'damping', label: 'Heat', help: 'Dissipated by damping, drag, friction, impacts', side: 1, color: '#d55e00' },
  { key: 'hand', label: 'Hand', help: 'Work of your hand, moving pins and wind', side: -1, color: '#cc79a7' },
  {
    key: 'parameters',
    label: 'Changes',
    help: 'Jumps by changed parameters, pins, cuts',
    side: -1,
    color: '#8d949c',
  },
  {
    key: 'numerical',
    label: 'The method',
    help: 'Added (+) or removed (−) by the integrator',
    side: -1,
    color: '#f0e442',
  },
];

/**
 * Color of the warning stripes over the method's band: this energy has no physical cause. It also edges the bands: each color has a
 * contrast of 3 to it, or, in the dark theme, to the page.
 */
export const STRIPE = '#1b232c';

/** Energy that went to each account, J; negative where it came from there. Their sum is 0. */
export function flowsOf(ledger: EnergyLedger): number[] {
  return LEDGER_ACCOUNTS.map(({ key, side }) => side * ledger[key] + 0);
}

/** The sum of all positive flows, J; it equals that of all negative ones. */
export function turnoverOf(flows: readonly number[]): number {
  return flows.reduce((sum, flow) => sum + Math.max(0, flow), 0);
}

/** The ledger at one time. */
export interface LedgerPoint {
  /** s. */
  time: number;
  /** Energy that went to each account, J; see `flowsOf`. */
  flows: number[];
}

/** The numerical account of the ledger over its last part, J. */
export interface Band {
  low: number;
  high: number;
  first: number;
  last: number;
  /** s; how long it is. */
  time: number;
  /** True if it goes on in one direction: the means of both halves differ by much of the range. */
  drifts: boolean;
}

const NUMERICAL = LEDGER_ACCOUNTS.findIndex(({ key }) => key === 'numerical');
/** Fewer points say nothing about a drift. */
const FEW = 20;
/** Of the range, the difference of the means of both halves from which on it is a drift: 0.5 of a straight line. */
const DRIFT = 0.35;
/** Of the amount, the range below which it is steady. */
const STEADY = 0.02;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Points kept at most; when there are more, every second one is dropped. */
const CAPACITY = 2000;

/** The ledger over simulated time since it was opened. */
export function createLedgerRecord() {
  let points: LedgerPoint[] = [];
  let since = Number.NaN;
  let largest = 0;

  return {
    /** Ascending in time. */
    get points() {
      return points;
    },
    /** The largest turnover so far, J. */
    get largest() {
      return largest;
    },
    /** The numerical account over the second half of the record; null with few points. */
    get band() {
      if (points.length < FEW) return null;
      const until = points[points.length - 1].time;
      const time = (until - points[0].time) / 2;
      const values = points.filter((point) => point.time >= until - time).map(({ flows }) => -flows[NUMERICAL]);
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const middle = values.length >> 1;
      const difference = mean(values.slice(middle)) - mean(values.slice(0, middle));
      const isWide = high - low > STEADY * Math.max(-low, high);
      const drifts = isWide && Math.abs(difference) > DRIFT * (high - low);
      return { low, high, first: values[0], last: values[values.length - 1], time, drifts };
    },
    /** Adds a point; removes points at its time or later, and all points of another ledger. */
    add({ since: opened, time, accounts }: NonNullable<Answer<'ledger'>>): void {
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
      if (points.length > CAPACITY) points = points.filter((_, i) => i % 2 === 0 || i === points.length - 1);
    },
  };
}
