// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { decoded } from '../fixtures/decoded-png';
import { contentOf, drawn, type LabPage, openLab } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('a saved image of the view', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({
      plays: true,
      picture: true,
      deviceScaleFactor: 2,
      viewport: { width: 500, height: 560 },
      keep: true,
    });
    await page.hooke('pause');
  });

  /** Width, height, and number of different colors of the saved image. */
  async function savedImage(): Promise<[width: number, height: number, colors: number]> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      // In so small a window the panel is a closed sheet.
      page.evaluate(() => {
        const buttons = [...document.querySelectorAll('button')];
        buttons.find(({ textContent }) => textContent === 'Save picture')?.click();
      }),
    ]);
    const text = (await contentOf(download)).toString('base64');
    return page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const bitmap = await createImageBitmap(image);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      return [bitmap.width, bitmap.height, new Set(new Uint32Array(data.buffer)).size];
    }, text);
  }

  test('has every pixel of a screen with 2 pixels per CSS pixel, and many colors', async () => {
    const [width, height, colors] = await savedImage();
    expect([width, height]).toEqual([1000, 1120]);
    expect(colors).toBeGreaterThan(500);
  });

  test('has the size of the window', async () => {
    await page.setViewportSize({ width: 420, height: 660 });
    await page.hooke('step', 1);
    expect((await savedImage()).slice(0, 2)).toEqual([840, 1320]);
  });
});

describeBrowser('a scene of more particles than the view takes over in one picture', () => {
  test('is drawn also while it rests, and in a window of another size', async () => {
    const page = await openLab({ picture: true, viewport: { width: 500, height: 560 } });
    /** How much of the window is as green as the cloth. */
    const green = async () => {
      await drawn(page);
      const { pixels } = await decoded(page, (await page.screenshot()).toString('base64'));
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 1] - pixels[i] > 25) count++;
      return (4 * count) / pixels.length;
    };
    await page.hooke('send', { type: 'scene', scene: 'free-fall' });
    await expect.poll(green).toBeLessThan(0.02);
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 200, columns: 200 } });
    await expect.poll(green).toBeGreaterThan(0.05);
    await page.setViewportSize({ width: 560, height: 500 });
    await expect.poll(green).toBeGreaterThan(0.03);
    await page.hooke('send', { type: 'scene', scene: 'free-fall' });
    await expect.poll(green).toBeLessThan(0.02);
  });
});
