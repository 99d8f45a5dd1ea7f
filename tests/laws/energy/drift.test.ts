// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import { createSimulation, stabilityLimit } from '../../../src/physics';
import { createLedgerRecord } from '../../../src/ui/instruments/energy-ledger/ledger-record';
import { everyNth } from '../../fixtures/run-length';

/** Springs that swing without end: nothing touches them, and no wind blows. */
const SCENES = [
  'three-springs',
  'catenary',
  'two-bodies',
  'damped-oscillator',
  'chain',
  'cloth-flat',
  'cloth-floating',
];
/** s; of a run, and between two readings. */
const [TIME, PERIOD] = [6, 0.04];

/** How many of the readings in an undamped run after a throw say that energy of the method drifts. @param share of symplectic Euler’s limit */
function driftingReadings(scene: string, integrator: string, share: number): number {
  const undamped = { damping: 0, drag: 0, decay: 0, stopOnBlowUp: 0, rows: 6, columns: 6 };
  const open = (dt?: number) =>
    createSimulation({ scene, integrator, precision: 'double', params: dt ? { ...undamped, dt } : undamped });
  const simulation = open(share * stabilityLimit(open(), 'symplectic-euler').dt);
  simulation.apply({ type: 'throw' });
  const record = createLedgerRecord();
  const readings: boolean[] = [];
  while (simulation.time < TIME) {
    simulation.step(Math.max(1, Math.round(PERIOD / simulation.params.dt)));
    record.add({ since: 0, time: simulation.time, accounts: simulation.energyLedger() });
    if (record.band) readings.push(record.band.drifts);
  }
  return readings.filter(Boolean).length / readings.length;
}

describe('energy that the method makes', () => {
  const pairs = SCENES.flatMap((scene) => ['symplectic-euler', 'velocity-verlet'].map((id) => [scene, id] as const));
  test.each(everyNth(5, pairs))('does not drift in %s under %s', { tags: ['sampled'] }, (scene, id) => {
    // A slow swing looks like a drift until its period is over.
    expect(driftingReadings(scene, id, 0.4)).toBeLessThan(0.2);
  });

  test.each(everyNth(3, ['three-springs', 'damped-oscillator', 'two-bodies']))(
    'drifts in %s under explicit Euler',
    { tags: ['sampled'] },
    (scene) => {
      expect(driftingReadings(scene, 'explicit-euler', 0.01)).toBeGreaterThan(0.8);
    },
  );
});
