// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { decoded } from '../fixtures/decoded-png';
import { dock, openInstrument } from '../fixtures/instruments-page';
import { cameraAtRest, contentOf, type LabPage, openLab } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('a transparent picture', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ picture: true, viewport: { width: 700, height: 600 }, keep: true });
    await openInstrument(page, 'Export', 'cloth');
    await page.hooke('step', 40);
  });

  const picture = async (options: Record<string, unknown>) => {
    const base64 = await page.evaluate(async (given) => {
      const bytes = new Uint8Array(await (await window.hooke.export('png', given)).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    }, options);
    return decoded(page, base64);
  };

  /** The page without its status bar, which measures what is drawn. */
  async function aboveBar(): Promise<Buffer> {
    const bar = await page.locator('#bar').boundingBox();
    return page.screenshot({ clip: { x: 0, y: 0, width: 700, height: bar?.y ?? 0 } });
  }

  const sizes: [string, Record<string, number>][] = [
    ['as in the window', {}],
    ['of another size', { width: 640, height: 360 }],
  ];
  test.each(sizes)('%s has the cloth’s pixels, none of the room, and edges without its color', async (_, size) => {
    await cameraAtRest(page);
    const before = await aboveBar();
    const opaque = await picture(size);
    const { width, height, pixels } = await picture({ ...size, transparent: true });
    expect([opaque.width, opaque.height]).toEqual([width, height]);
    const alpha = (x: number, y: number) => pixels[4 * (y * width + x) + 3];
    const corners = [0, width - 1].flatMap((x) => [0, height - 1].map((y) => alpha(x, y)));
    expect(corners).toEqual([0, 0, 0, 0]);

    let [covered, farthest] = [0, 0];
    /** Brightness of each edge pixel, and of the opaque ones beside it. */
    const edges: [own: number, beside: number][] = [];
    for (let k = 0; k < width * height; k++) {
      const a = pixels[4 * k + 3];
      if (a === 255) {
        covered++;
        for (let c = 0; c < 3; c++) {
          farthest = Math.max(farthest, Math.abs(pixels[4 * k + c] - opaque.pixels[4 * k + c]));
        }
      }
      const beside = [k - 1, k + 1, k - width, k + width].filter((i) => pixels[4 * i + 3] === 255);
      if (a > 60 && a < 195 && beside.length > 0) {
        edges.push([brightness(pixels, k), mean(beside.map((i) => brightness(pixels, i)))]);
      }
    }
    expect(farthest).toBe(0);
    expect(covered / (width * height)).toBeGreaterThan(0.05);
    expect(edges.length).toBeGreaterThan(50);
    const ratio = mean(edges.map(([own]) => own)) / mean(edges.map(([, beside]) => beside));
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
    expect(before.equals(await aboveBar()), 'the page is drawn as before').toBe(true);
  });

  test('shows the cloth where the page does', async () => {
    const { width, pixels } = await picture({ transparent: true });
    const middle = (await page.particle(500)).screen.map(Math.round);
    expect(pixels[4 * (middle[1] * width + middle[0]) + 3]).toBe(255);
  });

  test('shows the state that a script has just asked for, before the page draws it', async () => {
    const size = { width: 320, height: 240 };
    const later = await picture(size);
    const held = await page.evaluateHandle(() => {
      const own = window.requestAnimationFrame;
      const callbacks: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (callback) => callbacks.push(callback);
      return {
        release() {
          window.requestAnimationFrame = own;
          for (const callback of callbacks) own(callback);
        },
      };
    });
    await page.evaluate(() => window.hooke.send({ type: 'rewind', step: 0 }));
    const atOnce = await picture(size);
    await held.evaluate((frames) => frames.release());
    await cameraAtRest(page);
    const drawn = await picture(size);
    expect(atOnce.pixels.equals(drawn.pixels)).toBe(true);
    expect(atOnce.pixels.equals(later.pixels)).toBe(false);
    await page.hooke('send', { type: 'rewind', step: 40 });
  });

  test('is made by the instrument Export', async () => {
    const button = dock(page).getByRole('button', { name: 'PNG picture, transparent' });
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(file.suggestedFilename()).toBe('cloth.png');
    const { pixels } = await decoded(page, (await contentOf(file)).toString('base64'));
    expect(pixels[3]).toBe(0);
  });

  test('is refused for a value that is neither true nor false', async () => {
    await expect(page.hooke('export', 'png', { transparent: 1 })).rejects.toThrow(
      'export png: transparent must be true or false, got 1',
    );
  });
});

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const brightness = (pixels: Buffer, k: number) => mean([...pixels.subarray(4 * k, 4 * k + 3)]);
