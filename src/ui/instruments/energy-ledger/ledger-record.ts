import type { LedgerNow } from '../../../runtime/queries/ledger';
import { flowsOf, turnoverOf } from './ledger-accounts';

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
  add(now: LedgerNow): void;
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
    add({ since: opened, time, books }) {
      const flows = flowsOf(books);
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
