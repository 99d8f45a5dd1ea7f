// @module-tag long
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { decoded } from '../fixtures/decoded-png';
import { cameraAtRest, type LabPage, openLab } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

const SIZE = { width: 320, height: 180 };
/** s; the step of the run. */
const DT = 5e-4;
/** Steps of the first and the last picture. */
const [FIRST, LAST] = [200, 500];
/** s between two of the four pictures. */
const SPACING = ((LAST - FIRST) / 3) * DT;
const FILM = { ...SIZE, format: 'zip', from: FIRST * DT, to: (LAST + 10) * DT, speed: 10 * SPACING, fps: 10 };

/** A file that the page makes, as base64. */
const written = (page: LabPage, name: 'film' | 'export', ...args: unknown[]) =>
  page.evaluate(
    async ([method, values]) => {
      const blob = await (window.hooke[method as 'film'] as (...all: unknown[]) => Promise<Blob>)(...values);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [name, args] as const,
  );

/** Mean difference of the channels of two PNG files, 0–255. */
async function difference(page: LabPage, ...files: [string, string]): Promise<number> {
  const [a, b] = await Promise.all(files.map(async (file) => (await decoded(page, file)).pixels));
  return a.reduce((sum, value, k) => sum + Math.abs(value - b[k]), 0) / a.length;
}

describeBrowser('the camera of a film', () => {
  test('moves as it was moved, or stays where it is, and is where it was afterwards', async () => {
    const page = await openLab({ drawn: true });
    await page.hooke('set', 'dt', DT);
    await page.hooke('reset');
    /** Orbits while the run goes on. */
    const drag = async (steps: number) => {
      await page.mouse.move(20, 300);
      await page.mouse.down();
      for (let k = 1; k <= 4; k++) {
        await page.mouse.move(20 + 25 * k, 300);
        await page.hooke('step', steps / 4);
      }
      await page.mouse.up();
      await cameraAtRest(page);
    };
    await drag(160);
    await page.hooke('step', FIRST - 160);
    const first = await written(page, 'export', 'png', SIZE);
    // The newest place counts of a time.
    await page.hooke('step', 2);
    await drag(200);
    await page.hooke('step', LAST - FIRST - 202);
    const last = await written(page, 'export', 'png', SIZE);
    await page.hooke('step', 20);

    const picturesOf = async (camera: string, to = FILM.to) => {
      const files = unzipSync(Buffer.from(await written(page, 'film', { ...FILM, to, camera }), 'base64'));
      return Object.values(files).map((file) => Buffer.from(file).toString('base64'));
    };
    const corner = async () => (await page.particle(0)).screen;
    const before = await corner();
    const recorded = await picturesOf('recorded');
    expect(recorded).toHaveLength(4);
    expect(await difference(page, recorded[0], first)).toBeLessThan(0.5);
    expect(await difference(page, recorded[3], last)).toBeLessThan(0.5);
    const fixed = await picturesOf('fixed');
    expect(await difference(page, fixed[3], last)).toBeLessThan(0.5);
    expect(await difference(page, fixed[0], first)).toBeGreaterThan(3);
    const pose = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('camera'));
    const placed = await picturesOf(String(pose));
    expect(await difference(page, placed[3], fixed[3])).toBeLessThan(0.5);
    const moved = await picturesOf(String(pose).replace(/^[^,]*/, (x) => String(Number(x) + 1)));
    expect(await difference(page, moved[3], fixed[3])).toBeGreaterThan(3);
    // Ends where the camera was before it was moved again.
    expect(await picturesOf('recorded', FILM.from)).toHaveLength(1);
    await cameraAtRest(page);
    const [x, y] = await corner();
    expect(Math.hypot(x - before[0], y - before[1])).toBeLessThan(0.5);
  });

  test('is refused for another value', async () => {
    const page = await openLab();
    await expect(page.hooke('film', { camera: 'free' })).rejects.toThrow('film: camera must be one of fixed, recorded');
  });
});
