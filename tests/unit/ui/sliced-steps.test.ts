import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { openLabInNode } from '../../fixtures/lab-in-node';

afterEach(() => vi.unstubAllGlobals());

/** With a real clock: slices are measured. */
function openLab() {
  const lab = openLabInNode();
  vi.restoreAllMocks();
  return lab;
}

describe('many steps', () => {
  test('give the same bits as in one call', async () => {
    const lab = openLab();
    await lab.send({ type: 'scene', scene: 'chain' });
    await lab.step(1000);
    const simulation = createSimulation({ scene: 'chain', kernel: 'js' });
    simulation.step(1000);
    expect([lab.frame.status.stepCount, await lab.engine.hash()]).toEqual([1000, simulation.hash()]);
  });

  for (const what of ['reset', 'pause', 'Cancel'] as const) {
    test(`end by ${what}, and say how many were made`, async () => {
      const lab = openLab();
      await lab.send({ type: 'scene', scene: 'chain' });
      const stepping = lab.step(1e12).then(
        () => 'done',
        (error: Error) => error.message,
      );
      const progress = () => lab.messages.list.find(({ text }) => text.endsWith('of 1,000,000,000,000 steps.'));
      const begun = () => (what === 'Cancel' ? progress() : lab.frame.status.stepCount > 0);
      while (!begun()) await new Promise((resolve) => setTimeout(resolve));
      if (what === 'reset') await lab.reset();
      else if (what === 'pause') lab.pause();
      else progress()?.actions?.[0].act?.();
      expect(await stepping).toMatch(/^stopped after \d+ of 1000000000000 steps$/);
      expect(progress()).toBeUndefined();
      await lab.reset();
      expect(lab.frame.status.stepCount).toBe(0);
      await lab.step(100);
      expect(lab.frame.status.stepCount).toBe(100);
    });
  }

  test('end at a blow-up', async () => {
    const lab = openLab();
    await lab.send({ type: 'scene', scene: 'chain', params: { stiffness: 1e9 } });
    await lab.step(1e12);
    expect(lab.frame.status.blowUp).not.toBeNull();
  });
});
