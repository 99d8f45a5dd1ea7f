import { expect, test } from 'vitest';
import { createSimulation, diagonal } from '../../../src/physics';
import { createBurstFrame } from '../../../src/runtime/frame/burst-frame';

test('a burst that is played again is drawn until it leaves the picture, and then as it was last', () => {
  const simulation = createSimulation({ scene: 'taichi-grid', params: { stiffness: 1.5e5 } });
  const picture = createBurstFrame(simulation);
  const home = diagonal(simulation.state, simulation.particleCount);
  while (!simulation.blowUp) {
    simulation.step();
    expect(picture()).toBeNull();
  }
  const { step } = simulation.blowUp;
  simulation.apply({ type: 'rewind', step: 1 });
  let held = 0;
  while (simulation.stepCount < step - 1) {
    simulation.step();
    const drawn = picture();
    if (!drawn) continue;
    held++;
    expect(diagonal({ positions: drawn }, simulation.particleCount)).toBeLessThan(4 * 4 * home);
    expect(diagonal(simulation.state, simulation.particleCount)).toBeGreaterThan(4 * home);
  }
  expect(held).toBeGreaterThan(1);
});
