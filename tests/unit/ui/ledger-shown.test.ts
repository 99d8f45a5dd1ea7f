import { describe, expect, test } from 'vitest';
import type { EnergyLedger } from '../../../src/physics';
import { createLedgerRecord, flowsOf, turnoverOf } from '../../../src/ui/instruments/energy-ledger/ledger-record';
import { column, remainderInWords, swingInWords } from '../../../src/ui/instruments/energy-ledger/ledger-text';

const EMPTY: EnergyLedger = { kinetic: 0, elastic: 0, gravity: 0, hand: 0, damping: 0, parameters: 0, numerical: 0 };
const BOOKS: EnergyLedger = { ...EMPTY, kinetic: 2, gravity: -3, hand: 4, damping: 2.5, numerical: -2.5 };

describe('what the ledger shows', () => {
  test('is two stacks that are equally high', () => {
    const flows = flowsOf(BOOKS);
    expect(flows.reduce((sum, flow) => sum + flow, 0)).toBe(0);
    expect(turnoverOf(flows)).toBe(7);
  });

  test('goes back where time goes back, and begins anew with other accounts', () => {
    const record = createLedgerRecord();
    const times = () => record.points.map(({ time }) => time);
    for (const time of [1, 2, 3]) record.add({ since: 1, time, accounts: time === 3 ? BOOKS : EMPTY });
    expect(times()).toEqual([1, 2, 3]);
    expect(record.largest).toBe(7);
    record.add({ since: 1, time: 2, accounts: EMPTY });
    expect(times()).toEqual([1, 2]);
    expect(record.largest).toBe(0);
    record.add({ since: 1, time: 2.5, accounts: { ...EMPTY, kinetic: Number.NaN } });
    expect(times()).toEqual([1, 2]);
    record.add({ since: 5, time: 5, accounts: EMPTY });
    expect(times()).toEqual([5]);
  });

  test('stays bounded, with the first point and the last', () => {
    const record = createLedgerRecord();
    for (let time = 0; time < 20_000; time++) record.add({ since: 0, time, accounts: EMPTY });
    expect(record.points.length).toBeLessThanOrEqual(2000);
    expect(record.points[0].time).toBe(0);
    expect(record.points.at(-1)?.time).toBe(19_999);
  });

  test('says in words who made or lost how much', () => {
    expect(remainderInWords(0.31, 2.6, 2.4)).toBe(
      'The method has made 310 mJ out of nothing in 2.4 s: 12 % of all that has moved (2.6 J).',
    );
    expect(remainderInWords(-0.31, 2.6, 2.4)).toMatch(/^The method has lost 310 mJ in 2.4 s: 12 %/);
    expect(remainderInWords(-1e-6, 2.6, 2.4)).toMatch(/^The books balance: .* lost/);
    expect(remainderInWords(0, 0, 0)).toMatch(/nothing has moved/);
    const swing = { omega: 2 * Math.PI, kept: 0.61, exact: 0.9987, alone: 1.2 };
    expect(swingInWords('Implicit Euler', swing)).toBe(
      'Implicit Euler keeps 61 % of the energy of the slowest swing (1 Hz) each second; exactly it would be 99.87 %. By itself, with nothing else to damp it, the method makes 120 % of it.',
    );
    expect(swingInWords('Explicit Euler', { ...swing, kept: 40, alone: 1 })).toMatch(
      /multiplies by 40 the energy .* keeps 100 % of it\.$/,
    );
  });

  test('has numbers in one unit, with their signs', () => {
    expect(column([0.0123, -0.5, 0])).toEqual({ unit: 'J', texts: ['+0.012', '−0.500', '0.000'] });
    expect(column([0.0123, -0.00005])).toEqual({ unit: 'mJ', texts: ['+12.30', '−0.05'] });
    expect(column([0, 0])).toEqual({ unit: 'J', texts: ['0.000', '0.000'] });
  });
});
