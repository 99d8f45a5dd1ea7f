import { beforeAll, expect, test } from 'vitest';
import { contentOf, type LabPage, openLab } from '../fixtures/lab-page';
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

  test('has the size of the window', { tags: ['long'] }, async () => {
    await page.setViewportSize({ width: 420, height: 660 });
    await page.hooke('step', 1);
    expect((await savedImage()).slice(0, 2)).toEqual([840, 1320]);
  });
});
