import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cameraAtRest, type LabPage, openLab, until } from '../fixtures/lab-page';
import { LISTED_FORCES } from '../fixtures/listed-forces';
import { chooseInFileMenu, folderTitle, openFolders, showPanel } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('forces', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ keep: true });
  });

  describe('on the panel', () => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const folder = (name: string) => folderTitle(page, name);
    const forces = async () => (await page.state()).environment.forces;
    const first = async () => (await forces())[0];

    beforeAll(async () => {
      await openFolders(page, 'Forces', 'Added forces');
      await button('Add wind').waitFor();
    });
    beforeEach(async () => {
      await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 12, columns: 12 } });
      await page.hooke('pause');
    });

    test('every kind of the registry is added and removed by its buttons', { tags: ['long'] }, async () => {
      for (const { label, type, fields } of LISTED_FORCES) {
        await button(`Add ${label.toLowerCase()}`).click();
        await until(page, label, ({ environment }) => environment.forces.length === 1);
        const force = (await first()) as Record<string, unknown>;
        expect(Object.keys(force).filter((key) => key !== 'particles')).toEqual(['type', ...Object.keys(fields)]);
        expect(force.type).toBe(type);
        await folder('Added forces (1)').waitFor();
        await button('Remove').click();
        await until(page, `no ${label}`, ({ environment }) => environment.forces.length === 0);
        await folder('Added forces').waitFor();
      }
    });

    test('a value is changed in its box and by its slider, and what is not a number is rejected', async () => {
      await button('Add wind').click();
      await page.getByLabel('velocity x, m/s', { exact: true }).fill('3.5');
      await page.getByLabel('velocity x, m/s', { exact: true }).press('Enter');
      await until(page, 'faster', ({ environment }) => String(environment.forces[0]?.velocity).startsWith('3.5,'));
      await page.getByLabel('gusts, slider', { exact: true }).press('ArrowRight');
      await until(page, 'gusts', ({ environment }) => Number(environment.forces[0].gust) > 0);
      await page.getByLabel('velocity y, m/s', { exact: true }).fill('much');
      await page.getByLabel('velocity y, m/s', { exact: true }).press('Enter');
      await page.locator('#messages').getByText('forces[0].velocity[1]: must be a finite number, got "much"').waitFor();
      await expect.poll(() => page.getByLabel('velocity y, m/s', { exact: true }).inputValue()).toBe('0');
      expect(String((await first()).velocity).startsWith('3.5,')).toBe(true);
    });

    test('what is not a number is rejected alone, if another value is changed before the answer', async () => {
      await button('Add wind').click();
      await until(page, 'wind', ({ environment }) => environment.forces.length === 1);
      await page.evaluate(() => {
        for (const [label, text] of Object.entries({ 'velocity x': 'much', gusts: '0.5' })) {
          const box = document.querySelector<HTMLInputElement>(`input[type=text][aria-label^="${label}"]`);
          if (!box) throw new Error(`no box for ${label}`);
          box.value = text;
          box.dispatchEvent(new Event('change'));
        }
      });
      await until(page, 'the other value', ({ environment }) => environment.forces[0]?.gust === 0.5);
      await expect.poll(() => page.getByLabel('velocity x, m/s', { exact: true }).inputValue()).not.toBe('much');
    });

    test('a push acts on the given particles only', { tags: ['long'] }, async () => {
      await page.hooke('set', 'gravity', 0);
      await page.hooke('set', 'stiffness', 0);
      await page.hooke('set', 'damping', 0);
      await button('Add push').click();
      await page.getByLabel('on particles', { exact: true }).fill('50-52, 60');
      await page.getByLabel('on particles', { exact: true }).press('Enter');
      await until(page, 'four', ({ environment }) => String(environment.forces[0]?.particles) === '50,51,52,60');
      await page.getByLabel('force x, N', { exact: true }).fill('0.001');
      await page.getByLabel('force x, N', { exact: true }).press('Enter');
      await until(page, 'a push', ({ environment }) => String(environment.forces[0].force).startsWith('0.001'));
      await page.hooke('step', 10);
      expect((await page.particle(51)).velocity[0]).toBeGreaterThan(0);
      expect((await page.particle(53)).velocity[0]).toBe(0);
      await button('all').click();
      await until(page, 'all', ({ environment }) => environment.forces[0].particles === undefined);
    });

    test('a force takes the selected particles', { tags: ['long'] }, async () => {
      await page.keyboard.press('c');
      const { screen } = await page.particle(77);
      await page.mouse.move(...screen);
      await page.mouse.down();
      await expect.poll(() => page.locator('#live').textContent()).toContain('1 selected');
      await page.mouse.up();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('#live').textContent()).toContain('0 selected');
      await button('Add gravity').click();
      await until(
        page,
        'all',
        ({ environment }) => environment.forces[0] && environment.forces[0].particles === undefined,
      );
      await page.keyboard.press('c');
      await page.mouse.click(...screen);
      await button('selected').click();
      await until(page, 'one', ({ environment }) => String(environment.forces[0].particles) === '77');
      const box = page.getByLabel('on particles', { exact: true });
      await expect.poll(() => box.inputValue()).toBe('77');
      await box.fill('12, 144');
      await box.press('Enter');
      await page.locator('#messages').getByText('144 is not a particle (0–143)').waitFor();
      await expect.poll(() => box.inputValue()).toBe('77');
    });

    test('a change by a script is shown, except in a box with the focus', { tags: ['long'] }, async () => {
      await button('Add wind').click();
      await until(page, 'wind', ({ environment }) => environment.forces.length === 1);
      const box = page.getByLabel('velocity z, m/s', { exact: true });
      await box.focus();
      await page.keyboard.type('7');
      const [wind] = await forces();
      await page.hooke('send', { type: 'forces', forces: [{ ...wind, velocity: [9, 0, 0] }, wind] });
      await folder('Wind 2').waitFor();
      await expect.poll(() => page.getByLabel('velocity x, m/s', { exact: true }).first().inputValue()).toBe('9');
      expect(await box.first().inputValue()).toBe('7');
      expect(await box.first().evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Escape');
      await button('Remove').first().click();
      await until(page, 'one left', ({ environment }) => environment.forces.length === 1);
      expect((await first()).velocity).toEqual(wind.velocity);
    });

    test('W turns a wind on and off, and keeps the other forces', async () => {
      await button('Add push').click();
      await page.keyboard.press('w');
      await until(page, 'wind', ({ environment }) => environment.forces.map(({ type }) => type).join() === 'push,wind');
      const [push, wind] = await forces();
      await page.hooke('send', { type: 'forces', forces: [push, { ...wind, velocity: [9, 0, 0] }] });
      // Of two presses in turn, the first removes that wind, and the second adds one with the default velocity.
      for (let i = 0; i < 2; i++) await page.keyboard.press('w');
      await until(page, 'another wind', ({ environment }) => String(environment.forces[1]?.velocity) === '0,0,2');
      await page.keyboard.press('w');
      await until(page, 'calm', ({ environment }) => environment.forces.map(({ type }) => type).join() === 'push');
    });

    test('a force is added, edited and removed by the keyboard alone', { tags: ['long'] }, async () => {
      const focused = () =>
        page.evaluate(() => {
          const active = document.activeElement;
          return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
        });
      const tabTo = async (name: string) => {
        for (let i = 0; i < 120 && (await focused()) !== name; i++) await page.keyboard.press('Tab');
        expect(await focused()).toBe(name);
      };
      await page.locator('#scene').focus();
      await tabTo('Add drag');
      await page.keyboard.press('Enter');
      await until(page, 'drag', ({ environment }) => environment.forces[0]?.type === 'drag');
      await tabTo('on particles');
      await page.keyboard.type('5');
      await page.keyboard.press('Tab');
      await until(page, 'on one', ({ environment }) => String(environment.forces[0].particles) === '5');
      await tabTo('Remove');
      await page.keyboard.press('Enter');
      await until(page, 'gone', ({ environment }) => environment.forces.length === 0);
      expect(await focused()).toMatch(/Added forces/);
    });

    test('every control has a help text and its unit', { tags: ['long'] }, async () => {
      for (const { label } of LISTED_FORCES) await button(`Add ${label.toLowerCase()}`).click();
      await until(page, 'all', ({ environment }) => environment.forces.length === LISTED_FORCES.length);
      const mute = await page.evaluate(() => {
        const controls = [...document.querySelectorAll('#panel input, #panel button:not(.lil-title)')];
        return controls.filter((control) => !control.closest('[title]')).map((control) => control.outerHTML);
      });
      expect(mute).toEqual([]);
      for (const [key, field] of LISTED_FORCES.flatMap(({ fields }) => Object.entries(fields))) {
        const unit = field.kind === 'choice' ? '' : field.unit;
        expect(await page.locator(`[data-key="${key}"] .unit`).allTextContents(), key).toContain(unit);
      }
    });

    test('the link holds the forces', { tags: ['long'] }, async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const copied = async () => {
        await chooseInFileMenu(page, 'Copy link');
        await page.locator('#messages').getByText('is copied').waitFor();
        return page.evaluate(() => navigator.clipboard.readText());
      };
      expect(await copied()).not.toContain('forces=');
      await button('Add wind').click();
      await until(page, 'wind', ({ environment }) => environment.forces.length === 1);
      await expect.poll(copied).toMatch(/&forces=\[\{.*wind/);
    });
  });

  describe('of the mouse of the Taichi demo', () => {
    beforeAll(async () => {
      await showPanel(page, false);
      // The message about the link lifts the legend over the net.
      await page.locator('#view').focus();
      await page.keyboard.press('Escape');
    });

    async function begin(scene: string): Promise<void> {
      await page.hooke('pause');
      await page.hooke('send', { type: 'scene', scene });
      // The camera moves while the panel is closed.
      await cameraAtRest(page);
    }

    test('are ((x − 0.5)·20, (y − 0.5)·20) N on each particle until its release', async () => {
      await begin('taichi-grid');
      await page.getByRole('button', { name: 'Push', exact: true, pressed: true }).waitFor();
      // Particles map a place on the screen to the unit square.
      for (const i of [0, 47, 99]) {
        const { position, screen } = await page.particle(i);
        await page.mouse.move(...screen);
        await page.mouse.down();
        await until(page, 'pushed', ({ push }) => push.some((x) => x !== 0));
        const { push } = await page.state();
        expect(push[0]).toBeCloseTo(20 * (position[0] - 0.5), 1);
        expect(push[1]).toBeCloseTo(20 * (position[1] - 0.5), 1);
        expect(push[2]).toBe(0);
        expect(await page.locator('.pushing').textContent()).toMatch(/ N$/);
        await page.mouse.up();
        await until(page, 'let go', (state) => state.push.every((x) => x === 0));
      }
    });

    test.each([
      [1280, 800],
      [390, 844],
    ])('are written beside the pointer, whole and uncovered, at %s × %s', { tags: ['long'] }, async (width, height) => {
      const before = page.viewportSize() ?? { width: 800, height: 600 };
      await page.setViewportSize({ width, height });
      await begin('cloth');
      await page.getByRole('button', { name: 'Push', exact: true }).click();
      const [right, bottom] = await page.evaluate(() => {
        const [panel, bar] = ['#panel', '#bar'].map((id) => document.querySelector(id)?.getBoundingClientRect());
        return [innerWidth, (innerWidth <= 600 ? panel : bar)?.top ?? 0];
      });
      for (const [x, y] of [
        [0.01, 0.3],
        [0.5, 0.5],
        [0.99, 0.3],
        [0.97, 0.8],
      ]) {
        await page.mouse.move(right * x, bottom * y);
        await page.mouse.down();
        const box = await page.locator('.pushing').boundingBox();
        const top = await page.locator('#top').evaluate((header) => header.getBoundingClientRect().bottom);
        expect(
          [box?.x, box?.y].every((from, axis) => Number(from) >= [0, top][axis]),
          `${x}, ${y}: ${JSON.stringify(box)}`,
        ).toBe(true);
        expect((box?.x ?? 0) + (box?.width ?? 9999), `right of ${x}`).toBeLessThanOrEqual(right);
        expect((box?.y ?? 0) + (box?.height ?? 9999), `bottom of ${y}`).toBeLessThanOrEqual(bottom);
        await page.mouse.up();
        await page.locator('.pushing').waitFor({ state: 'detached' });
      }
      await page.setViewportSize(before);
    });

    test('end with Escape and at a loss of focus, and their tool goes with the scene', { tags: ['long'] }, async () => {
      await begin('taichi-grid');
      await page.hooke('play');
      const press = async () => {
        await page.mouse.move(120, 300);
        await page.mouse.down();
        await until(page, 'pushed', ({ push }) => push[0] < 0);
      };
      await press();
      await page.keyboard.press('Escape');
      await until(page, 'escaped', ({ push }) => push[0] === 0);
      await page.mouse.up();
      await page.keyboard.press('u');
      await press();
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await until(page, 'blurred', ({ push }) => push[0] === 0);
      await page.mouse.up();
      await page.hooke('set', 'scene', 'cloth');
      await page.getByRole('button', { name: 'Grab', exact: true, pressed: true }).waitFor();
    });

    test('push other scenes in proportion to the particle mass', { tags: ['long'] }, async () => {
      await begin('chain');
      await page.keyboard.press('u');
      await page.mouse.move(20, 300);
      await page.mouse.down();
      await until(page, 'pushed', ({ push }) => push[0] < 0);
      const { push, params } = await page.state();
      expect(push[0]).toBeGreaterThanOrEqual(-50 * params.mass * 1.0001);
      await page.mouse.up();
      await until(page, 'let go', (state) => state.push[0] === 0);
    });
  });
});
