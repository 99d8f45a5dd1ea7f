// @module-tag long
import { expect, test } from 'vitest';
import { collidingCloth, squareCloth, twoSheets } from '../fixtures/colliding-cloths';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { chooseInFileMenu } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const SIDE = 11;
/** Two free sheets, of which one passes through the other at 45°. */
const CROSSED = (() => {
  const flat = squareCloth({ side: SIDE, width: 1, place: (u, v) => [u, 2, v] }, 200);
  const tilted = squareCloth({ side: SIDE, width: 1, place: (u, v) => [0.7 * u, 2.003 + 0.7 * u, v] }, 200);
  const { positions, ...rest } = twoSheets(flat, tilted);
  const params = { dt: 1 / 120, selfCollision: 1 };
  return { hooke: 1, ...rest, particles: { positions, masses: 0.002 }, params, integrator: 'implicit-euler' };
})();
/** A cloth that its pins wring until its layers are pressed together. */
const WRUNG = { ...collidingCloth(3, 12, true, 1).scene, integrator: 'implicit-euler' };

async function openScene(page: LabPage, name: string, scene: object): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseInFileMenu(page, 'Open scene…')]);
  await chooser.setFiles({
    name: `${name}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...scene, name })),
  });
  await until(page, 'loaded', (state) => state.scene === name);
}

describeBrowser('self-collision', () => {
  test.each([
    ['on a desktop', { viewport: { width: 1280, height: 800 } }],
    ['on a dark phone', { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' }],
  ] as const)('says %s which layers pass through each other, and which have no way to move', async (_, options) => {
    const page = await openLab({ ...options, plays: true });
    const notices = page.locator('#messages .notice');
    await openScene(page, 'crossed', CROSSED);
    await notices.getByText(/\d+ particles there do not collide/).waitFor();
    await until(page, 'a fall', ({ time }) => time > 0.2);
    const { report } = await page.state();
    expect(report.crossedParticles).toBeGreaterThan(0);
    expect(report.stoppedParticles).toBe(0);
    expect((await page.particle(0)).position[1]).toBeLessThan(1.9);
    expect(await violations(page)).toEqual([]);
    await openScene(page, 'wrung', WRUNG);
    await notices.getByText('do not collide').waitFor({ state: 'detached' });
    await notices.getByText(/Pressed layers stop \d+ particles/).waitFor();
    expect((await page.state()).report.crossedParticles).toBe(0);
    await page.evaluate(() => window.hooke.pause());
    expect(await violations(page)).toEqual([]);
  });
});
