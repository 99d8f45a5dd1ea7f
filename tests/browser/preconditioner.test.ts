import { beforeAll, beforeEach, expect, test } from 'vitest';
import { numberText, showNumbers } from '../fixtures/footer-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

/** What the panel says about the kernel. */
const line = (page: LabPage) => page.locator('#panel .note').getByText(/^Kernel: /);

const CLOTH = { type: 'scene', scene: 'cloth', integrator: 'implicit-euler', params: { rows: 12, columns: 12 } };
describeBrowser('the preconditioner', () => {
  let page: LabPage;
  const choice = () => page.locator('#panel').getByLabel('preconditioner', { exact: true });
  const shown = () => choice().evaluate((select: HTMLSelectElement) => select.selectedOptions[0].textContent);
  const bar = () => numberText(page, 'solver');
  const follow = (link: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, link);

  beforeAll(async () => {
    page = await openLab({ keep: true });
    await openFolders(page, 'Integrator');
    await showNumbers(page);
  });
  beforeEach(async () => {
    await page.hooke('play');
    await page.hooke('send', { ...CLOTH, preconditioner: 'auto' });
  });

  test('is multigrid on a cloth by default, and the numbers show its iterations and residual', async () => {
    await expect.poll(shown).toBe('automatic');
    expect((await page.state()).preconditioner).toBe('multigrid');
    await expect.poll(bar).toMatch(/Multigrid: \d+ iterations?, residual \d\.\de[-+]\d/);
    await page
      .locator('#panel .note')
      .getByText(/^Multigrid\./)
      .waitFor();
  });

  test('is chosen by mouse and by keys, for implicit methods only', async () => {
    await choice().selectOption('Block Jacobi');
    await until(page, 'block Jacobi', ({ preconditioner }) => preconditioner === 'block-jacobi');
    await expect.poll(bar).toMatch(/Block Jacobi: \d+ iteration/);
    await choice().press('ArrowUp');
    await until(page, 'none', ({ preconditioner }) => preconditioner === 'none');
    await expect.poll(bar).toMatch(/CG: \d+ iteration/);
    await choice().press('Home');
    await until(page, 'multigrid again', ({ preconditioner }) => preconditioner === 'multigrid');
    await page.hooke('set', 'integrator', 'rk4');
    await choice().waitFor({ state: 'hidden' });
    await expect.poll(bar).toBe('–');
  });

  test('is another one for a cloth with a slit, and the panel says why', { tags: ['long'] }, async () => {
    await page.hooke('send', { type: 'slit', springs: [40] });
    await until(page, 'another', ({ preconditioner }) => preconditioner !== 'multigrid');
    await page.locator('#panel .note').getByText('Multigrid: slits divide the net.').waitFor();
  });

  test('that does not support a scene is rejected with the reason, stays in the list, and the choice is unchanged', {
    tags: ['long'],
  }, async () => {
    await page.hooke('send', { type: 'scene', scene: 'jelly-cube', integrator: 'implicit-euler' });
    expect((await page.state()).preconditioner).toBe('block-jacobi');
    await choice().selectOption('Multigrid');
    await page
      .locator('#messages')
      .getByText(/"multigrid" is unsupported: the springs do not form a rectangular net/)
      .waitFor();
    await expect.poll(shown).toBe('automatic');
    expect((await page.state()).preconditioner).toBe('block-jacobi');
    expect(await choice().getByText('Multigrid', { exact: true }).isDisabled()).toBe(false);
    await expect(page.hooke('set', 'preconditioner', 'multigrid')).rejects.toThrow(/not form a rectangular net/);
    await expect(page.hooke('set', 'preconditioner', 'magic')).rejects.toThrow(/there is no preconditioner "magic"/);
  });

  test('is in the link where it is not automatic, and defaults restore it', { tags: ['long'] }, async () => {
    await page.hooke('set', 'preconditioner', 'none');
    await page.waitForFunction(() => location.hash.includes('&preconditioner=none'));
    const hash = await page.evaluate(() => location.hash);
    await page.getByRole('button', { name: 'Restore defaults' }).click();
    await until(page, 'the default', ({ preconditioner }) => preconditioner === 'multigrid');
    await expect.poll(shown).toBe('automatic');
    await page.waitForFunction(() => !location.hash.includes('preconditioner'));
    await follow(hash);
    await until(page, 'none', ({ preconditioner }) => preconditioner === 'none');
  });

  test('that a link names but does not exist is reported, and the rest is loaded', { tags: ['long'] }, async () => {
    await follow('#scene=cloth&integrator=implicit-euler&preconditioner=magic&stiffness=150');
    await expect.poll(() => page.messages()).toMatch(/only in part.*"magic"/);
    const { preconditioner, params, integrator } = await page.state();
    expect([preconditioner, params.stiffness, integrator]).toEqual(['multigrid', 150, 'implicit-euler']);
  });

  test('runs on the kernel of WebAssembly if supported, and in double precision on the one of JavaScript, with the reason', {
    tags: ['long'],
  }, async () => {
    expect((await page.state()).kernel).toBe('simd');
    await expect.poll(() => line(page).textContent()).toBe('Kernel: WebAssembly SIMD.');
    await expect.poll(() => numberText(page, 'one step takes')).toMatch(/ ms SIMD/);
    await page.hooke('set', 'precision', 'double');
    expect((await page.state()).kernel).toBe('js');
    await expect.poll(() => line(page).textContent()).toMatch(/^Kernel: JavaScript \(.*single precision only\)\.$/);
    await expect.poll(() => numberText(page, 'one step takes')).toMatch(/ ms JS/);
    expect(await violations(page)).toEqual([]);
  });
});

describeBrowser('the kernel', () => {
  for (const query of ['?kernel=js', '?kernel=js&host=page']) {
    test(`is JavaScript if the address has ${query}`, { tags: ['long'] }, async () => {
      const page = await openLab({ query });
      await page.hooke('step', 3);
      expect((await page.state()).kernel).toBe('js');
      await openFolders(page, 'Integrator');
      await expect.poll(() => line(page).textContent()).toBe('Kernel: JavaScript (as requested).');
      await page.hooke('set', 'scene', 'bounce');
      expect((await page.state()).kernel).toBe('js');
    });
  }

  test('is JavaScript if the browser blocks SIMD, and the page says so', { tags: ['long'] }, async () => {
    const page = await openLab({
      query: '?host=page',
      beforeScripts: () => {
        Object.assign(WebAssembly, { Module: null });
      },
    });
    await page.hooke('step', 3);
    expect((await page.state()).kernel).toBe('js');
    await openFolders(page, 'Integrator');
    await expect
      .poll(() => line(page).textContent())
      .toMatch(/^Kernel: JavaScript \(WebAssembly SIMD: this browser does not support/);
  });

  test('is shown on a phone’s panel, which stays within the window', { tags: ['long'] }, async () => {
    const page = await openLab({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.hooke('send', CLOTH);
    await openFolders(page, 'Integrator');
    await line(page).scrollIntoViewIfNeeded();
    const choice = page.locator('#panel').getByLabel('preconditioner', { exact: true });
    await choice.scrollIntoViewIfNeeded();
    await choice.selectOption('None');
    await until(page, 'none', ({ preconditioner }) => preconditioner === 'none');
    for (const part of [line(page), choice]) {
      const box = await part.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await violations(page)).toEqual([]);
  });
});
