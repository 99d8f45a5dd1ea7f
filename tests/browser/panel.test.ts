import { beforeAll, beforeEach, expect, test } from 'vitest';
import { INTEGRATORS, PARAMS } from '../../src/physics';
import { MIDPOINT } from '../fixtures/definitions-from-source';
import { numberText, showNumbers } from '../fixtures/footer-page';
import { answered, type LabPage, openLab, until } from '../fixtures/lab-page';
import { folderTitle, openFolders, showPanel } from '../fixtures/panel-page';
import { everyNth } from '../fixtures/run-length';
import { describeBrowser } from '../setup/browser';

/** An accepted value of a parameter that differs from its default. */
function another(key: string, value: number): number {
  const { accepts, range } = PARAMS[key];
  if (accepts === 'switch') return 1 - value;
  if (accepts === 'count') return value + 1;
  return value === 0 ? range[1] / 10 : value * 1.5;
}

describeBrowser('the panel', () => {
  let page: LabPage;
  const box = (name: string) => page.getByLabel(name, { exact: true });
  const type = async (name: string, text: string) => {
    await box(name).fill(text);
    await box(name).press('Enter');
  };

  beforeAll(async () => {
    page = await openLab({ plays: true, keep: true });
    await showPanel(page);
  });
  beforeEach(async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 12, columns: 12 } });
    await page.hooke('play');
  });

  test('accepts a stiffness outside the range of its slider, and restores it', async () => {
    await page.hooke('set', 'integrator', 'implicit-euler');
    await type('stiffness, N/m', '250000');
    await until(page, 'stiff', ({ params }) => params.stiffness === 250_000);
    const slider = box('stiffness, slider');
    await expect.poll(async () => (await slider.inputValue()) === (await slider.getAttribute('max'))).toBe(true);
    await expect.poll(() => box('stiffness, N/m').inputValue()).toMatch(/250[,\u202f\u2009 ]?000/);
    await page.getByRole('button', { name: 'stiffness: back to 200 N/m' }).click();
    await until(page, 'soft again', ({ params }) => params.stiffness === 200);
    await expect.poll(() => page.getByRole('button', { name: 'stiffness: back to 200 N/m' }).isVisible()).toBe(false);
  });

  test('a slider keeps a value that waits for its frame while the engine answers the one before', {
    tags: ['long'],
  }, async () => {
    const shown = await box('stiffness, slider').evaluate(async (input) => {
      const range = input as HTMLInputElement;
      const give = (position: number) => {
        range.value = String(position);
        range.dispatchEvent(new Event('input'));
      };
      const before = window.hooke.state().params.stiffness;
      give(100);
      // The value is sent in this frame.
      await new Promise(requestAnimationFrame);
      give(120);
      const positions = new Set<string>();
      for (let values = new Set([before]); values.size < 3; values.add(window.hooke.state().params.stiffness)) {
        positions.add(range.value);
        await new Promise((resolve) => setTimeout(resolve));
      }
      return [...positions];
    });
    expect(shown).toEqual(['120']);
  });

  test('rejects what is not a number, quotes it, and shows the true value again', async () => {
    const refused = [
      ['soft', '"soft"'],
      ['-3', '-3'],
      ['1e999', 'Infinity'],
    ];
    for (const [text, quoted] of refused) {
      await type('stiffness, N/m', text);
      await page.locator('#messages').getByText(`stiffness must be a number of at least 0, got ${quoted}`).waitFor();
      await expect.poll(() => box('stiffness, N/m').inputValue()).toBe('200');
    }
    expect((await page.state()).params.stiffness).toBe(200);
  });

  test('restores all defaults of the scene, and keeps the state', async () => {
    for (const [key, value] of [
      ['dt', 1e-4],
      ['gravity', 3],
      ['shear', 0.2],
      ['integrator', 'rk4'],
    ] as const) {
      await page.hooke('set', key, value);
    }
    await page.hooke('step', 50);
    await page.getByRole('button', { name: 'Restore defaults' }).click();
    await until(page, 'the method', ({ integrator }) => integrator === 'symplectic-euler');
    const { params, stepCount } = await page.state();
    expect([params.dt, params.gravity, params.shear, params.rows]).toEqual([3e-4, 9.81, 0.5, 32]);
    expect(stepCount).toBeGreaterThanOrEqual(50);
  });

  test('changes the method while it moves', { tags: ['sampled'] }, async () => {
    // Explicit Euler needs dashpots and a short step.
    await page.hooke('set', 'damping', 0.05);
    await page.hooke('set', 'dt', 1e-4);
    const method = page.locator('#panel select').first();
    for (const { id, label } of everyNth(4, INTEGRATORS, 1)) {
      await method.selectOption({ label });
      await until(page, id, ({ integrator }) => integrator === id);
      const { time } = await page.state();
      await until(page, `${id} runs`, (state) => state.time > time);
    }
    expect((await page.state()).blowUp).toBeNull();
  });

  test('says the order of the method, and that velocity decay lowers it', { tags: ['long'] }, async () => {
    await page.hooke('set', 'integrator', 'rk4');
    const note = page.locator('#panel').getByText(/Order\s4/);
    await expect.poll(() => note.textContent()).toMatch(/Order\s4\.$/);
    await page.hooke('set', 'decay', 0.5);
    await expect.poll(() => note.textContent()).toMatch(/Order\s4, with velocity decay order\s1\.$/);
    await page.hooke('set', 'decay', 0);
  });

  test('accepts a second choice right after the first', { tags: ['long'] }, async () => {
    const [first, second] = INTEGRATORS;
    await page.hooke('set', 'integrator', second.id);
    await answered(page);
    await page.evaluate(
      async ([one, other]) => {
        const method = document.querySelector('#panel select') as HTMLSelectElement;
        const choose = (label: string) => {
          method.selectedIndex = [...method.options].findIndex(({ text }) => text === label);
          method.dispatchEvent(new Event('change', { bubbles: true }));
        };
        choose(one.label);
        while (window.hooke.state().integrator !== one.id) await new Promise((resolve) => setTimeout(resolve));
        choose(other.label);
      },
      [first, second].map(({ id, label }) => ({ id, label })),
    );
    await answered(page);
    expect((await page.state()).integrator).toBe(second.id);
    expect(await page.locator('#panel select').first().locator('option:checked').textContent()).toBe(second.label);
  });

  test('changes the precision while it moves', { tags: ['long'] }, async () => {
    await openFolders(page, 'Integrator');
    await page.getByLabel('precision').selectOption('double');
    await until(page, 'double', ({ precision }) => precision === 'double');
    const { time } = await page.state();
    await until(page, 'it runs', (state) => state.time > time);
  });

  test('no parameter and no method changes a position or velocity', { tags: ['long'] }, async () => {
    await page.hooke('step', 200);
    const { params } = await page.state();
    const hash = await page.hooke('hash');
    for (const key of Object.keys(PARAMS).filter((name) => name !== 'rows' && name !== 'columns')) {
      await page.hooke('set', key, another(key, params[key]));
      expect(await page.hooke('hash'), key).toBe(hash);
    }
    for (const { id } of INTEGRATORS) {
      await page.hooke('set', 'integrator', id);
      expect(await page.hooke('hash'), id).toBe(hash);
    }
  });

  test('can be used by the keyboard alone', async () => {
    await page.locator('#scene').focus();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    for (let i = 0; i < 60 && (await focused()) !== 'stiffness, slider'; i++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('stiffness, slider');
    await page.keyboard.press('ArrowRight');
    await until(page, 'stiffer', ({ params }) => params.stiffness > 200);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await until(page, 'softer', ({ params }) => params.stiffness < 200);
    expect(await focused()).toBe('stiffness, slider');
    await expect.poll(() => box('stiffness, slider').getAttribute('aria-valuetext')).toContain('N/m');
  });

  test('pins the common sets, and undoes it', async () => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const corners = [0, 11, 132, 143];
    await button('Four corners').click();
    await until(page, 'four', ({ pinned }) => String(pinned) === String(corners));
    await button('Top edge').click();
    await until(page, 'the edge', ({ pinned }) => pinned.length === 12 && pinned[11] === 11);
    await button('No pins').click();
    await until(page, 'none', ({ pinned }) => pinned.length === 0);
    await button('Undo').click();
    await button('Undo').click();
    await until(page, 'four again', ({ pinned }) => String(pinned) === String(corners));
    await button('Redo').click();
    await until(page, 'the edge again', ({ pinned }) => pinned.length === 12);
  });

  test('turns keys off and on', { tags: ['long'] }, async () => {
    await openFolders(page, 'View');
    const keys = page.getByLabel('keys', { exact: true });
    await keys.uncheck();
    await page.keyboard.press('Space');
    await page.keyboard.press('2');
    await answered(page);
    const { scene, paused } = await page.state();
    expect([scene, paused]).toEqual(['cloth', false]);
    await keys.check();
    await page.keyboard.press('Space');
    await until(page, 'paused', (state) => state.paused);
  });

  test('shows the rate of simulated time on a machine that is too slow', { tags: ['long'] }, async () => {
    for (const [key, value] of [
      ['rows', 60],
      ['columns', 60],
      ['dt', 1e-6],
    ] as const) {
      await page.hooke('set', key, value);
    }
    await page.locator('#figures .warm').getByText('machine too slow').waitFor();
    await expect.poll(() => page.locator('#figures .rate b').textContent()).toMatch(/^×0\.\d\d$/);
    const { stepCount } = await page.state();
    await until(page, 'no freeze', (state) => state.stepCount > stepCount);
  });

  test('shows what the solver does, and a notice if it does not converge', { tags: ['long'] }, async () => {
    await page.hooke('set', 'integrator', 'implicit-euler');
    await showNumbers(page);
    await expect.poll(() => numberText(page, 'solver')).toMatch(/\d+ iterations?, residual \d\.\de[-+]\d/);
    await page.hooke('set', 'cgTolerance', 1e-10);
    await page.hooke('set', 'cgIterations', 1);
    await page
      .locator('#messages')
      .getByText(/does not reach its tolerance/)
      .waitFor();
    await page.hooke('set', 'cgIterations', 500);
    await page.hooke('set', 'cgTolerance', 1e-3);
    await page
      .locator('#messages')
      .getByText(/does not reach its tolerance/)
      .waitFor({ state: 'detached' });
  });

  test('keeps its folders open when a definition joins the methods', { tags: ['long'] }, async () => {
    const open = ['More', 'Integrator', 'View'];
    await openFolders(page, ...open.slice(1));
    await page.hooke('define', MIDPOINT);
    await page.locator('#panel option', { hasText: 'My midpoint' }).first().waitFor({ state: 'attached' });
    for (const name of open) {
      await expect.poll(() => folderTitle(page, name).getAttribute('aria-expanded')).toBe('true');
      await folderTitle(page, name).locator('xpath=following-sibling::*/*').first().waitFor();
    }
    await page.getByLabel('floor grid', { exact: true }).check();
  });
});
