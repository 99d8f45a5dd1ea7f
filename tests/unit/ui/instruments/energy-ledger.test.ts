import { describe, expect, test } from 'vitest';
import type { EnergyLedger } from '../../../../src/physics';
import { createLedgerRecord, flowsOf, turnoverOf } from '../../../../src/ui/instruments/energy-ledger/ledger-record';
import {
  energyColumn,
  isRounding,
  slowestModeText,
  summaryText,
} from '../../../../src/ui/instruments/energy-ledger/ledger-table';

const EMPTY: EnergyLedger = { kinetic: 0, elastic: 0, gravity: 0, hand: 0, damping: 0, parameters: 0, numerical: 0 };
const LEDGER: EnergyLedger = { ...EMPTY, kinetic: 2, gravity: -3, hand: 4, damping: 2.5, numerical: -2.5 };

describe('what the ledger shows', () => {
  test('is two stacks of equal height', () => {
    const flows = flowsOf(LEDGER);
    expect(flows.reduce((sum, flow) => sum + flow, 0)).toBe(0);
    expect(turnoverOf(flows)).toBe(7);
  });

  test('goes back when time goes back, and restarts with another ledger', () => {
    const record = createLedgerRecord();
    const times = () => record.points.map(({ time }) => time);
    for (const time of [1, 2, 3]) record.add({ since: 1, time, accounts: time === 3 ? LEDGER : EMPTY });
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

  test('says how much energy the method added or removed', () => {
    const ledger = { numerical: 0.31, turnover: 2.6, elapsed: 2.4, band: null, energy: 3, order: 1 };
    expect(summaryText(ledger)).toBe('The method added 310 mJ in 2.4 s: 12 % of the energy moved (2.6 J).');
    expect(summaryText({ ...ledger, numerical: -0.31 })).toMatch(/^The method removed 310 mJ in 2.4 s: 12 %/);
    expect(summaryText({ ...ledger, numerical: -1e-6 })).toMatch(/^Balanced: the method removed/);
    expect(isRounding(ledger)).toBe(false);
    // 0.459 µJ that moved in a cloth of 1.5 J at rest.
    expect(isRounding({ ...ledger, turnover: 4.59e-7, energy: 1.5 })).toBe(true);
    expect(isRounding({ ...ledger, turnover: 0, energy: 0 })).toBe(true);
    const mode = { omega: 2 * Math.PI, kept: 0.61, exact: 0.9987, alone: 1.2 };
    expect(slowestModeText('Implicit Euler', mode)).toBe(
      'Implicit Euler keeps 61 % of the energy of the slowest mode (1 Hz) per second; exact: 99.87 %. Without physical damping it raises this energy to 120 %.',
    );
    expect(slowestModeText('Explicit Euler', { ...mode, kept: 40, alone: 1 })).toMatch(
      /multiplies the energy .* by 40 .* keeps 100 % of this energy\.$/,
    );
  });

  test.each([
    [
      'stays in a band',
      (t: number) => 0.2 + 0.05 * Math.sin(7 * t),
      'It does not drift: in the last 5 s it stayed between',
    ],
    ['is lost more and more', (t: number) => -0.1 * t, 'It drifts: in the last 5 s it went from −500 mJ to −1 J.'],
    [
      'is made and stays',
      (t: number) => Math.min(0.3, t),
      'It does not drift: in the last 5 s it stayed between 300 mJ and 300 mJ.',
    ],
  ])('says of energy of the method that %s whether it drifts', (_, numerical, says) => {
    const record = createLedgerRecord();
    for (let i = 0; i <= 200; i++) {
      record.add({
        since: 0,
        time: i / 20,
        accounts: { ...EMPTY, kinetic: 2, hand: 2 - numerical(i / 20), numerical: numerical(i / 20) },
      });
    }
    const ledger = {
      numerical: numerical(10),
      turnover: record.largest,
      elapsed: 10,
      band: record.band,
      energy: 2,
      order: 1,
    };
    expect(summaryText(ledger)).toContain(says);
    expect(summaryText(ledger)).toMatch(/half the dt makes it about 2 times smaller, or more \(order 1\)\.$/);
  });

  test('has numbers in one unit, with their signs', () => {
    expect(energyColumn([0.0123, -0.5, 0])).toEqual({ unit: 'J', texts: ['+0.012', '−0.500', '0.000'] });
    expect(energyColumn([0.0123, -0.00005])).toEqual({ unit: 'mJ', texts: ['+12.30', '−0.05'] });
    expect(energyColumn([0, 0])).toEqual({ unit: 'J', texts: ['0.000', '0.000'] });
  });
});
