import { beforeAll, expect, test } from 'vitest';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

const WAIT = { timeout: 50_000 };

describeBrowser('the methods that solve springs', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
  });

  test('show their own parameters, and how stiff the springs act that hang at rest', async () => {
    const box = (name: string) => page.getByLabel(name, { exact: true });
    const links = 10;
    await page.hooke('load', {
      hooke: 1,
      particles: {
        positions: Array.from({ length: links + 1 }, (_, i) => [0, -0.5 * i, 0]),
        masses: 0.01,
        pinned: [0],
      },
      springs: { pairs: Array.from({ length: links }, (_, j) => [j, j + 1]), stiffness: 500 },
      params: { dt: 1 / 120, gravity: 9.81, drag: 0.02, iterations: 1 },
    });
    await page.hooke('set', 'integrator', 'xpbd');
    await page.hooke('step', 2000);
    await openFolders(page, 'Integrator');
    const meter = page.getByText(/^Stiffness shown:/);
    // (N + 1)/(N + 1 + (N − 1)h²k/m) = 0.260
    await expect.poll(() => meter.textContent(), WAIT).toMatch(/^Stiffness shown: 26(\.\d)? % of what is set\.$/);
    expect(await box('acceleration').isVisible()).toBe(false);
    await page.hooke('set', 'integrator', 'vertex-block-descent');
    await expect.poll(() => box('acceleration').isVisible(), WAIT).toBe(true);
    await page.hooke('set', 'integrator', 'rk4');
    await expect.poll(() => meter.count(), WAIT).toBe(0);
    expect(await box('iterations').isVisible()).toBe(false);
  });
});
