import { createLiveLimit, createSimulation, INTEGRATORS } from '../../../src/physics';
import { BUILT_IN } from '../../../src/physics/registry';
import { saveCheckpoint } from '../../../src/physics/run/save-checkpoint';
import { startRun } from '../../../src/physics/run/start-run';
import { advance, explicitCloth } from '../cloth';
import type { Report, Suite } from '../report';
import { interleave } from '../timing';

const ROUNDS = 12;
/** Steps between two checks for a blow-up, and between two checkpoints. */
const EVERY = 16;
/** The bars refer to the JavaScript kernel; on the fastest one the share is larger. */
const KERNELS = ['js', 'auto'] as const;

/** Work that always runs in addition to the steps. */
export const upkeep: Suite = {
  id: 'upkeep',
  about: 'work in addition to the steps: blow-up detector, live stability limit, recording',
  run(report) {
    blowUpDetector(report);
    liveLimit(report);
    recording(report);
  },
};

/** Additional cost of a step with a check. */
function blowUpDetector(report: Report): void {
  const rows = KERNELS.map((kernel) => {
    const simulation = explicitCloth(128, 'symplectic-euler', { kernel });
    const time = interleave(8 * ROUNDS, {
      withoutCheck: () => advance(simulation, EVERY - 1),
      withCheck: () => advance(simulation, 1),
    });
    const step = time.withoutCheck / (EVERY - 1);
    const check = time.withCheck - step;
    return { kernel: simulation.kernel, 'ms per step': step, 'ms per check': check, share: check / (EVERY * step) };
  });
  addBar(report, 'blow-up detector / steps, js', rows[0].share, 0.05);
  report.tables.push({ title: 'Cloth 128×128, a check for blow-ups every 16 steps', rows });
}

/** Cost of a search for the stability limit every 300 ms, relative to the steps in this time, at 32×32. */
function liveLimit(report: Report): void {
  const rows = KERNELS.map((kernel) => {
    const simulation = createSimulation({ kernel });
    const { world, state, params } = simulation;
    const steps = Math.round(0.3 / params.dt);
    const limit = createLiveLimit(world);
    const [method] = INTEGRATORS.filter(({ id }) => id === simulation.integrator);
    const time = interleave(ROUNDS, {
      steps: () => advance(simulation, 2 * EVERY),
      // Two searches: the second one starts from the eigenvector of the first.
      searches: () => {
        for (let i = 0; i < 2; i++) limit(state, method, false);
      },
    });
    const [step, search] = [time.steps / (2 * EVERY), time.searches / 2];
    return {
      kernel: simulation.kernel,
      'ms per step': step,
      'steps between searches': steps,
      'ms per search': search,
      share: search / (steps * step),
    };
  });
  addBar(report, 'live stability limit / steps, js', rows[0].share, 0.05);
  report.tables.push({ title: 'Cloth 32×32 in real time, the limit found three times a second', rows });
}

/** A recording consists of checkpoints, which are thinned out when the memory is full. */
function recording(report: Report): void {
  const count = 40;
  const run = startRun({ scene: 'cloth' }, BUILT_IN, () => {});
  const rows = KERNELS.map((kernel) => {
    const simulation = explicitCloth(32, 'symplectic-euler', { kernel });
    const time = interleave(8 * ROUNDS, {
      steps: () => advance(simulation, 2 * EVERY),
      checkpoints: () => {
        for (let i = 0; i < count; i++) {
          run.stepCount += EVERY;
          saveCheckpoint(run);
        }
      },
    });
    const [step, checkpoint] = [time.steps / (2 * EVERY), time.checkpoints / count];
    return {
      kernel: simulation.kernel,
      'ms per step': step,
      'ms per checkpoint': checkpoint,
      share: checkpoint / (EVERY * step),
    };
  });
  addBar(report, 'recording / steps, js', rows[0].share, 0.03);
  report.tables.push({ title: 'Cloth 32×32, recording every 16 steps', rows });
}

function addBar(report: Report, name: string, value: number, bar: number): void {
  report.bars.push({ name, value, direction: 'at most', bar });
}
