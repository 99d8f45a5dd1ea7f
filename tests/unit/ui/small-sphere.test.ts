import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LabInNode, openLabInNode } from '../../fixtures/lab-in-node';

describe('a ball that fits through a net', () => {
  let lab: LabInNode;
  beforeEach(() => {
    lab = openLabInNode();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const shown = () => lab.messages.list.map(({ text }) => text).find((text) => text.includes('fits through'));
  async function messageAfter(command: object): Promise<string | undefined> {
    await lab.send(command as Parameters<typeof lab.send>[0]);
    await lab.frames(2);
    return shown();
  }
  const ball = (radius: number) => ({ type: 'spheres', spheres: [{ center: [0, -0.3, 0], radius }] });

  test('is named with its radius and the distance of the particles, and no longer when it is larger', async () => {
    await lab.set('scene', 'cloth');
    await lab.set('integrator', 'xpbd');
    lab.pause();
    await lab.set('rows', 9);
    await lab.set('columns', 9);
    // 8 cells along 1 m: a ball in the middle of one touches particles from 88.4 mm on.
    expect(await messageAfter(ball(0.09))).toBeUndefined();
    expect(await messageAfter(ball(0.08))).toMatch(
      /^A ball of radius 80(\.0)? mm fits through this net, whose particles are up to 125 mm apart/,
    );
    expect(await messageAfter(ball(0.12))).toBeUndefined();
  });

  test('is not spoken of under methods in which triangles touch it too', async () => {
    await lab.set('scene', 'cloth');
    lab.pause();
    await lab.set('rows', 9);
    await lab.set('columns', 9);
    for (const integrator of ['implicit-euler', 'symplectic-euler']) {
      await lab.set('integrator', integrator);
      expect(await messageAfter(ball(0.08))).toBeUndefined();
    }
  });

  test('is not spoken of where nothing is a net', async () => {
    await lab.set('scene', 'chain');
    await lab.set('integrator', 'xpbd');
    expect(await messageAfter(ball(0.001))).toBeUndefined();
  });
});
