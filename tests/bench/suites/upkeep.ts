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
/** Of the plain kernel are what is promised; beside the fastest one the same upkeep weighs more. */
const KERNELS = ['js', 'auto'] as const;

/** What always runs beside the steps. */
export const upkeep: Suite = {
  id: 'upkeep',
  about: 'what always runs beside the steps: the watch for blow-ups, the limit meter, the recording',
  run(report) {
    blowUpWatch(report);
    liveLimit(report);
    recording(report);
  },
};

/** What a step with a look costs beyond the others. */
function blowUpWatch(report: Report): void {
  const rows = KERNELS.map((kernel) => {
    const simulation = explicitCloth(128, 'symplectic-euler', { kernel });
    const time = interleave(8 * ROUNDS, {
      unwatched: () => advance(simulation, EVERY - 1),
      watched: () => advance(simulation, 1),
    });
    const step = time.unwatched / (EVERY - 1);
    const look = time.watched - step;
    return { kernel: simulation.kernel, 'ms per step': step, 'ms per look': look, share: look / (EVERY * step) };
  });
  promise(report, 'looking for blow-ups / steps, js', rows[0].share, 0.05);
  report.tables.push({ title: 'Cloth 128×128, looking for blow-ups every 16 steps', rows });
}

/** The meter looks for the limit every 300 ms at most: what that costs beside the steps of as long a time, at 32×32. */
function liveLimit(report: Report): void {
  const rows = KERNELS.map((kernel) => {
    const simulation = createSimulation({ kernel });
    const { world, state, params } = simulation;
    const steps = Math.round(0.3 / params.dt);
    const look = createLiveLimit(world);
    const [method] = INTEGRATORS.filter(({ id }) => id === simulation.integrator);
    const time = interleave(ROUNDS, {
      steps: () => advance(simulation, 2 * EVERY),
      // Two looks make a round: the second one goes on where the first has left off.
      looks: () => {
        for (let i = 0; i < 2; i++) look(state, method, false);
      },
    });
    const [step, one] = [time.steps / (2 * EVERY), time.looks / 2];
    return {
      kernel: simulation.kernel,
      'ms per step': step,
      'steps between looks': steps,
      'ms per look': one,
      share: one / (steps * step),
    };
  });
  promise(report, 'looking for the limit / steps, js', rows[0].share, 0.05);
  report.tables.push({ title: 'Cloth 32×32 in real time, the limit found three times a second', rows });
}

/** A recording is made of checkpoints, thinned out when the memory is full. */
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
  promise(report, 'recording / steps, js', rows[0].share, 0.03);
  report.tables.push({ title: 'Cloth 32×32, recording every 16 steps', rows });
}

function promise(report: Report, name: string, value: number, bar: number): void {
  report.bars.push({ name, value, direction: 'at most', bar });
}
