import { beforeAll, beforeEach, expect, test } from 'vitest';
import { answered, type LabPage, openLab } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

const IMPOSSIBLE = [
  ['set', ['dt', -0.1], ['dt', '-0.1']],
  ['set', ['dt', 'short'], ['dt', '"short"']],
  ['set', ['stifness', 1], ['stifness']],
  ['set', ['scene', 'moon'], ['moon']],
  ['set', ['integrator', 'rk5'], ['rk5']],
  ['set', ['precision', 'half'], ['half']],
  ['send', [{ type: 'fly' }], ['fly']],
  ['send', [null], ['null']],
  ['send', [{ type: 'cut', spring: 1e9 }], ['1000000000']],
  ['send', [{ type: 'pin', particle: -1, pinned: true }], ['-1']],
  ['load', [{}], ['hooke']],
  ['load', ['cloth'], ['cloth']],
  ['step', [1.5], ['1.5']],
  ['step', [-1], ['-1']],
] as const;

describeBrowser('window.hooke', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ keep: true });
  });
  beforeEach(async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth' });
    await page.hooke('play');
  });

  test('runs exactly the requested number of steps', async () => {
    await page.hooke('pause');
    const { stepCount } = await page.state();
    await page.hooke('step', 17);
    const after = await page.state();
    expect(after.stepCount).toBe(stepCount + 17);
    expect(after.paused).toBe(true);
    await answered(page);
    expect((await page.state()).stepCount).toBe(stepCount + 17);
  });

  test('answers for the state after all steps that were asked for before', async () => {
    const [early, late] = await page.evaluate(async () => {
      const { hooke } = window;
      await hooke.pause();
      await hooke.reset();
      void hooke.step(40);
      const early = await hooke.hash();
      await hooke.reset();
      await hooke.step(40);
      return [early, await hooke.hash()];
    });
    expect(early).toBe(late);
  });

  test('shows each effect as soon as its promise resolves', async () => {
    const seen = await page.evaluate(async () => {
      const { hooke } = window;
      const all: unknown[] = [];
      await hooke.set('stiffness', 100);
      all.push(hooke.state().params.stiffness);
      await hooke.set('integrator', 'rk4');
      all.push(hooke.state().integrator);
      await hooke.set('scene', 'two-bodies');
      all.push(hooke.state().scene, hooke.state().particleCount);
      await hooke.send({ type: 'grab', particle: 1, target: [0, 0, 0] });
      all.push(hooke.state().held);
      await hooke.send({ type: 'release' });
      all.push(hooke.state().held);
      await hooke.pause();
      all.push(hooke.state().paused);
      await hooke.play();
      all.push(hooke.state().paused);
      await hooke.step(3);
      await hooke.reset();
      all.push(hooke.state().stepCount, hooke.state().time);
      return all;
    });
    expect(seen).toEqual([100, 'rk4', 'two-bodies', 2, 1, null, true, false, 0, 0]);
  });

  test('gives the place where a particle is drawn', async () => {
    await page.hooke('step', 1);
    const [left, right] = [await page.particle(0), await page.particle(31)];
    expect(left.screen[0]).toBeLessThan(right.screen[0]);
    expect(left.pinned).toBe(true);
    expect(left.mass).toBeCloseTo(0.2 / 1024, 6);
    await expect(page.particle(5000)).rejects.toThrow('5000');
  });

  test('rejects what is invalid with its name and value, on the page too, and nothing changes', async () => {
    await page.hooke('pause');
    const before = [await page.hooke('hash'), await page.state()];
    for (const [name, args, named] of IMPOSSIBLE) {
      const error = await page.hooke(name, ...args).then(
        () => 'nothing',
        (error: Error) => error.message,
      );
      for (const part of named) {
        expect(error, `${name} ${JSON.stringify(args)}`).toContain(part);
        await page.locator('#messages').filter({ hasText: part }).waitFor();
      }
      expect([await page.hooke('hash'), await page.state()]).toEqual(before);
    }
  });
});
