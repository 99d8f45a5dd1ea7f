import { createLiveLimit, createSimulation, INTEGRATORS, type Simulation } from '../../src/physics';
import { keepCopy } from '../../src/physics/keep-copy';
import { startRun } from '../../src/physics/run';
import { byHand } from './by-hand';
import type { Report } from './report';
import { duration, interleave } from './timing';

const ROUNDS = 12;
/** Steps in one timing of an explicit method. */
const STEPS = 32;

/** The default cloth at another resolution, as heavy as ever; so small a dt that no method blows up meanwhile. */
function cloth(size: number, integrator: string, params: Record<string, number> = {}): Simulation {
  return createSimulation({
    scene: 'cloth',
    integrator,
    params: { rows: size, columns: size, mass: 0.2 / (size * size), dt: 2e-6, ...params },
  });
}

function advance(simulation: Simulation, steps: number): void {
  if (!simulation.step(steps).ok) throw new Error(`${simulation.integrator} blew up while it was timed`);
}

/** ns per spring and step, of ms for STEPS. */
const perSpring = (ms: number, simulation: Simulation) => (1e6 * ms) / (STEPS * simulation.springCount);

/** The engine against loops written for the purpose, which do the same and no more. */
export function againstByHand(report: Report): void {
  const rows = (['symplectic-euler', 'rk4'] as const).map((integrator) => {
    const simulation = cloth(128, integrator, { dt: 5e-5 });
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
    report.bars.push({ name: `${integrator}, engine / by hand`, value, atMost: integrator === 'rk4' ? 1.15 : 1.25 });
    return {
      integrator,
      engine: perSpring(time.engine, simulation),
      'by hand': perSpring(time.hand, simulation),
      ratio: value,
    };
  });
  report.tables.push({ title: 'Cloth 128×128, ns per spring and step, against loops written by hand', rows });
}

/** A loop that does less than the engine would win for nothing. They differ by rounding, which the fastest modes carry on. */
function assertAlike({ state }: Simulation, v: Float32Array): void {
  const speed = rootMeanSquare(v);
  const error = rootMeanSquare(v.map((value, i) => value - state.velocities[i]));
  if (!(speed > 0.05 && error < 0.01 * speed)) {
    throw new Error(`engine and hand-written loop differ by ${error} m/s, of ${speed} m/s`);
  }
}

const rootMeanSquare = (x: Float32Array) => Math.sqrt(x.reduce((sum, value) => sum + value * value, 0) / x.length);

export function everyIntegrator(report: Report): void {
  const simulations = Object.values(INTEGRATORS)
    .filter(({ implicit }) => !implicit)
    .map(({ id }) => cloth(128, id));
  const time = interleave(
    ROUNDS / 2,
    Object.fromEntries(simulations.map((simulation) => [simulation.integrator, () => advance(simulation, STEPS)])),
  );
  report.tables.push({
    title: `Cloth 128×128, ${simulations[0].springCount} springs, explicit methods`,
    rows: simulations.map((simulation) => ({
      integrator: simulation.integrator,
      'ns per spring and step': perSpring(time[simulation.integrator], simulation),
      'ms per step': time[simulation.integrator] / STEPS,
    })),
  });
}

/** A swing under implicit methods, at a step no explicit one would survive. */
export function implicitSteps(report: Report): void {
  const implicit = Object.values(INTEGRATORS).filter((definition) => definition.implicit);
  // Newton's methods solve many times a step, and are measured where that is done within seconds.
  const rows = implicit.flatMap(({ id, newton }) =>
    (newton ? [32] : [32, 64, 128]).map((size) => {
      const simulation = cloth(size, id, { dt: 1 / 60, stiffness: 1000, bend: 0.2, cgIterations: 1000 });
      const steps = size === 128 ? 10 : 40;
      let iterations = 0;
      let most = 0;
      let shortest = Number.POSITIVE_INFINITY;
      let taken = 0;
      const all = duration(() => {
        while (taken < steps && !simulation.blowUp) {
          let count = 0;
          const time = duration(() => {
            count = simulation.step(1).iterations;
          });
          taken++;
          shortest = Math.min(shortest, count > 0 ? time / count : shortest);
          iterations += count;
          most = Math.max(most, count);
        }
      });
      return {
        integrator: id,
        cloth: `${size}×${size}`,
        steps: taken,
        'CG iterations': iterations / taken,
        'at most': most,
        'ms per step': all / taken,
        'ns per spring and iteration': (1e6 * shortest) / simulation.springCount,
      };
    }),
  );
  report.tables.push({ title: 'Cloth at k = 1000 N/m, dt = 1/60 s, CG to 1e-3', rows });
}

/** Blow-ups are looked for at every 16th step: what those cost beyond the others. */
export function blowUpWatch(report: Report): void {
  const every = 16;
  const simulation = cloth(128, 'symplectic-euler');
  const time = interleave(8 * ROUNDS, {
    unwatched: () => advance(simulation, every - 1),
    watched: () => advance(simulation, 1),
  });
  const step = time.unwatched / (every - 1);
  const look = time.watched - step;
  report.bars.push({ name: 'looking for blow-ups / steps', value: look / (every * step), atMost: 0.05 });
  report.tables.push({
    title: 'Cloth 128×128, looking for blow-ups every 16 steps',
    rows: [{ 'ms per step': step, 'ms per look': look, share: look / (every * step) }],
  });
}

/** The meter looks for the limit every 300 ms at most: what that costs beside the steps of as long a time, at 32×32. */
export function liveLimit(report: Report): void {
  const simulation = createSimulation();
  const { world, state, params } = simulation;
  const steps = Math.round(0.3 / params.dt);
  const look = createLiveLimit(world);
  const [method] = INTEGRATORS.filter(({ id }) => id === simulation.integrator);
  // Two looks make a round: the second one goes on where the first has left off.
  const looks = () => {
    for (let i = 0; i < 2; i++) look(state, method, false);
  };
  const time = interleave(ROUNDS, { steps: () => advance(simulation, STEPS), looks });
  const [step, one] = [time.steps / STEPS, time.looks / 2];
  report.bars.push({ name: 'looking for the limit / steps', value: one / (steps * step), atMost: 0.05 });
  report.tables.push({
    title: 'Cloth 32×32 in real time, the limit found three times a second',
    rows: [{ 'ms per step': step, 'steps between looks': steps, 'ms per look': one, share: one / (steps * step) }],
  });
}

/** A run is recorded in copies at every 16th step, thinned out where the memory is full. */
export function recording(report: Report): void {
  const every = 16;
  const copies = 40;
  const simulation = cloth(32, 'symplectic-euler');
  const run = startRun({ scene: 'cloth' });
  const time = interleave(8 * ROUNDS, {
    steps: () => advance(simulation, STEPS),
    copies: () => {
      for (let i = 0; i < copies; i++) {
        run.stepCount += every;
        keepCopy(run, true, 0);
      }
    },
  });
  const step = time.steps / STEPS;
  const copy = time.copies / copies;
  report.bars.push({ name: 'recording / steps', value: copy / (every * step), atMost: 0.03 });
  report.tables.push({
    title: 'Cloth 32×32, recording every 16 steps',
    rows: [{ 'ms per step': step, 'ms per copy': copy, share: copy / (every * step) }],
  });
}
