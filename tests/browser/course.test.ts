import { beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, goTo, lesson, openChapter, PAGES, section } from '../fixtures/course-page';
import { answered, cameraAtRest, drawn, type LabPage, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { LONG } from '../fixtures/run-length';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

async function answer(page: LabPage, title: string, text: string): Promise<string> {
  const part = section(page, title);
  await part.getByRole('textbox').fill(text);
  await part.getByRole('textbox').press('Enter');
  await expect.poll(() => part.getByRole('status').textContent()).not.toBe('');
  return (await part.getByRole('status').textContent()) ?? '';
}

/** Sets the scene up, changes controls by the panel, which covers the chapter on a phone, and plays. */
async function run(page: LabPage, method: string | null, values: Record<string, string>, plays = true): Promise<void> {
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await until(page, 'set up', ({ stepCount }) => stepCount < 100);
  await page.hooke('hash');
  await drawn(page);
  const narrow = (page.viewportSize()?.width ?? 0) < 1000;
  await showPanel(page);
  if (method) await page.locator('#panel select').first().selectOption({ label: method });
  for (const [label, value] of Object.entries(values)) {
    const box = page.getByLabel(label, { exact: true });
    await box.fill(value);
    await box.press('Enter');
  }
  await page.hooke('hash');
  if (narrow) await showPanel(page, false);
  const play = page.getByRole('button', { name: 'Play', exact: true });
  if (plays && (await play.isVisible())) await play.click();
}

const reached = (page: LabPage) => section(page, 'Try it').locator('.goal.reached');

/** What a user does in each chapter. */
const EXPERIMENTS: Record<number, (page: LabPage) => Promise<void>> = {
  async 1(page) {
    await run(page, null, {}, false);
    await cameraAtRest(page);
    const [x, y] = (await page.particle(32 * 24 + 16)).screen;
    await page.mouse.move(x, y);
    await drawn(page);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 60, { steps: 6 });
    await page.keyboard.press('Space');
    await reached(page).waitFor();
    await page.mouse.up();
  },
  async 2(page) {
    await run(page, null, {}, false);
    for (let step = 1; step <= 3; step++) {
      await page.getByRole('button', { name: 'One step', exact: true }).click();
      await until(page, 'the step', ({ stepCount }) => stepCount === step);
    }
  },
  3: (page) => run(page, 'Explicit Euler', { 'spring damping, N·s/m': '0', 'time step dt, ms': '10' }),
  4: (page) => run(page, null, { 'time step dt, ms': '300' }),
  5: (page) => run(page, null, { 'spring damping, N·s/m': '10' }),
  6: (page) => run(page, null, { 'time step dt, ms': '0.88' }),
  7: (page) => run(page, null, { 'time step dt, ms': '100' }),
  8: (page) => run(page, 'Implicit Euler', { 'time step dt, ms': '16', 'stiffness, N/m': '10000' }),
  9: (page) => run(page, 'TR-BDF2', {}),
  10: (page) => run(page, 'Implicit Euler', {}),
};
/** What looks like the experiment, and is something else. */
const WRONG: Record<number, (page: LabPage) => Promise<void>> = {
  // The cloth moves by itself, and nobody holds it.
  1: (page) => run(page, null, {}).then(() => until(page, 'a run', ({ time }) => time > 0.3)),
  // Three steps, with another method.
  async 2(page) {
    await run(page, 'Symplectic Euler', {}, false);
    for (let step = 1; step <= 3; step++) {
      await page.getByRole('button', { name: 'One step', exact: true }).click();
      await until(page, 'the step', ({ stepCount }) => stepCount === step);
    }
  },
  // A longer step, which doubles the energy sooner.
  3: (page) =>
    run(page, 'Explicit Euler', { 'spring damping, N·s/m': '0', 'time step dt, ms': '40' }).then(() =>
      until(page, 'twice the energy', ({ energy, blowUp }) => energy.total > 2 || blowUp !== null),
    ),
  // Beyond the limit.
  4: (page) => run(page, null, { 'time step dt, ms': '330' }).then(() => blownUp(page)),
  // By the step, and not by damping.
  5: (page) => run(page, null, { 'time step dt, ms': '350' }).then(() => blownUp(page)),
  // By a step that is far too long.
  6: (page) => run(page, null, { 'time step dt, ms': '3' }).then(() => blownUp(page)),
  // Of order 1.
  7: (page) =>
    run(page, 'Explicit Euler', { 'time step dt, ms': '100' }).then(() =>
      until(page, 'twice the energy', ({ energy, blowUp }) => energy.total > 2 || blowUp !== null),
    ),
  // A soft cloth.
  8: (page) => run(page, 'Implicit Euler', { 'time step dt, ms': '16' }).then(() => lived(page, 1.2)),
  // A method that keeps the energy and solves for nothing.
  9: (page) => run(page, 'Symplectic Euler', {}).then(() => lived(page, 5.2)),
  // A shorter step.
  10: (page) => run(page, 'Implicit Euler', { 'time step dt, ms': '8' }).then(() => lived(page, 2.2)),
};
const blownUp = (page: LabPage) => until(page, 'a blow-up', ({ blowUp }) => blowUp !== null);
const lived = (page: LabPage, seconds: number) => until(page, 'its time', ({ time }) => time > seconds);

/** What passes the exercise, and something else. */
const EXERCISES: Record<number, [right: string, wrong: string]> = {
  1: ['0.993', '6.28'],
  2: ['-3.12', '3.12'],
  3: ['1.183', '1.4'],
  4: ['4', '2.125'],
  5: ['100', '50'],
  6: ['0.5', '2'],
  7: ['2.83', '1'],
  8: ['0.5', '0'],
  9: ['70.7', '50'],
  10: ['50', '20'],
};
/** Those of the default run. */
const SHORT = { desktop: [3], phone: [2] };

// What a phone has of its own is how it is shown: see course-pages.test.ts.
for (const [kind, options] of PAGES) {
  describe(`on a ${kind}`, { tags: kind === 'phone' ? ['long'] : [] }, () => {
    describeBrowser('the course', () => {
      let page: LabPage;
      beforeAll(async () => {
        page = await openChapter(3, options);
      });

      test('opens at the chapter in the address, by its button, and closes', { tags: ['long'] }, async () => {
        expect((await page.state()).course).toEqual({ chapter: 3, passed: [] });
        const button = page.getByRole('button', { name: /^Course/ });
        expect(await button.getAttribute('aria-expanded')).toBe('true');
        await button.click();
        await lesson(page).waitFor({ state: 'hidden' });
        expect((await page.state()).course.chapter).toBe(null);
        await button.click();
        await expect.poll(() => lesson(page).locator('h2').textContent()).toBe('1. A cloth is springs');
        await goTo(page, 3);
        // The cloth stays in view.
        const [x, y] = (await page.particle(32 * 16 + 16)).screen;
        const top = await page.evaluate(([px, py]) => document.elementFromPoint(px, py)?.id, [x, y] as const);
        expect(top).toBe('view');
      });

      test('moves 1 + hλ, the path, the code and the spring together, by pointer and keys', {
        tags: ['long'],
      }, async () => {
        await goTo(page, 3);
        await page.getByRole('button', { name: 'Set up', exact: true }).click();
        await until(page, 'the spring', ({ scene }) => scene === 'damped-oscillator');
        const plane = lesson(page).getByRole('slider');
        await plane.scrollIntoViewIfNeeded();
        const code = () => lesson(page).locator('.growth-plane code').textContent();
        const before = await code();
        const box = (await plane.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
        // 1 + hλ = 0.8 + 0.4 i: within the circle.
        const unit = box.width / 3.2;
        const at = [box.x + box.width / 2 + 0.8 * unit, box.y + box.height / 2 - 0.4 * unit] as const;
        if (options.hasTouch) await page.touchscreen.tap(...at);
        else await page.mouse.click(...at);
        const cells = lesson(page).locator('.growth-plane dd');
        await expect.poll(() => cells.nth(2).textContent()).toMatch(/^0\.(88|89|90)\d* < 1: decays/);
        await expect.poll(async () => Number(await cells.nth(3).textContent())).toBeCloseTo(Math.hypot(0.8, 0.4), 1);
        expect(await code()).not.toBe(before);
        // |hλ| = √0.2 and ω = √40: h = 71 ms.
        await until(page, 'the step of the spring', ({ params }) => Math.abs(params.dt - 0.0707) < 0.003);
        await until(page, 'its damping', ({ params }) => params.damping > 2);
        await plane.focus();
        await page.keyboard.press('Shift+ArrowRight');
        await page.keyboard.press('Shift+ArrowRight');
        await page.keyboard.press('Shift+ArrowUp');
        await expect.poll(() => cells.nth(2).textContent()).toMatch(/> 1: grows/);
        await expect
          .poll(async () => (await cells.nth(3).textContent())?.slice(0, 4))
          .toBe((await cells.nth(2).textContent())?.slice(0, 4));
        await until(page, 'no damping', ({ params }) => params.damping < 0.1);
      });

      for (let chapter = 1; chapter <= 10; chapter++) {
        const tags = SHORT[kind].includes(chapter) ? ['sampled'] : ['long'];
        test(`chapter ${chapter} is passed by its prediction, experiment and exercise`, { tags }, async () => {
          await goTo(page, chapter);
          expect(await answer(page, 'Predict', 'much')).toContain('Enter a number');
          await section(page, 'Predict').getByRole('textbox').fill('1.5');
          await section(page, 'Predict').getByRole('textbox').press('Enter');
          await section(page, 'Predict').getByText('The engine computes').waitFor();
          const [right, wrong] = EXERCISES[chapter];
          expect(await answer(page, 'Exercise', wrong)).toContain('is not correct');
          await section(page, 'Exercise').getByRole('textbox').fill(right);
          await section(page, 'Exercise').getByRole('textbox').press('Enter');
          await section(page, 'Exercise').getByText('Correct.', { exact: false }).first().waitFor();
          expect((await page.state()).course.passed).not.toContain(chapter);
          if (LONG) {
            await WRONG[chapter](page);
            await answered(page);
            expect(await reached(page).count()).toBe(0);
          }
          await EXPERIMENTS[chapter](page);
          await reached(page).waitFor();
          await until(page, 'passed', ({ course }) => course.passed.includes(chapter));
          expect(await lesson(page).locator('.katex-error').count()).toBe(0);
        });
      }

      test('keeps what is done over a reload, and in the link', { tags: ['long'] }, async () => {
        const { passed } = (await page.state()).course;
        expect(passed).toEqual(expect.arrayContaining(SHORT[kind]));
        await goTo(page, SHORT[kind][0]);
        await expect.poll(() => page.url()).toContain(`course=${[SHORT[kind][0], ...passed].join()}`);
        await page.reload();
        await page.evaluate(() => window.hooke.ready);
        expect((await page.state()).course).toEqual({ chapter: SHORT[kind][0], passed });
        await section(page, 'Predict').getByText('You predicted 1.5').waitFor();
        // The link of another person, in a browser that has nothing of it.
        const url = page.url();
        await page.evaluate(() => localStorage.removeItem('hooke.course'));
        await page.goto('about:blank');
        await page.goto(url);
        await page.evaluate(() => window.hooke.ready);
        await until(page, 'the link', ({ course }) => course.passed.join() === passed.join());
        await page.evaluate(() => localStorage.removeItem('hooke.course'));
      });

      test('has no accessibility violations with all lines shown', { tags: ['long'] }, async () => {
        for (const chapter of [SHORT[kind][0], 4]) {
          await goTo(page, chapter);
          await lesson(page).getByRole('button', { name: 'All lines' }).click();
          expect(await violations(page, '#lesson')).toEqual([]);
        }
      });
    });
  });
}

describeBrowser('a wrong act in the course', () => {
  test.each([
    ['another method', 'Symplectic Euler', { 'spring damping, N·s/m': '0', 'time step dt, ms': '10' }],
    ['a longer step', 'Explicit Euler', { 'spring damping, N·s/m': '0', 'time step dt, ms': '40' }],
  ] as const)('is not taken for the experiment: %s', { tags: ['long'] }, async (_, method, values) => {
    const page = await openChapter(3, DESKTOP);
    await run(page, method, values);
    const end = (await page.state()).time + 3;
    await until(page, 'the run', ({ time, blowUp }) => time > end || blowUp !== null);
    await drawn(page);
    expect(await reached(page).count()).toBe(0);
    await page.evaluate(() => localStorage.removeItem('hooke.course'));
  });

  test('a pull by hand does not count as energy of the method', { tags: ['long'] }, async () => {
    const page = await openChapter(3, DESKTOP);
    const settings = { 'spring damping, N·s/m': '0', 'time step dt, ms': '0.1' };
    await run(page, 'Explicit Euler', settings, false);
    await cameraAtRest(page);
    const [x, y] = (await page.particle(1)).screen;
    await page.mouse.move(x, y);
    await drawn(page);
    await page.mouse.down();
    await page.mouse.move(x + 200, y, { steps: 4 });
    await page.keyboard.press('Space');
    await until(page, 'pulled', ({ held, energy }) => held !== null && energy.total > 2.2);
    await page.mouse.up();
    await until(page, 'released', ({ held }) => held === null);
    expect((await page.state()).energy.total).toBeGreaterThan(2);
    await drawn(page);
    expect(await reached(page).count()).toBe(0);
    await page.evaluate(() => localStorage.removeItem('hooke.course'));
  });
});
