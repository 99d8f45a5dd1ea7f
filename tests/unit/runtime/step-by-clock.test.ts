import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { stepByClock } from '../../../src/runtime/host/pacing';
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
    expect([lab.frame.status.stepCount, await lab.host.session.hash()]).toEqual([1000, simulation.hash()]);
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

describe('a slice', () => {
  /** Sizes of the slices of steps that take so many ms, which `act` may change between two slices. */
  async function slices(
    count: number,
    cost: { ms: number },
    act: (done: number) => { isEnded?: boolean; changes?: number },
  ) {
    let now = 0;
    const sizes: number[] = [];
    const step = (steps: number) => {
      sizes.push(steps);
      now += steps * cost.ms;
      return true;
    };
    let changes = 0;
    let isEnded = false;
    const work = stepByClock(
      () => now,
      step,
      count,
      () => changes,
      () => isEnded,
    );
    let next = await work.next();
    for (; !next.done; next = await work.next()) {
      const acted = act(next.value);
      changes += acted.changes ?? 0;
      isEnded = acted.isEnded ?? false;
    }
    return { done: next.value, sizes };
  }

  test('has one step where a step takes seconds, and some 50 ms of steps else', async () => {
    expect((await slices(5, { ms: 3000 }, () => ({}))).sizes).toEqual([1, 1, 1, 1, 1]);
    expect((await slices(1000, { ms: 0.5 }, () => ({}))).sizes.slice(0, 6)).toEqual([1, 4, 16, 64, 100, 100]);
  });

  test('is the last one where steps are ended after it', async () => {
    expect(await slices(1e5, { ms: 0.01 }, (done) => ({ isEnded: done >= 100 }))).toEqual({
      done: 341,
      sizes: [1, 4, 16, 64, 256],
    });
  });

  test('has one step again after a command, which may have made steps slow', async () => {
    const cost = { ms: 0.01 };
    const { sizes } = await slices(1e5, cost, (done) => {
      if (done < 1000 || cost.ms > 1) return { isEnded: cost.ms > 1 };
      cost.ms = 100;
      return { changes: 1 };
    });
    expect(sizes.slice(-2)).toEqual([1024, 1]);
  });
});
