import { createSimulation, INTEGRATORS, stabilityLimit } from '../../../src/physics';
import { findStabilityLimit } from '../../../src/physics/analysis/stability/stability-limit';
import { unlikeNet } from '../../fixtures/unlike-net';
import type { Suite } from '../report';

const SIZES = [8, 12, 20, 32];
const METHODS = ['explicit-euler', 'midpoint', 'velocity-verlet', 'rk3', 'rk4'];

/** The bound of the limit that is known at once, and the limit that Krylov spaces find. */
export const limit: Suite = {
  id: 'limit',
  about: 'the stability limit of nets of unlike masses, springs and dampers',
  run(report) {
    const rows = SIZES.flatMap((size) =>
      METHODS.map((id) => {
        const simulation = createSimulation({ scene: unlikeNet(size, size), precision: 'double' });
        const { world, state } = simulation;
        const method = INTEGRATORS.filter((one) => one.id === id)[0];
        const start = performance.now();
        const bound = findStabilityLimit(world, state, method);
        const middle = performance.now();
        const found = stabilityLimit(simulation, method);
        const end = performance.now();
        return {
          net: `${size}×${size}`,
          method: method.label,
          'bound, ms': bound.isBound ? 1000 * bound.dt : '–',
          'limit, ms': `${found.isBound ? '≥ ' : ''}${(1000 * found.dt).toPrecision(3)}`,
          'bound / limit': bound.isBound ? bound.dt / found.dt : '–',
          'seconds for the bound': (middle - start) / 1000,
          'seconds for both': (end - middle) / 1000,
        };
      }),
    );
    report.tables.push({ title: 'The longest stable step with unlike masses, springs and dampers', rows });
  },
};
