// @module-tag divided
// @module-tag long
import { expect, test } from 'vitest';
import { GESTURES, type Slider, showSlider } from '../fixtures/drag-slider';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

/** Those that can blow the cloth up. */
const SLIDERS: readonly Slider[] = [
  { label: 'time step dt', end: 'right' },
  { label: 'stiffness', end: 'right' },
  { label: 'spring damping', end: 'right' },
  { label: 'particle mass', folder: 'Material', end: 'left' },
];
const TABLE = SLIDERS.flatMap((slider) =>
  (Object.keys(GESTURES) as (keyof typeof GESTURES)[]).map((gesture) => ({ slider, gesture, name: slider.label })),
);

/** What is drawn, frame by frame, s. */
interface Seen {
  /** By the page's frames: when dt first exceeds its limit, when what is drawn is first five times as large, and now. */
  crossed: number;
  fivefold: number;
  now: number;
  /** Simulated time at the crossing. */
  time: number;
  /** From the crossing until the last frame before what is drawn is larger: simulated time up to the blow-up, and then that of its show. */
  grows: number;
}

/** Seconds of the whole replay. */
const DURATION = 5;

/** Follows, from now on, the box around all that is drawn, over that of the first frame. */
function watchGrowth(page: LabPage): Promise<void> {
  return page.evaluate((duration) => {
    const never = Number.POSITIVE_INFINITY;
    const seen: Seen = { crossed: never, fivefold: never, now: 0, time: never, grows: never };
    Object.assign(window, { seen });
    const size = () => {
      const low = [never, never, never];
      const high = low.map((x) => -x);
      const { particleCount } = window.hooke.state();
      for (let i = 0; i < particleCount; i++)
        window.hooke.particle(i).position.forEach((x, c) => {
          low[c] = Math.min(low[c], x);
          high[c] = Math.max(high[c], x);
        });
      return Math.hypot(...high.map((x, c) => x - low[c]));
    };
    const first = size();
    let last = performance.now();
    let before = 0;
    const look = () => {
      const time = performance.now();
      // As the page counts it: a long pause adds little.
      seen.now += Math.min(0.25, (time - last) / 1000);
      last = time;
      const { fraction, sought } = window.hooke.limit();
      const { blowUp, time: simulated } = window.hooke.state();
      if (seen.time === never && ((fraction > 1 && !sought) || blowUp)) {
        seen.crossed = seen.now;
        seen.time = simulated;
      }
      const moment = document.querySelector<HTMLInputElement>('#slow-replay input');
      if (blowUp && moment) {
        const growth = size() / first;
        const shown = (duration * Number(moment.value)) / Number(moment.max);
        if (growth > 1.05) seen.grows = Math.min(seen.grows, before);
        before = blowUp.time - seen.time + shown;
        if (growth > 5) seen.fivefold = Math.min(seen.fivefold, seen.now);
      }
      requestAnimationFrame(look);
    };
    look();
  }, DURATION);
}

const seenIn = (page: LabPage) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

describeBrowser('a slider that is moved past the limit, to its end', () => {
  test.for(TABLE)(
    '$name by $gesture: the cloth blows up under the hand, and the last good state is kept',
    async ({ slider, gesture }) => {
      const page = await openLab({ plays: true, hasTouch: gesture === 'a finger' });
      await showSlider(page, slider);
      await until(page, 'some steps', ({ stepCount }) => stepCount > 100);
      await watchGrowth(page);
      let hash: unknown = null;
      await GESTURES[gesture](page, slider, async () => {
        const { crossed, fivefold, now } = await seenIn(page);
        if (!hash && (await page.state()).blowUp) hash = await page.hooke('hash');
        return fivefold < now || now > Math.min(30, crossed + 12);
      });
      const seen = await seenIn(page);
      expect(seen.grows, JSON.stringify(seen)).toBeLessThan(1);
      expect(seen.fivefold - seen.crossed, JSON.stringify(seen)).toBeLessThan(8);
      expect(await page.hooke('hash')).toBe(hash);
      // The slow replay goes on after the hand has let go.
      const show = page.getByRole('region', { name: 'The blow-up in slow motion' });
      expect(await show.isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      await show.waitFor({ state: 'hidden' });
      expect(await page.hooke('hash')).toBe(hash);
    },
  );
});
