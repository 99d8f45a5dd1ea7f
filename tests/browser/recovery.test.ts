import { beforeAll, beforeEach, expect, test } from 'vitest';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

/** Blows up the cloth by a dt above the limit, typed into its box. */
async function blowUp(page: LabPage): Promise<void> {
  await showPanel(page);
  await page.getByRole('textbox', { name: 'time step dt, ms' }).fill('2');
  await page.keyboard.press('Enter');
  await until(page, 'blown up', ({ blowUp, params }) => blowUp !== null && params.dt === 0.002);
}

describeBrowser('after a blow-up', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ keep: true });
  });
  beforeEach(async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', integrator: 'symplectic-euler' });
    await page.hooke('play');
  });

  test.each([
    [/^Set dt to/, 'symplectic-euler', (dt: number) => dt < 0.001],
    ['Use implicit Euler', 'implicit-euler', (dt: number) => dt === 0.002],
  ] as const)('is told, and %s gets the cloth back to moving', async (name, integrator, dtHolds) => {
    await blowUp(page);
    const banner = page.locator('#messages');
    await banner.getByText(/^The simulation blew up/).waitFor();
    const { time } = await page.state();
    await banner.getByRole('button', { name }).click();
    await until(page, 'it goes on', (state) => state.blowUp === null && state.time > time + 0.01);
    const after = await page.state();
    expect(after.integrator).toBe(integrator);
    expect(dtHolds(after.params.dt)).toBe(true);
    await banner.getByText(/^The simulation blew up/).waitFor({ state: 'detached' });
  });

  test('is told with buttons that act, though the message changes while one is pressed', {
    tags: ['long'],
  }, async () => {
    await blowUp(page);
    const action = page.locator('#messages').getByRole('button', { name: 'Use implicit Euler' });
    await page
      .locator('#messages')
      .getByRole('button', { name: /^Set dt to \d/ })
      .waitFor();
    await action.hover();
    await page.mouse.down();
    // The message depends on it.
    await page.hooke('set', 'cgIterations', 77);
    await until(page, 'a new message', ({ params }) => params.cgIterations === 77);
    await drawn(page);
    await page.mouse.up();
    await until(page, 'it goes on', ({ integrator, blowUp }) => integrator === 'implicit-euler' && blowUp === null);
  });

  test('rests at a finite state without a reload', async () => {
    await blowUp(page);
    const { position } = await page.particle(500);
    expect(position.every(Number.isFinite)).toBe(true);
    // A place on the screen is NaN behind the camera, which follows what grows in the replay.
    await expect.poll(async () => (await page.particle(500)).screen.every(Number.isFinite)).toBe(true);
    await page.hooke('set', 'dt', 1e-4);
    await page.hooke('send', { type: 'resume' });
    await page.hooke('play');
    const { time } = await page.state();
    await until(page, 'it goes on', (state) => state.blowUp === null && state.time > time);
  });
});
