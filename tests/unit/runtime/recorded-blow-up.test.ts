import { expect, test } from 'vitest';
import { diagonal } from '../../../src/physics';
import { createFrameReceiver } from '../../../src/runtime/frame/frame-message';
import { createSession } from '../../../src/runtime/host/session';

test('a recorded blow-up is drawn until it leaves the window, and then the last picture stays', () => {
  const session = createSession(() => 0);
  const { simulation } = session;
  session.runCommand({ type: 'scene', scene: 'taichi-grid', params: { stiffness: 1.5e5 } });
  session.playBlowUps(false);
  const page = createFrameReceiver();
  const n = simulation.particleCount;
  const home = diagonal(simulation.state, n);
  while (!simulation.blowUp) {
    simulation.step();
    page.receive(session.frame());
    expect(page.latest.showsState).toBe(true);
  }
  const { step } = simulation.blowUp;
  simulation.apply({ type: 'rewind', step: 1 });
  let held = 0;
  while (simulation.stepCount < step - 1) {
    simulation.step();
    const before = page.latest?.texels;
    page.receive(session.frame());
    const { texels, positions, showsState } = page.latest;
    if (showsState) {
      expect(positions).toEqual(texels.subarray(0, 4 * n));
      continue;
    }
    held++;
    expect(texels).toBe(before);
    expect(diagonal({ positions: texels }, n)).toBeLessThan(4 * 4 * home);
    expect(diagonal(simulation.state, n)).toBeGreaterThan(4 * home);
  }
  expect(held).toBeGreaterThan(1);
});
