import { expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { STIFF } from '../../../src/ui/first-visit/tour';

test('the cloth of the tour blows up soon after it is stiffened, at rest or in motion, and is stable with implicit Euler', () => {
  for (const time of [0.3, 6]) {
    const simulation = createSimulation();
    simulation.step(Math.round(time / simulation.params.dt));
    expect(simulation.blowUp).toBeNull();
    simulation.apply({ type: 'set', key: 'stiffness', value: STIFF });
    simulation.step(Math.round(1 / simulation.params.dt));
    expect(simulation.blowUp, `blown up within 1 s, stiffened after ${time} s`).not.toBeNull();
    simulation.apply({ type: 'integrator', id: 'implicit-euler' });
    simulation.apply({ type: 'set', key: 'dt', value: 1 / 60 });
    simulation.apply({ type: 'resume' });
    simulation.step(120);
    expect(simulation.blowUp).toBeNull();
  }
});

test('the cloth of the first picture moves from its first step on, and for seconds', () => {
  const simulation = createSimulation();
  const { dt } = simulation.params;
  /** Root mean square of the speed, m/s. */
  const speed = () => {
    let sum = 0;
    for (let i = 0; i < simulation.particleCount; i++) for (const v of simulation.particle(i).velocity) sum += v * v;
    return Math.sqrt(sum / simulation.particleCount);
  };
  simulation.step(Math.round(0.1 / dt));
  expect(speed()).toBeGreaterThan(0.3);
  simulation.step(Math.round(2.9 / dt));
  expect(speed()).toBeGreaterThan(0.05);
});
