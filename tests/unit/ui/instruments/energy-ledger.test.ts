import { describe, expect, test } from 'vitest';
import type { EnergyLedger } from '../../../../src/physics';
import { createLedgerRecord, flowsOf, turnoverOf } from '../../../../src/ui/instruments/energy-ledger/ledger-record';
import { energyColumn, slowestModeText, summaryText } from '../../../../src/ui/instruments/energy-ledger/ledger-text';

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
    expect(summaryText(0.31, 2.6, 2.4)).toBe('The method added 310 mJ in 2.4 s: 12 % of the energy moved (2.6 J).');
    expect(summaryText(-0.31, 2.6, 2.4)).toMatch(/^The method removed 310 mJ in 2.4 s: 12 %/);
    expect(summaryText(-1e-6, 2.6, 2.4)).toMatch(/^Balanced: the method removed/);
    expect(summaryText(0, 0, 0)).toMatch(/no energy has moved/);
    expect(summaryText(0, 0, 0, true)).toMatch(/^The run has stopped at a blow-up/);
    const mode = { omega: 2 * Math.PI, kept: 0.61, exact: 0.9987, alone: 1.2 };
    expect(slowestModeText('Implicit Euler', mode)).toBe(
      'Implicit Euler keeps 61 % of the energy of the slowest mode (1 Hz) per second; exact: 99.87 %. Without physical damping it raises it to 120 %.',
    );
    expect(slowestModeText('Explicit Euler', { ...mode, kept: 40, alone: 1 })).toMatch(
      /multiplies the energy .* by 40 .* keeps 100 % of it\.$/,
    );
  });

  test('has numbers in one unit, with their signs', () => {
    expect(energyColumn([0.0123, -0.5, 0])).toEqual({ unit: 'J', texts: ['+0.012', '−0.500', '0.000'] });
    expect(energyColumn([0.0123, -0.00005])).toEqual({ unit: 'mJ', texts: ['+12.30', '−0.05'] });
    expect(energyColumn([0, 0])).toEqual({ unit: 'J', texts: ['0.000', '0.000'] });
  });
});
