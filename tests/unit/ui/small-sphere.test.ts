import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWarnings } from '../../../src/ui/messages/warnings';
import { type LabInNode, openLabInNode } from '../../fixtures/lab-in-node';

describe('a ball that fits through a net', () => {
  let lab: LabInNode;
  let warnings: ReturnType<typeof createWarnings>;
  beforeEach(() => {
    lab = openLabInNode();
    warnings = createWarnings(lab);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const shown = () => lab.messages.list.map(({ text }) => text).find((text) => text.includes('fits through'));
  /** On the GPU: there is none in Node, so that its name is written to the frame. */
  async function messageAfter(command: object): Promise<string | undefined> {
    await lab.send(command as Parameters<typeof lab.send>[0]);
    await lab.frames(2);
    warnings({ ...lab.frame, status: { ...lab.frame.status, kernel: 'gpu' } });
    return shown();
  }
  const ball = (radius: number) => ({
    type: 'spheres' as const,
    spheres: [{ center: [0, -0.3, 0] as [number, number, number], radius }],
  });

  test('is named with its radius and the distance of the particles, and no longer when it is larger', async () => {
    await lab.set('scene', 'cloth');
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

  test('is not spoken of on the CPU, where triangles touch it too', async () => {
    await lab.set('scene', 'cloth');
    lab.pause();
    await lab.set('rows', 9);
    await lab.set('columns', 9);
    for (const integrator of ['implicit-euler', 'symplectic-euler', 'xpbd']) {
      await lab.set('integrator', integrator);
      await lab.send(ball(0.08));
      await lab.frames(2);
      expect(shown()).toBeUndefined();
    }
  });

  test('is not spoken of where nothing is a net', async () => {
    await lab.set('scene', 'chain');
    expect(await messageAfter(ball(0.001))).toBeUndefined();
  });
});
