import { createSimulation } from '../../../simulation';
import { sheetFile } from '../sheet-file';
import { netStrip } from '../strip-mesh';
import type { Measured, ValidationCase } from '../validation-case';

/** kg/m², N·s/m³, m/s². */
const [DENSITY, DRAG, G] = [0.2, 0.5, 9.81];
/** s; in which the speed comes nearer to the terminal one by a factor e. */
const TIME = DENSITY / DRAG;
const TERMINAL = G * TIME;
/** Steps in this time. */
const STEPS = 50;
const TIMES = [1, 10];

/** A flat sheet falls in air. */
export const terminalFall: ValidationCase = {
  id: 'terminal-fall',
  label: 'Fall of a flat sheet in air',
  quantity: 'speed over the terminal speed w g/c',
  about:
    'A flat sheet of the weight w g by area falls with air drag c by area. Its speed is w g/c (1 − exp(−c t/w)), the same for every net.',
  tolerance: () => 1e-4,
  *measure({ cells, mesh }) {
    const file = sheetFile({
      mesh: netStrip(cells, cells, 1 / cells, mesh === 'net' ? 'right' : 'alternating'),
      place: (x, y) => [x, 0, y],
      density: DENSITY,
      stretch: 1,
    });
    file.integrator = 'rk4';
    file.params = { ...file.params, gravity: G, airDrag: DRAG, dt: TIME / STEPS };
    const simulation = createSimulation({ scene: file, precision: 'double', kernel: 'js' });
    const measured: Measured[] = [];
    for (const time of TIMES) {
      while (simulation.stepCount < time * STEPS) {
        simulation.step(Math.min(10, time * STEPS - simulation.stepCount));
        yield null;
      }
      const speeds = [0, simulation.particleCount >> 1].map((i) => -simulation.particle(i).velocity[1]);
      const mean = (speeds[0] + speeds[1]) / 2;
      measured.push({ label: `after ${time} w/c`, value: mean / TERMINAL, reference: 1 - Math.exp(-time) });
    }
    return measured;
  },
};
