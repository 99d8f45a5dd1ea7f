// @module-tag long
import { expect, test } from 'vitest';
import { goTo } from '../fixtures/course-page';
import { answered, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

/** The chapters of the course. */
const CHAPTERS = 10;

/**
 * Notes in each frame what is in motion by style sheets or scripts, and where the first pin is drawn: it rests, so that only the
 * camera moves it.
 */
function watchMotion(page: LabPage): Promise<void> {
  return page.evaluate(() => {
    const seen = { animations: new Set<string>(), glides: [] as string[], before: [] as number[][] };
    Object.assign(window, { seen });
    const look = () => {
      for (const one of document.getAnimations()) {
        const { duration = 0 } = one.effect?.getComputedTiming() ?? {};
        if (Number(duration) > 1)
          seen.animations.add((one.effect as KeyframeEffect).target?.outerHTML.slice(0, 80) ?? '');
      }
      const now = window.hooke.particle(0).screen;
      // Three places in turn on the way to the fourth: a glide. A jump is one.
      const last = [...seen.before.slice(-3), [...now]];
      const moves = last.slice(1).map(([x, y], i) => Math.hypot(x - last[i][0], y - last[i][1]));
      if (moves.length === 3 && moves.every((move) => move > 0.5)) seen.glides.push(JSON.stringify(last));
      seen.before = last;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function expectAtRest(page: LabPage, state: string): Promise<void> {
  await drawn(page);
  const seen = await page.evaluate(() => {
    const { animations, glides } = (window as unknown as { seen: { animations: Set<string>; glides: string[] } }).seen;
    return {
      animations: [...animations],
      glides: glides.slice(0, 3),
      scroll: getComputedStyle(document.documentElement).scrollBehavior,
    };
  });
  expect(seen, state).toEqual({ animations: [], glides: [], scroll: 'auto' });
}

const OPTIONS = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', everyFrame: true } as const;

describeBrowser('with reduced motion nothing but the run that the user starts moves', () => {
  test('when the page opens, and through the tour', { timeout: 240_000 }, async () => {
    const page = await openLab({ ...OPTIONS, plays: true, firstVisit: true });
    await watchMotion(page);
    const { stepCount } = await page.state();
    await expectAtRest(page, 'the page');
    await answered(page);
    expect((await page.state()).stepCount).toBe(stepCount);
    await page.getByRole('button', { name: 'Take a tour' }).click();
    const title = () => page.locator('#tour-title').textContent();
    const act = page.locator('#tour .actions button').first();
    for (const next of ['2 of 4', '3 of 4']) {
      await act.click();
      await expect.poll(title).toContain(next);
      await expectAtRest(page, next);
    }
    await until(page, 'blown up', ({ blowUp }) => blowUp !== null);
    await page.locator('#tour').getByRole('button', { name: 'Next' }).click();
    await expect.poll(title).toContain('4 of 4');
    await expectAtRest(page, '4 of 4');
    await act.click();
    await expect.poll(title).toBe('It is stable');
    await expectAtRest(page, 'the end');
  });

  test('through the chapters of the course', { timeout: 240_000 }, async () => {
    const page = await openLab(OPTIONS);
    await page.locator('#course-toggle').click();
    await page.locator('#lesson .chapter').waitFor();
    await watchMotion(page);
    await answered(page);
    const { stepCount } = await page.state();
    for (let chapter = 1; chapter <= CHAPTERS; chapter++) {
      if (chapter > 1) await goTo(page, chapter);
      await page.locator('#lesson').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
      await expectAtRest(page, `chapter ${chapter}`);
      await answered(page);
      expect((await page.state()).stepCount, `chapter ${chapter}`).toBe(stepCount);
    }
  });
});
