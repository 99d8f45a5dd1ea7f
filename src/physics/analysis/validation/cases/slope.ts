import { createSimulation } from '../../../simulation';
import { sheetFile } from '../sheet-file';
import { netStrip } from '../strip-mesh';
import type { ValidationCase } from '../validation-case';

const FRICTION = 0.5;
const DEGREE = Math.PI / 180;
/** Degrees; where the search begins: it rests, and it slips. */
const [RESTS, SLIPS] = [20, 35];
const HALVINGS = 10;
/** s; of a step, and number of steps. */
const [STEP, STEPS] = [2e-3, 100];
/** m: a sheet that has moved farther slips. */
const MOVED = 1e-5;

/** A sheet on a slope begins to slip where the slope is as steep as friction holds. */
export const slope: ValidationCase = {
  id: 'slope',
  label: 'Slip on a slope',
  quantity: 'angle at which a sheet slips, °',
  about:
    'A sheet lies on a slope with friction μ = 0.5. It rests up to a certain angle, and slips on steeper slopes. The reference is arctan μ, for any sheet.',
  tolerance: () => 0.005,
  *measure({ cells, mesh }) {
    let [low, high] = [RESTS, SLIPS];
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (low + high) / 2;
      const angle = middle * DEGREE;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const count = Math.round(cells / 5);
      const file = sheetFile({
        mesh: netStrip(count, count, 0.2 / count, mesh === 'net' ? 'right' : 'alternating'),
        place: (x, y) => [c * x, -s * x, y],
        density: 0.2,
        stretch: 100,
      });
      file.planes = [{ point: [0, 0, 0], normal: [s, c, 0], restitution: 0, friction: FRICTION }];
      file.integrator = 'implicit-euler';
      file.params = { ...file.params, gravity: 9.81, dt: STEP, cgTolerance: 1e-8 };
      const simulation = createSimulation({ scene: file, precision: 'double', kernel: 'js' });
      simulation.step(STEPS);
      yield null;
      const [x] = simulation.particle(0).position;
      if (x < MOVED) low = middle;
      else high = middle;
    }
    return [{ label: 'angle', value: (low + high) / 2, reference: Math.atan(FRICTION) / DEGREE }];
  },
};
