import type { Simulation } from '../../../src/physics';
import { byHand } from '../by-hand';
import { advance, explicitCloth } from '../cloth';
import type { Suite } from '../report';
import { interleave } from '../timing';

const ROUNDS = 12;
/** Steps per timing. */
const STEPS = 32;

/** The JavaScript kernel against loops written by hand that do exactly the same. */
export const engine: Suite = {
  id: 'engine',
  about: 'the JavaScript kernel against loops written by hand',
  run(report) {
    const rows = (['symplectic-euler', 'rk4'] as const).map((integrator) => {
      const simulation = explicitCloth(128, integrator, { kernel: 'js' }, { dt: 5e-5 });
      const hand = byHand(simulation);
      const step = integrator === 'rk4' ? hand.rk4 : hand.symplecticEuler;
      const time = interleave(ROUNDS, {
        engine: () => advance(simulation, STEPS),
        hand: () => {
          for (let i = 0; i < STEPS; i++) step();
        },
      });
      assertAlike(simulation, hand.v);
      const value = time.engine / time.hand;
      const bar = integrator === 'rk4' ? 1.15 : 1.25;
      report.bars.push({ name: `${integrator}, js: engine / by hand`, value, direction: 'at most', bar });
      const perSpring = (ms: number) => (1e6 * ms) / (STEPS * simulation.springCount);
      return { integrator, engine: perSpring(time.engine), 'by hand': perSpring(time.hand), ratio: value };
    });
    report.tables.push({
      title: 'Cloth 128×128, kernel js, ns per spring and step, against loops written by hand',
      rows,
    });
  },
};

/** Compares the results, because a loop that does less would be no fair comparison. The fastest modes amplify rounding. */
function assertAlike({ state }: Simulation, v: Float32Array): void {
  const speed = rootMeanSquare(v);
  const error = rootMeanSquare(v.map((value, i) => value - state.velocities[i]));
  if (!(speed > 0.05 && error < 0.01 * speed)) {
    throw new Error(`engine and hand-written loop differ by ${error} m/s, of ${speed} m/s`);
  }
}

const rootMeanSquare = (x: Float32Array) => Math.sqrt(x.reduce((sum, value) => sum + value * value, 0) / x.length);
