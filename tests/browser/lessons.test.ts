import { beforeAll, describe, expect, test } from 'vitest';
import { cameraAtRest, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { everyNth } from '../fixtures/run-length';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

async function openLesson(page: LabPage, scene: string): Promise<void> {
  await page.hooke('set', 'scene', scene);
  if (!(await page.locator('#lesson').isVisible())) await page.locator('#lesson-toggle').click();
  await page.locator('#lesson section').first().waitFor();
  await drawn(page);
}

describeBrowser('lessons', () => {
  let page: LabPage;
  const lesson = () => page.locator('#lesson');
  const button = (name: string) => lesson().getByRole('button', { name, exact: true });
  /** The value next to a label in a table of live values. */
  const liveValue = (label: RegExp) => lesson().locator('dt').filter({ hasText: label }).locator('+ dd').first();

  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, keep: true });
    await page.hooke('pause');
  });

  test('are loaded when the first is opened, with KaTeX, and not before', async () => {
    const asked = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect((await asked()).filter((name) => /lesson|KaTeX/i.test(name))).toEqual([]);
    await page.locator('#lesson-toggle').click();
    await lesson().getByText('What this cloth is made of').waitFor();
    await expect.poll(async () => (await asked()).some((name) => /KaTeX_Main-Regular.*\.woff2/.test(name))).toBe(true);
    expect((await asked()).filter((name) => /\.(ttf|woff)$/.test(name))).toEqual([]);
  });

  test('are shown beside the cloth, which stays completely in view', async () => {
    await openLesson(page, 'cloth');
    const box = await lesson().boundingBox();
    const edge = (box?.x ?? 0) + (box?.width ?? 0);
    const panel = await page.locator('#panel').boundingBox();
    await expect
      .poll(async () => {
        const corners = await Promise.all([0, 31, 992, 1023].map(async (i) => (await page.particle(i)).screen[0]));
        return corners.every((x) => x > edge && x < (panel?.x ?? 0));
      })
      .toBe(true);
    const [x, y] = (await page.particle(500)).screen;
    expect(await page.evaluate(([px, py]) => document.elementFromPoint(px, py)?.id, [x, y] as const)).toBe('view');
  });

  test('have equations, and MathML for screen readers', { tags: ['long'] }, async () => {
    await openLesson(page, 'bender-cloth');
    expect(await lesson().locator('.katex-html').count()).toBeGreaterThan(20);
    expect(await lesson().locator('math').count()).toBe(await lesson().locator('.katex').count());
    expect(await lesson().locator('.katex-error').count()).toBe(0);
  });

  test('change with the scene, and show its source', { tags: ['long'] }, async () => {
    await openLesson(page, 'bender-cloth');
    await lesson().getByText('Source: Jan Bender: Mass-Spring-Damper Model').waitFor();
    const link = lesson().getByRole('link', { name: 'Jan Bender: Mass-Spring-Damper Model' });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/learn\.physics-simulation\.org\//);
    await page.hooke('set', 'scene', 'two-bodies');
    await lesson().getByText('Source: Lecture notes: 3D Mass Spring System').waitFor();
    expect(await lesson().getByRole('heading', { level: 2 }).textContent()).toBe('Two bodies');
    const file = (await page.hooke('save')) as { name: string };
    await page.hooke('load', { ...file, name: 'mine <b>here</b>' });
    await lesson().getByText('There is no lesson about it').waitFor();
    expect(await lesson().getByRole('heading', { level: 2 }).textContent()).toBe('mine <b>here</b>');
  });

  test('send commands: an experiment with the cloth', async () => {
    await openLesson(page, 'cloth');
    await button('Without shear springs').click();
    await until(page, 'no shear springs', ({ params }) => params.shearSprings === 0);
    await button('All springs again').click();
    await until(page, 'all springs', ({ params }) => params.shearSprings === 1);
  });

  test('show C, ∇C and the forces of the spring at the pointer, or of the spring with a given number', {
    tags: ['long'],
  }, async () => {
    await openLesson(page, 'bender-cloth');
    await page.hooke('step', 60);
    const box = lesson().getByLabel('Number of the spring');
    await box.fill('0');
    await box.press('Enter');
    await expect.poll(() => liveValue(/connects particles/).textContent()).toBe('0 and 1');
    // The force of the first spring: k (|x_a − x_b| − d).
    const [a, b] = [await page.particle(0), await page.particle(1)];
    const length = Math.hypot(...a.position.map((x, axis) => x - b.position[axis]));
    await expect
      .poll(async () => {
        const vector = ((await liveValue(/f\s*a\s*=\s*−\s*k/).textContent()) ?? '').replaceAll('−', '-');
        return Math.hypot(...(vector.match(/-?\d[\d.e-]*/g) ?? []).map(Number)) / (5000 * (length - 0.2));
      })
      .toBeCloseTo(1, 1);
    await cameraAtRest(page);
    const [x, y] = await page.evaluate(() => {
      const ends = [600, 601].map((i) => window.hooke.particle(i).screen);
      return [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
    });
    await page.mouse.move(x, y, { steps: 3 });
    await expect.poll(() => liveValue(/connects particles/).textContent()).toBe('600 and 601');
    expect(await box.inputValue()).not.toBe('0');
  });

  test('show the largest stable step of the current state, which falls when the cloth hangs', {
    tags: ['long'],
  }, async () => {
    await openLesson(page, 'bender-cloth');
    const limit = () => liveValue(/limit of/).textContent();
    await page.hooke('send', { type: 'scene', scene: 'bender-cloth', params: { gravity: 0 }, precision: 'double' });
    await page.hooke('pause');
    await expect.poll(limit).toBe('5.358 ms');
    await page.hooke('set', 'gravity', 9.81);
    await page.hooke('step', 150);
    await expect.poll(async () => Number.parseFloat((await limit()) ?? '')).toBeLessThan(5.2);
  });

  test('ask a question, check the answer, and run the simulation: free fall by the midpoint method', async () => {
    await openLesson(page, 'free-fall');
    const quiz = lesson().locator('.quiz').first();
    await quiz.getByRole('button', { name: 'Start the quiz' }).click();
    const answer = quiz.getByRole('textbox');
    await answer.waitFor();
    const { params } = await page.state();
    const { position, velocity } = await page.particle(0);
    const h = params.dt;
    await answer.fill(String(position[1] + 2 * h * velocity[1] - h * h * params.gravity));
    await answer.press('Enter');
    await quiz.getByText(/is not correct: it is too large\..* Try again\./).waitFor();
    const right = position[1] + 2 * h * velocity[1] - 2 * h * h * params.gravity;
    expect(await quiz.textContent()).not.toContain(right.toFixed(3));
    await answer.fill(right.toFixed(4).replace('.', ','));
    await answer.press('Enter');
    await quiz.getByText(`Correct: ${right.toFixed(6)} m`).waitFor();
    await quiz.getByRole('button', { name: 'Show the solution' }).click();
    await quiz.getByText(`Result of the simulation: ${right.toFixed(6)} m`).waitFor();
    expect((await page.state()).stepCount).toBe(2);
  });

  test('ask for the equation of a spring and for its code', { tags: ['long'] }, async () => {
    await openLesson(page, 'damped-oscillator');
    const radios = lesson().getByRole('radio');
    const solution = lesson().getByRole('button', { name: 'Show the solution' });
    const explained = lesson().getByText('Correct. The rate of change of the position');
    expect(await solution.filter({ visible: true }).count()).toBe(0);
    await radios.first().check();
    await lesson()
      .getByText(/Not correct\. .* Choose again\./)
      .waitFor();
    expect(await explained.count()).toBe(0);
    await solution.filter({ visible: true }).click();
    await explained.waitFor();
    expect(await radios.nth((await radios.count()) - 2).isChecked()).toBe(true);
    await solution.first().waitFor({ state: 'hidden' });
    await radios.first().check();
    await radios.nth((await radios.count()) - 2).check();
    await explained.waitFor();
    for (const [i, text] of ['|l| − L₀', 'l / |l|', 'f', 'f'].entries()) {
      await lesson()
        .getByLabel(`Blank ${i + 1}`)
        .selectOption(text);
    }
    const check = lesson()
      .locator('.quiz', { has: page.getByLabel('Blank 1') })
      .getByRole('button', { name: 'Check' });
    await check.click();
    await lesson().getByText('Not correct: blank 4. Think of a stretched spring').waitFor();
    await lesson().getByLabel('Blank 4').selectOption('−f');
    await check.click();
    await lesson().getByText('When stretched,').waitFor();
  });

  test('have a guided run to k = 100,000 that shows hω', { tags: ['long'] }, async () => {
    await openLesson(page, 'taichi-grid');
    await button('k = 70,000').click();
    await until(page, '70,000', ({ params }) => params.stiffness === 70_000);
    await lesson().getByText('It moves violently for a moment').waitFor();
    await expect.poll(() => liveValue(/^h\s*\//).textContent()).toBe('0.5916');
    await button('k = 1000').click();
    await until(page, 'its own stiffness', ({ params }) => params.stiffness === 1000);
    await expect.poll(() => liveValue(/^h\s*\//).textContent()).toBe('0.0707');
  });

  test('can be opened, used and closed with the keyboard only', { tags: ['long'] }, async () => {
    await page.hooke('set', 'scene', 'chain');
    if (await lesson().isVisible()) await lesson().getByRole('button', { name: 'Close the lesson' }).click();
    await lesson().waitFor({ state: 'hidden' });
    await page.keyboard.press('l');
    await lesson().getByRole('heading', { name: 'Weights add up' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('lesson-title');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    for (let i = 0; i < 12 && (await focused()) !== 'Ten times as stiff'; i++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('Ten times as stiff');
    await page.keyboard.press('Enter');
    await until(page, 'stiff', ({ params }) => params.stiffness === 1000);
    await page.keyboard.press('Escape');
    await lesson().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('lesson-toggle');
  });

  const pages = [
    ['light', 1280, 800],
    ['dark', 390, 844],
  ] as const;
  describe.each(everyNth(2, pages))('on a %s page, %i wide', { tags: ['sampled'] }, (colorScheme, width, height) => {
    let themed: LabPage;
    beforeAll(async () => {
      themed =
        colorScheme === 'light'
          ? page
          : await openLab({
              viewport: { width, height },
              hasTouch: true,
              colorScheme,
              reducedMotion: 'reduce',
              keep: true,
            });
      await openLesson(themed, 'bender-cloth');
    });

    test('are accessible', async () => {
      // The rest of the page is the same on both.
      expect(await violations(themed, colorScheme === 'light' ? 'html' : '#lesson')).toEqual([]);
    });

    test('stay within the window; a wide equation scrolls in its own line', async () => {
      expect(await themed.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const lines = await themed.locator('#lesson .equation').evaluateAll((all) =>
        all.map((line) => {
          const { left, right } = line.getBoundingClientRect();
          return left >= 0 && right <= innerWidth;
        }),
      );
      expect(lines).not.toContain(false);
    });

    test('leave more than 40 % of the window to the view', async () => {
      const box = await themed.locator('#view').boundingBox();
      expect((box?.width ?? 0) * (box?.height ?? 0)).toBeGreaterThan(0.4 * width * height);
    });
  });
});
