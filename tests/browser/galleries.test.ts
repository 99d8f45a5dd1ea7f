import { beforeAll, expect, test } from 'vitest';
import { SCENE_GROUPS, SCENES } from '../../src/physics';
import { LISTED_INSTRUMENTS } from '../../src/ui/instruments';
import { choice, dock } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { chooseScene, openSceneGallery, sceneCard, sceneGallery, shownScene } from '../fixtures/scene-choice';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const focusedCard = (page: LabPage) =>
  page.evaluate(() => (document.activeElement as HTMLElement).dataset.id ?? document.activeElement?.id);
/** True if the focused card is in the same column as this one, further down. */
const isBelow = (page: LabPage, id: string) =>
  page.evaluate((upper) => {
    const [a, b] = [
      document.querySelector(`.card[data-id="${upper}"]`) as Element,
      document.activeElement as Element,
    ].map((card) => card.getBoundingClientRect());
    return b.left === a.left && b.top >= a.bottom;
  }, id);
const closed = (page: LabPage) => sceneGallery(page).waitFor({ state: 'detached' });

describeBrowser('the gallery of scenes', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ keep: true });
  });

  test('shows all scenes in their groups, in the order of the catalog, each with a picture and a sentence', async () => {
    const requested = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => /scene-.*\.png/.test(name)).length,
      );
    expect(await requested(), 'pictures before the gallery is open').toBe(0);
    await openSceneGallery(page);
    const groups = await sceneGallery(page)
      .locator('section')
      .evaluateAll((all) =>
        all.map((group) => ({
          label: group.querySelector('h3')?.textContent,
          ids: [...group.querySelectorAll<HTMLElement>('.card')].map(({ dataset }) => dataset.id),
        })),
      );
    const used = SCENE_GROUPS.filter((name) => SCENES.some(({ group }) => group === name));
    expect(groups.map(({ label }) => label)).toEqual(used);
    for (const { label, ids } of groups) {
      expect(ids, label ?? '').toEqual(SCENES.filter(({ group }) => group === label).map(({ id }) => id));
    }
    const cards = await sceneGallery(page).evaluate(async (dialog) => {
      const all = [...dialog.querySelectorAll<HTMLElement>('.card')];
      // Pictures outside of the window are requested when they come near it.
      for (const card of all) card.querySelector('img')?.setAttribute('loading', 'eager');
      await Promise.all(all.map((card) => card.querySelector('img')?.decode()));
      return all.map((card) => ({
        title: card.querySelector('b')?.textContent,
        sentence: card.querySelector('span')?.textContent as string,
        width: card.querySelector('img')?.naturalWidth,
      }));
    });
    for (const [i, { label, summary }] of SCENES.entries()) {
      const { title, sentence, width } = cards[i];
      expect([title, width]).toEqual([label, 240]);
      expect(summary).toContain(sentence.slice(0, -1));
      expect(sentence.length).toBeGreaterThan(20);
    }
    expect(await violations(page, '#scenes')).toEqual([]);
    await page.keyboard.press('Escape');
    await closed(page);
  });

  test('loads the scene of a card', async () => {
    await chooseScene(page, 'catenary');
    await until(page, 'the catenary', ({ scene }) => scene === 'catenary');
    await expect.poll(() => shownScene(page)).toBe('Elastic catenary');
  });

  test('says of a scene that is chosen while the run is paused that it is, until it plays', {
    tags: ['long'],
  }, async () => {
    const said = (text: string) => page.locator('#messages').getByText(text, { exact: true });
    await page.hooke('pause');
    await chooseScene(page, 'orbit');
    await said('Orbit is paused.').waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('2');
    await said(`${SCENES[1].label} is paused.`).waitFor();
    await page.locator('#messages').getByRole('button', { name: 'Play', exact: true }).click();
    await until(page, 'playing', ({ paused, stepCount }) => !paused && stepCount > 0);
    await said(`${SCENES[1].label} is paused.`).waitFor({ state: 'detached' });
    await chooseScene(page, 'catenary');
    await until(page, 'playing on', ({ scene, stepCount }) => scene === 'catenary' && stepCount > 0);
    expect(await page.messages()).not.toContain('paused');
    await page.hooke('pause');
  });

  test('is used with the keyboard alone, and gives the focus back', async () => {
    await page.hooke('set', 'scene', SCENES[0].id);
    await page.locator('#scene').focus();
    await page.keyboard.press('Enter');
    await sceneGallery(page).waitFor();
    await expect.poll(() => focusedCard(page)).toBe(SCENES[0].id);
    await page.keyboard.press('ArrowRight');
    expect(await focusedCard(page)).toBe(SCENES[1].id);
    await page.keyboard.press('ArrowDown');
    expect(await isBelow(page, SCENES[1].id)).toBe(true);
    await page.keyboard.press('ArrowUp');
    expect(await focusedCard(page)).toBe(SCENES[1].id);
    await page.keyboard.press('End');
    expect(await focusedCard(page)).toBe(SCENES.at(-1)?.id);
    await page.keyboard.press('Home');
    expect(await focusedCard(page)).toBe(SCENES[0].id);
    // A letter goes to the next title that begins with it.
    await page.keyboard.press('o');
    expect(await focusedCard(page)).toBe('orbit');
    await page.keyboard.press('o');
    expect(await focusedCard(page)).toBe('damped-oscillator');
    // Tab goes to the button that closes the gallery and back to the same card.
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close');
    await page.keyboard.press('Tab');
    expect(await focusedCard(page)).toBe('damped-oscillator');
    await page.keyboard.press('Enter');
    await closed(page);
    await until(page, 'the oscillator', ({ scene }) => scene === 'damped-oscillator');
    expect(await focusedCard(page)).toBe('scene');
    await page.keyboard.press('ArrowDown');
    await sceneGallery(page).waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await focusedCard(page)).toBe('scene');
    expect((await page.state()).scene).toBe('damped-oscillator');
  });

  test('loads one of the first nine by its number, in the gallery and outside', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('3');
    await until(page, 'the third', ({ scene }) => scene === SCENES[2].id);
    await expect.poll(() => shownScene(page)).toBe(SCENES[2].label);
    await openSceneGallery(page);
    await page.keyboard.press('2');
    await closed(page);
    await until(page, 'the second', ({ scene }) => scene === SCENES[1].id);
  });

  test('names a loaded file in the header, and marks no card', { tags: ['long'] }, async () => {
    const file = (await page.hooke('save')) as object;
    await page.hooke('load', { ...file, name: 'mine' });
    await expect.poll(() => shownScene(page)).toBe('mine');
    await openSceneGallery(page);
    expect(await sceneGallery(page).locator('[aria-current]').count()).toBe(0);
    await sceneCard(page, 'chain').click();
    await until(page, 'the chain', ({ scene }) => scene === 'chain');
    await expect.poll(() => shownScene(page)).toBe('Hanging chain');
    await openSceneGallery(page);
    expect(await sceneGallery(page).locator('[aria-current]').getAttribute('data-id')).toBe('chain');
    // A press beside the dialog closes it.
    await page.mouse.click(3, 300);
    await closed(page);
  });

  test('lists all instruments in groups, each with a picture and a line, and opens the chosen one', async () => {
    const opener = page.locator('#instruments-toggle');
    const list = page.getByRole('dialog', { name: 'Instruments', exact: true });
    const requested = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => /instruments\/cards/.test(name)).length,
      );
    expect(await requested(), 'pictures before the gallery is open').toBe(0);
    await opener.focus();
    await page.keyboard.press('Enter');
    await list.waitFor();
    expect(await list.locator('.card b').allTextContents()).toEqual(LISTED_INSTRUMENTS.map(({ label }) => label));
    expect(await list.locator('.card span').allTextContents()).toEqual(LISTED_INSTRUMENTS.map(({ help }) => help));
    const groups = [...new Set(LISTED_INSTRUMENTS.map(({ group }) => group))];
    expect(await list.locator('h3').allTextContents()).toEqual(groups);
    const widths = await list.evaluate(async (dialog) => {
      const images = [...dialog.querySelectorAll<HTMLImageElement>('.card img')];
      for (const image of images) image.loading = 'eager';
      await Promise.all(images.map((image) => image.decode()));
      return [...dialog.querySelectorAll('.card')].map((card) => [
        card.textContent,
        card.querySelector('img')?.naturalWidth ?? 'has no picture',
      ]);
    });
    expect(widths).toEqual(LISTED_INSTRUMENTS.map(({ label }) => [expect.stringContaining(label), 480]));
    expect(await violations(page, '#instrument-list')).toEqual([]);
    await page.keyboard.press('p');
    expect(await focusedCard(page)).toBe('phase-plot');
    await page.keyboard.press('Enter');
    await expect.poll(() => choice(page).inputValue()).toBe('phase-plot');
    // The instrument takes the focus, and gives it back when it closes.
    await page.keyboard.press('Escape');
    await dock(page).waitFor({ state: 'hidden' });
    expect(await focusedCard(page)).toBe('instruments-toggle');
    expect(await opener.getAttribute('aria-expanded')).toBe('false');
    // With nothing open the key opens the gallery too, at the instrument that was opened last.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('i');
    await list.waitFor();
    expect(await focusedCard(page)).toBe('phase-plot');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  });
});

describeBrowser('the gallery of scenes on a phone', () => {
  test('fills the screen, scrolls, and loads the scene under a finger', { tags: ['long'] }, async () => {
    const page = await openLab({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.locator('#scene').tap();
    await sceneGallery(page).waitFor();
    expect(await sceneGallery(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    const last = sceneCard(page, 'trampoline');
    await last.scrollIntoViewIfNeeded();
    await last.tap();
    await closed(page);
    await until(page, 'the trampoline', ({ scene }) => scene === 'trampoline');
  });
});
