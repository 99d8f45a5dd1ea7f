import { expect, test } from 'vitest';
import type { Vec3 } from '../../src/physics';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { chooseInFileMenu, openFolders, showPanel } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

/** Rings of points around the y axis. */
function rings(count: number, shape: readonly (readonly [height: number, radius: number])[]): Vec3[] {
  const angles = Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / count);
  return shape.flatMap(([y, r]) => angles.map((angle): Vec3 => [r * Math.cos(angle), y, -r * Math.sin(angle)]));
}

/** The faces between them, the upper ring first. */
const around = (count: number, shown: number) =>
  Array.from({ length: (shown - 1) * count }, (_, i) => {
    const next = (i % count) + 1 === count ? i + 1 - count : i + 1;
    return [i, i + count, next + count, next];
  });

const objOf = (points: readonly Vec3[], faces: readonly number[][]) =>
  [
    ...points.map((point) => `v ${point.map((value) => (100 * value).toFixed(4)).join(' ')}`),
    ...faces.map((corners) => `f ${corners.map((corner) => corner + 1).join(' ')}`),
  ].join('\n');

/** A skirt, in centimetres: from a waist that is narrower than the body to a wide hem. */
const AROUND = 24;
const SKIRT = Array.from({ length: 9 }, (_, k) => [1.2 - 0.04 * k, 0.12 + 0.018 * k] as const);
const GARMENT = objOf(rings(AROUND, SKIRT), around(AROUND, SKIRT.length));

/** A body as a convex solid with a closed surface. */
const HEIGHTS = Array.from({ length: 11 }, (_, k) => Math.cos((Math.PI * (k + 0.5)) / 11));
const FIGURE = HEIGHTS.map((u) => [0.7 + 0.4 * u, 0.22 * Math.sqrt(1 - u * u)] as const);
const POINTS = rings(32, FIGURE);
const FACES = [
  ...around(32, FIGURE.length),
  Array.from({ length: 32 }, (_, k) => k),
  Array.from({ length: 32 }, (_, k) => POINTS.length - 1 - k),
];

/** m; of a point in the convex body: to the nearest of its planes, less than 0 outside. */
function depthOf(x: Vec3): number {
  return Math.min(
    ...FACES.map(([a, b, c]) => {
      const side = (to: number) => POINTS[to].map((value, axis) => value - POINTS[a][axis]);
      const [u, v] = [side(b), side(c)];
      const normal = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
      const height = normal.reduce((sum, n, axis) => sum + n * (x[axis] - POINTS[a][axis]), 0);
      return -height / Math.hypot(...normal);
    }),
  );
}

const SCREENS = [
  ['on a desktop', { viewport: { width: 1280, height: 800 } }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

async function choose(page: LabPage, name: string, text: string, act: () => Promise<void>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()]);
  await chooser.setFiles({ name, mimeType: 'model/obj', buffer: Buffer.from(text) });
}

describeBrowser('an own garment on an own body', () => {
  test.each(SCREENS)(
    '%s: both are read from files, and the garment falls on the body and stays outside of it',
    { tags: ['long'] },
    async (_, options) => {
      const page = await openLab(options);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await choose(page, 'skirt.obj', GARMENT, () => chooseInFileMenu(page, 'Open scene…'));
      await until(page, 'the garment', ({ scene }) => scene === 'skirt');
      await openFolders(page, 'Contact', 'Obstacles (1)');
      await choose(page, 'figure.obj', objOf(POINTS, FACES), () => button('Add body from file').click());
      await until(page, 'the body', ({ environment: { bodies } }) => bodies[0]?.shape === 'figure');
      await page.locator('#messages').getByRole('button', { name: 'Place as in its file' }).click();
      await until(
        page,
        'inside the garment',
        ({ environment: { bodies } }) => Math.abs(bodies[0].center[1] - 0.7) < 1e-6,
      );
      await button('No pins').click();
      await until(page, 'no pins', ({ pinned }) => pinned.length === 0);
      await showPanel(page, false);
      await page.locator('#bar').getByRole('button', { name: 'Play', exact: true }).click();
      await until(page, 'a second and a half', ({ time }) => time > 1.5);
      await page.hooke('pause');
      await drawn(page);
      const { particles } = (await page.hooke('save')) as { particles: { positions: Vec3[] } };
      expect(depthOf([0, 0.7, 0])).toBeGreaterThan(0.2);
      const spacing = 0.04;
      expect(Math.max(...particles.positions.map(depthOf))).toBeLessThan(0.01 * spacing);
      // The waist has fallen until the body was wide enough for it, and the hem is around the body.
      const heights = particles.positions.map(([, y]) => y);
      const waist = heights.slice(0, AROUND);
      expect(Math.max(...waist)).toBeLessThan(1.1);
      expect(Math.min(...waist)).toBeGreaterThan(0.9);
      expect(Math.min(...heights)).toBeGreaterThan(0.4);
    },
  );
});
