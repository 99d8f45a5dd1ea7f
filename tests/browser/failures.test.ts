import { expect, test } from 'vitest';
import { answered, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

async function loseContext(page: LabPage): Promise<void> {
  await page.evaluate(() => {
    const context = (document.getElementById('view') as HTMLCanvasElement).getContext('webgl2');
    const extension = context?.getExtension('WEBGL_lose_context');
    Object.assign(window, { giveBack: () => extension?.restoreContext() });
    extension?.loseContext();
  });
}

describeBrowser('a failure of browser or machine', () => {
  test('no WebGL: the page says so, and the engine runs', async () => {
    const page = await openLab({
      plays: true,
      beforeScripts: () => {
        HTMLCanvasElement.prototype.getContext = () => null;
      },
    });
    await page.locator('#messages').getByText(/WebGL/).waitFor();
    await until(page, 'it runs', ({ stepCount }) => stepCount > 0);
    await page.hooke('set', 'stiffness', 111);
    expect((await page.state()).params.stiffness).toBe(111);
  });

  test('a lost WebGL context: the page says so until it is restored, and the engine runs', {
    tags: ['long'],
  }, async () => {
    const page = await openLab({ plays: true });
    const message = page.locator('#messages').getByText(/graphics/);
    await loseContext(page);
    await message.waitFor();
    const { stepCount } = await page.state();
    await until(page, 'it runs', (state) => state.stepCount > stepCount);
    await page.evaluate(() => (window as unknown as { giveBack(): void }).giveBack());
    await message.waitFor({ state: 'detached' });
  });

  test('a restored WebGL context draws the same picture', { tags: ['long'] }, async () => {
    const page = await openLab({
      plays: true,
      picture: true,
      reducedMotion: 'reduce',
      viewport: { width: 500, height: 400 },
    });
    await page.hooke('send', { type: 'spheres', spheres: [{ center: [0.3, 0.3, 0], radius: 0.1 }] });
    const clip = { x: 0, y: 60, width: 500, height: 200 };
    const hideControls = (on: boolean) =>
      page.evaluate((hide) => {
        // The policy of the page allows no style sheet in the HTML.
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('body *:not(main, #view) { visibility: hidden !important; }');
        document.adoptedStyleSheets = hide ? [sheet] : [];
      }, on);
    const picture = async () => {
      await hideControls(true);
      const shot = await page.screenshot({ clip });
      await hideControls(false);
      return shot.toString('base64');
    };
    // The looks and the camera come to rest.
    await page.locator('#panel').getByText('Controls').waitFor({ state: 'attached' });
    let before = '';
    await expect
      .poll(
        async () => {
          const last = before;
          await drawn(page);
          before = await picture();
          return before === last;
        },
        { timeout: 20_000, interval: 300 },
      )
      .toBe(true);
    for (let i = 0; i < 2; i++) {
      await loseContext(page);
      const message = page.locator('#messages').getByText(/graphics/);
      await message.waitFor();
      await page.evaluate(() => (window as unknown as { giveBack(): void }).giveBack());
      await message.waitFor({ state: 'detached' });
      await drawn(page);
      await expect.poll(async () => (await picture()) === before, { timeout: 20_000 }).toBe(true);
    }
  });

  test('no worker: the engine runs on the main thread, and the page says so', { tags: ['long'] }, async () => {
    const page = await openLab({
      plays: true,
      beforeScripts: () => {
        Object.assign(window, {
          Worker: class {
            constructor() {
              throw new Error('workers are forbidden here');
            }
          },
        });
      },
    });
    await page
      .locator('#messages')
      .getByText(/forbidden here/)
      .waitFor();
    await until(page, 'it runs', ({ stepCount }) => stepCount > 0);
  });

  test('a stopped worker: the page says so, and starts another one with the same setup', {
    tags: ['long'],
  }, async () => {
    const page = await openLab({
      plays: true,
      hash: '#scene=cloth&stiffness=150&pins=0,7,31',
      expectProblems: true,
      beforeScripts: () => {
        const Real = Worker;
        class Mortal extends Real {
          constructor(...args: ConstructorParameters<typeof Worker>) {
            super(...args);
            Object.assign(window, {
              kill: () => {
                this.terminate();
                this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
              },
            });
          }
        }
        window.Worker = Mortal;
      },
    });
    await page.hooke('send', { type: 'planes', planes: [{ point: [0, -3, 0], normal: [0, 1, 0], friction: 0.4 }] });
    await page.hooke('send', { type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, 3] }] });
    const { environment } = await page.state();
    await page.evaluate(() => (window as unknown as { kill(): void }).kill());
    await page
      .locator('#messages')
      .getByText(/out of memory/)
      .waitFor();
    await expect(page.hooke('set', 'dt', 1e-4)).rejects.toThrow('stopped');
    await page.getByRole('button', { name: 'Restart' }).click();
    await until(
      page,
      'it runs again',
      ({ params, paused, stepCount }) => params.stiffness === 150 && !paused && stepCount > 0,
    );
    expect((await page.state()).pinned).toEqual([0, 7, 31]);
    await until(page, 'what stood there', (state) => JSON.stringify(state.environment) === JSON.stringify(environment));
  });

  test('reduced motion: nothing moves until the user starts it', { tags: ['long'] }, async () => {
    const page = await openLab({ plays: true, reducedMotion: 'reduce' });
    await answered(page);
    const { paused, stepCount } = await page.state();
    expect([paused, stepCount]).toEqual([true, 0]);
    await page.keyboard.press('Space');
    await until(page, 'it moves', (state) => state.stepCount > 0);
  });
});
