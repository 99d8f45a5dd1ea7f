import { expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { searchEquilibrium } from '../../../src/physics/statics/equilibrium/equilibrium';
import { createSearch } from '../../../src/physics/statics/equilibrium/search';
import type { World } from '../../../src/physics/world/world';

/** Products with K in a Newton step. Conjugate gradients took 2,000 where surfaces held other particles than their preconditioner knew. */
const MOST = 100;

test('a Newton step of a cloth that friction holds on a ball takes few products with the matrix', () => {
  const params = { rows: 10, columns: 10 };
  const { world, state } = createSimulation({ scene: 'cloth-on-sphere', precision: 'double', params });
  let products = 0;
  const counted: World = Object.create(world, {
    addDerivatives: {
      value: (...values: Parameters<World['addDerivatives']>) => {
        products++;
        world.addDerivatives(...values);
      },
    },
  });
  const work = searchEquilibrium(counted, createSearch(counted, state));
  let most = 0;
  let before = { products: 0, steps: 0, motion: 0 };
  let slice = work.next();
  for (; !slice.done; slice = work.next()) {
    const { steps, motion } = slice.value;
    // Slices of damped motion count as steps of motion.
    if (steps > before.steps && motion === before.motion && motion > 0) {
      most = Math.max(most, products - before.products);
    }
    before = { products, steps, motion };
  }
  expect(slice.value.found).toBe(true);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(MOST);
});
