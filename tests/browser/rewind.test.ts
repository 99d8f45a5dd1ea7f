import { beforeAll, expect, test } from 'vitest';
import { chooseInstrument, dock, pressInstrument } from '../fixtures/instruments-page';
import { cameraAtRest, type LabPage, openLab, until } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const slider = (page: LabPage) => dock(page).getByRole('slider', { name: 'Step' });
const press = (page: LabPage, name: string | RegExp) => dock(page).getByRole('button', { name }).click();
const where = async (page: LabPage) => (await dock(page).locator('.where').textContent()) ?? '';

/** Drags the middle of the cloth while it plays. */
async function drag(page: LabPage): Promise<void> {
  const [x, y] = (await page.particle(528)).screen;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await until(page, 'a particle in the hand', ({ held }) => held !== null);
  for (let i = 1; i <= 12; i++) await page.mouse.move(x - 8 * i, y - 5 * i, { steps: 2 });
  await page.mouse.up();
  await until(page, 'no particle in the hand', ({ held }) => held === null);
}

describeBrowser('the rewind instrument', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, keep: true });
    await page.hooke('set', 'speed', 0.2);
  });

  test('repeats a real mouse drag to the bit, from any step', async () => {
    await page.hooke('play');
    await drag(page);
    await page.hooke('step', 1);
    const middle = (await page.state()).stepCount;
    const [half, at] = [await page.hooke('hash'), middle];
    await page.hooke('step', 150);
    const end = await page.hooke('hash');
    await pressInstrument(page, 'Rewind');
    await dock(page).locator('.where').waitFor();
    for (const step of [0, Math.round(at / 3), at]) {
      await slider(page).fill(String(step));
      await until(page, `step ${step}`, ({ stepCount }) => stepCount === step);
    }
    expect(await page.hooke('hash')).toBe(half);
    await slider(page).fill('3');
    await until(page, 'step 3', ({ stepCount }) => stepCount === 3);
    await expect.poll(() => dock(page).getByText('You are in the past').isVisible()).toBe(true);
    await page.hooke('step', at + 150 - 3);
    expect(await page.hooke('hash')).toBe(end);
    await expect.poll(() => dock(page).getByText('the run is live').isVisible()).toBe(true);
    expect(await dock(page).locator('.commands button').allTextContents()).toEqual([
      expect.stringMatching(/step [\d,]+ grabbed particle \d+/),
      expect.stringMatching(/step [\d,]+ released/),
    ]);
  });

  test('works by keyboard: one step back and forward, and along the line', async () => {
    const { stepCount } = await page.state();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press(',');
    await until(page, 'one step back', (state) => state.stepCount === stepCount - 1);
    await page.keyboard.press(',');
    await until(page, 'two steps back', (state) => state.stepCount === stepCount - 2);
    await page.keyboard.press('.');
    await until(page, 'one step on', (state) => state.stepCount === stepCount - 1);
    await slider(page).focus();
    await page.keyboard.press('Home');
    await until(page, 'the beginning', (state) => state.stepCount === 0);
    await page.keyboard.press('ArrowRight');
    await until(page, 'the first step', (state) => state.stepCount === 1);
    await page.keyboard.press('End');
    await until(page, 'the end', (state) => state.stepCount === stepCount);
    await expect.poll(() => slider(page).getAttribute('aria-valuetext')).toMatch(/^step [\d,]+, t = [\d.]+ s$/);
  });

  test('starts a new run after a change in the past', async () => {
    await dock(page).locator('.commands button').first().click();
    await expect.poll(() => where(page)).toMatch(/^step [1-9]/);
    await expect.poll(() => dock(page).getByText('You are in the past').isVisible()).toBe(true);
    await page.hooke('set', 'gravity', 3);
    await expect.poll(() => dock(page).getByText('the run is live').isVisible()).toBe(true);
    const last = async () => Number(await slider(page).getAttribute('max'));
    await expect.poll(async () => (await last()) - (await page.state()).stepCount).toBe(0);
    await page.hooke('set', 'gravity', 9.81);
  });

  test('continues into a blow-up, which repeats when it is played', { tags: ['long'] }, async () => {
    if (!(await dock(page).isVisible())) await pressInstrument(page, 'Rewind');
    await page.hooke('set', 'stiffness', 8000);
    await page.hooke('step', 2000);
    const { blowUp, params } = await page.state();
    expect(blowUp).not.toBeNull();
    await press(page, 'Replay the blow-up slowly');
    const isSlow = (state: Awaited<ReturnType<LabPage['state']>>) => state.params.speed < 0.05;
    await until(page, 'the time ahead of the blow-up', (state) => state.blowUp === null && isSlow(state));
    await until(page, 'the blow-up again', (state) => state.blowUp !== null);
    const { blowUp: again } = await page.state();
    // The replay has a playback speed of its own.
    expect({ ...again, params: { ...again?.params, speed: params.speed } }).toEqual(blowUp);
    await until(page, 'the playback speed as it was', (state) => state.params.speed === params.speed);
    await press(page, '‹ Step');
    await until(page, 'a step back from where it rests', (state) => state.blowUp === null);
    await expect.poll(() => dock(page).locator('.commands li').last().textContent()).toContain('blow-up');
  });

  test('is accessible and closes by its button', { tags: ['long'] }, async () => {
    if (!(await dock(page).isVisible())) await pressInstrument(page, 'Rewind');
    expect(await violations(page)).toEqual([]);
    await pressInstrument(page, 'Rewind');
    await dock(page).waitFor({ state: 'hidden' });
  });
});

describeBrowser('the rewind instrument on a dark phone', () => {
  test('is accessible, fits, and goes back by touch', { tags: ['long'] }, async () => {
    const page = await openLab({ ...PHONE, colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.hooke('step', 200);
    await chooseInstrument(page, 'Rewind');
    await dock(page).locator('.where').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await dock(page).getByRole('button', { name: '‹ Step' }).tap();
    await until(page, 'one step back', ({ stepCount }) => stepCount === 199);
    await cameraAtRest(page);
    const line = await slider(page).boundingBox();
    if (!line) throw new Error('no line');
    await page.touchscreen.tap(line.x + line.width / 2, line.y + line.height / 2);
    await until(page, 'the middle', ({ stepCount }) => stepCount > 80 && stepCount < 120);
    const withoutTitle = await dock(page)
      .locator('button, select, input, summary')
      .evaluateAll((all) => all.filter((control) => !control.getAttribute('title')).length);
    expect(withoutTitle).toBe(0);
  });
});
