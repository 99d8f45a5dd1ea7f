import { beforeAll, expect, test } from 'vitest';
import { asNumber, dock, inkOf, openInstrument, pressInstrument } from '../fixtures/instruments-page';
import { contentOf, type LabPage, openLab, until } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

describeBrowser('plots', () => {
  let page: LabPage;
  const list = (side: 'Left' | 'Right') => dock(page).getByRole('combobox', { name: new RegExp(`^${side}`) });
  const button = (name: string) => dock(page).getByRole('button', { name, exact: true });
  const now = async () => (await dock(page).locator('.now').textContent()) ?? '';
  const points = async () => Number(/(\d+) points/.exec(await now())?.[1]);
  /** The exported CSV file. */
  const download = async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), button('CSV').click()]);
    const text = (await contentOf(file)).toString();
    return { name: file.suggestedFilename(), rows: text.split('\r\n').map((line) => line.split(',')) };
  };

  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
    await page.hooke('pause');
    await page.hooke('set', 'scene', 'free-fall');
    await pressInstrument(page, 'Plots');
    // Recording begins with the first frame that the instrument gets.
    await dock(page)
      .getByText(/\d points?$/)
      .waitFor();
  });

  test('draw two quantities, each with its own axis and unit, while the run continues', async () => {
    for (let i = 0; i < 12; i++) await page.hooke('step', 5);
    // A point for each step, however few frames were drawn; and perhaps the state at the start.
    await expect.poll(points).toBeGreaterThanOrEqual(60);
    expect(await points()).toBeLessThanOrEqual(61);
    await list('Left').selectOption('kinetic energy / J');
    await list('Right').selectOption('particle’s speed / m/s');
    await expect.poll(now).toMatch(/^kinetic energy [\d.e−-]+ J, particle’s speed [\d.e−-]+ m\/s/);
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.6);
    expect(await dock(page).locator('.chart .drawing').getAttribute('aria-label')).toBe(
      'kinetic energy and particle’s speed over time',
    );
  });

  test('name the values of the point under the mouse, until it leaves', async () => {
    const legend = () => dock(page).locator('.chart-legend .value').allTextContents();
    expect(await legend()).toEqual(['–', '–', '–']);
    const { rows } = await download();
    const columns = ['t / s', 'kinetic energy / J', 'particle’s speed / m/s'].map((head) => rows[0].indexOf(head));
    const box = await dock(page).locator('.chart .drawing').boundingBox();
    if (!box) throw new Error('there is no plot');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(legend).not.toContain('–');
    const values = (await legend()).map(asNumber);
    const own = rows.slice(1).map((row) => columns.map((column) => Number(Number(row[column]).toPrecision(4))));
    const place = own.findIndex((row) => row.join() === values.join());
    expect(place / own.length).toBeCloseTo(0.5, 0.5);
    await page.mouse.move(0, 0);
    await expect.poll(legend).toEqual(['–', '–', '–']);
  });

  test('export all recorded quantities as CSV, with units and the values of the run', async () => {
    const { name, rows } = await download();
    expect(name).toBe('free-fall-plots.csv');
    const [head, ...body] = rows;
    expect(head[0]).toBe('t / s');
    expect(body.length).toBe(await points());
    const { time, energy } = await page.evaluate(() => window.hooke.state());
    const last = body[body.length - 1].map(Number);
    expect(last[0]).toBeCloseTo(time, 12);
    expect(last[head.indexOf('kinetic energy / J')]).toBe(energy.kinetic);
    const speed = Math.hypot(
      ...(await page.particle(Number(await dock(page).getByRole('spinbutton', { name: 'Particle' }).inputValue())))
        .velocity,
    );
    expect(last[head.indexOf('particle’s speed / m/s')]).toBeCloseTo(speed, 6);
    const times = body.map(([t]) => Number(t));
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  });

  test('can be zoomed by buttons and wheel, panned by mouse, and reset', async () => {
    const picture = () =>
      dock(page)
        .locator('.chart .drawing')
        .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const whole = await picture();
    await button('Zoom in').focus();
    await page.keyboard.press('Enter');
    await expect.poll(picture).not.toBe(whole);
    const zoomed = await picture();
    await button('Earlier').click();
    await expect.poll(picture).not.toBe(zoomed);
    const earlier = await picture();
    const box = await dock(page).locator('.chart .drawing').boundingBox();
    if (!box) throw new Error('there is no plot');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(picture).not.toBe(earlier);
    await page.mouse.wheel(0, -120);
    await button('All').click();
    await page.mouse.move(0, 0);
    await expect.poll(picture).toBe(whole);
  });

  test('remove the points after the time of a reset', async () => {
    await page.hooke('reset');
    await page.hooke('step', 5);
    await expect.poll(points).toBeLessThanOrEqual(6);
    const { rows } = await download();
    const { time } = await page.state();
    for (const [t] of rows.slice(1)) expect(Number(t)).toBeLessThanOrEqual(time);
  });

  test('draw the exact motion and the distance from it, where it is known', { tags: ['long'] }, async () => {
    await page.hooke('set', 'scene', 'free-fall');
    await page.hooke('set', 'integrator', 'explicit-euler');
    await list('Left').selectOption('particle’s exact height y / m');
    await list('Right').selectOption('particle’s distance from the exact position / m');
    await expect
      .poll(now)
      .toMatch(/^particle’s exact height y 0\.3 m, particle’s distance from the exact position 0 m/);
    await page.hooke('step', 2);
    // x₀ + 2hv₀ + 2h²a, and half of the last term in the run: h = 0.1 s.
    await expect.poll(now).toContain(`exact height y ${0.3 + 0.44 - 0.0324} m`);
    await expect.poll(now).toContain('distance from the exact position 0.0162 m');
    await page.hooke('set', 'scene', 'cloth');
    await expect.poll(now).toContain('exact height y unknown');
    await page.hooke('set', 'scene', 'free-fall');
  });

  test('show an error for a particle that does not exist, are accessible, and close', { tags: ['long'] }, async () => {
    await dock(page).getByRole('spinbutton', { name: 'Particle' }).fill('999');
    await dock(page).getByRole('spinbutton', { name: 'Particle' }).press('Enter');
    await expect.poll(now).toBe('Particle “999” does not exist: particles are numbered from 0 to 0.');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dock(page).waitFor({ state: 'hidden' });
  });
});

describeBrowser('the sentence above', () => {
  let page: LabPage;
  const sentence = async () => (await dock(page).locator('.conclusion p').textContent()) ?? '';
  const thrower = () => dock(page).getByRole('button', { name: 'Throw the cloth', exact: true });
  /** The numbers of the line below, which are those of the present. */
  const present = async () =>
    [...((await dock(page).locator('.now').textContent()) ?? '').matchAll(/([−\d.e]+) (?:J|m)\b/g)].map(([, number]) =>
      asNumber(number),
    );

  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, keep: true });
  });

  const sentences: [string, RegExp, RegExp][] = [
    [
      'Plots',
      /^(Energy .*; particle’s height y .*), from t = [\d.]+ s to [\d.]+ s\.$/,
      /^Energy rises from [\d.]+ J to [\d.]+ J; particle’s height y rises from [\d.]+ m to [\d.]+ m, from t = /,
    ],
    ['Phase plot', /^Along [xyz] the particle has /, /^Along y the particle has not yet turned three times\.$/],
  ];
  test.each(sentences)(
    '%s says what is seen: at rest, after a throw, after a blow-up and without springs',
    { tags: ['long'] },
    async (name, thrown, risen) => {
      await openInstrument(page, name, 'cloth');
      // As a scene of its own, with a last particle of its own, whenever the instrument opens.
      await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 10, columns: 10 } });
      await expect.poll(sentence).toBe('Nothing to see yet: throw the cloth.');
      await thrower().click();
      await until(page, 'the throw', ({ time, paused }) => !paused && time > 0.1);
      await page.hooke('step', 400);
      await expect.poll(sentence).toMatch(thrown);
      expect(await thrower().isVisible()).toBe(false);
      if (name === 'Plots') {
        const text = await sentence();
        // What rises or falls ends at the number of the present.
        for (const [, end] of text.matchAll(/(?:rises|falls) from [−\d.e]+ \w+ to ([−\d.e]+)/g))
          expect(await present()).toContain(asNumber(end));
      }
      await page.hooke('set', 'dt', 0.02);
      await page.hooke('play');
      await until(page, 'a blow-up', ({ blowUp }) => blowUp !== null);
      const { blowUp } = await page.state();
      const begins = `The run blew up at t = ${blowUp?.time.toFixed(3)} s; until its last good state, `;
      await expect.poll(async () => (await sentence()).slice(0, begins.length)).toBe(begins);
      await page.hooke('pause');
      await page.hooke('set', 'scene', 'free-fall');
      await page.hooke('step', 10);
      await expect.poll(sentence).toMatch(risen);
      expect(await violations(page)).toEqual([]);
    },
  );
});
