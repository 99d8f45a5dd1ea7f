// @module-tag long
import { beforeAll, describe, expect, test } from 'vitest';
import { MIDPOINT } from '../fixtures/definitions-from-source';
import { dock, openInstrument, pressInstrument } from '../fixtures/instruments-page';
import { answered, type LabPage, openLab } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const headline = (page: LabPage) => dock(page).locator('.verdict');
const readout = (page: LabPage) => dock(page).locator('.readout');
const picture = (page: LabPage) => dock(page).getByRole('slider', { name: /^Stability region/ });
const headlineText = async (page: LabPage) => (await headline(page).textContent()) ?? '';

/** Opens it over a scene that stands still, and waits for its modes. */
async function openRegion(page: LabPage, scene: string, integrator = 'symplectic-euler'): Promise<void> {
  await openInstrument(page, 'Stability region', scene);
  await page.hooke('set', 'integrator', integrator);
  await expect.poll(() => headlineText(page)).toMatch(/stable/);
}

/** Rows of the table, the worst first: f, ω, ζ, hω, growth, verdict. */
async function rows(page: LabPage): Promise<string[][]> {
  await dock(page)
    .locator('details')
    .evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
  const body = dock(page).locator('tbody tr');
  await body.first().waitFor();
  return body.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  );
}

const number = (text: string) => Number(text.replaceAll(',', '').replace('−', '-').replace('× ', ''));

/** Of hω, on which undamped modes lie, from the lower edge of the canvas, CSS pixels. */
const AXIS = 43;
/** Numbers of pixels in the colour of the region, and in that of unstable modes below the axis: above it, contours have labels in it. */
const colors = (page: LabPage) =>
  picture(page).evaluate((canvas, axis) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const pen = (canvas as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
    const { data } = pen.getImageData(0, 0, width, height);
    const count = { tint: 0, warm: 0 };
    for (let at = 0; at < data.length; at += 4) {
      const [r, , b, a] = data.subarray(at, at + 4);
      if (a > 20 && a < 70 && b > r) count.tint++;
      if (a > 200 && r > b + 80 && at / 4 > width * (height - axis)) count.warm++;
    }
    return count;
  }, AXIS);

/** Of each pixel, 1 where it has the colour of the region. */
const stableArea = (page: LabPage) =>
  picture(page).evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const pen = (canvas as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
    const { data } = pen.getImageData(0, 0, width, height);
    return Array.from({ length: width * height }, (_, i) => {
      const [r, , b, a] = data.subarray(4 * i, 4 * i + 4);
      return Number(a > 20 && a < 70 && b > r);
    });
  });

/** Pixels of one of two areas alone, as a part of the first. */
function differingPart(first: number[], second: number[]): number {
  const differ = first.filter((value, i) => value !== second[i]).length;
  return differ / first.filter((value) => value === 1).length;
}

describeBrowser('the stability region', () => {
  describe('on a desk', () => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
      await page.evaluate(() => window.hooke.pause());
    });

    test('opens by its button, says which modes are stable, and closes by it', async () => {
      await pressInstrument(page, 'Stability region');
      await picture(page).waitFor();
      await expect
        .poll(() => headlineText(page))
        .toMatch(
          /^● All \d+ sampled modes are stable\.(?: Left out of the limit: motion of negative stiffness, .*\.)?$/,
        );
      await expect.poll(async () => (await colors(page)).tint).toBeGreaterThan(2000);
      await pressInstrument(page, 'Stability region');
      await dock(page).waitFor({ state: 'hidden' });
    });

    test('of a method from source is drawn as that of the built-in one that it repeats', async () => {
      await openRegion(page, 'damped-oscillator', 'midpoint');
      let midpoint: number[] = [];
      // Until the area of the method before is replaced, and stays.
      await expect
        .poll(async () => {
          const before = midpoint;
          await answered(page);
          midpoint = await stableArea(page);
          return midpoint.includes(1) && differingPart(midpoint, before);
        })
        .toBe(0);
      await page.hooke('set', 'integrator', 'rk4');
      // Another region, so that the picture has to change twice.
      await expect.poll(async () => differingPart(midpoint, await stableArea(page))).toBeGreaterThan(0.3);
      await page.hooke('define', MIDPOINT);
      await page.hooke('set', 'integrator', 'my-midpoint');
      await expect.poll(async () => differingPart(midpoint, await stableArea(page))).toBeLessThan(0.01);
    });

    test('has every mode of a small scene, at the analytic frequency', async () => {
      // One particle on one spring: √(k/m) along it, and two lower frequencies across it that depend on its tension.
      await openRegion(page, 'damped-oscillator');
      const { params } = await page.state();
      const omega = Math.sqrt(params.stiffness / params.mass);
      await expect.poll(async () => (await rows(page)).length).toBe(3);
      const found = (await rows(page)).map((cells) => number(cells[1]));
      expect(Math.max(...found) / omega).toBeCloseTo(1, 2);
    });

    test('marks and counts the modes that are unstable when the step exceeds the limit, and no others', async () => {
      await openRegion(page, 'damped-oscillator');
      const { params } = await page.state();
      const omega = Math.sqrt(params.stiffness / params.mass);
      await page.hooke('set', 'damping', 0);
      await page.hooke('set', 'drag', 0);
      await page.hooke('set', 'dt', 1.99 / omega);
      await expect
        .poll(() => headlineText(page))
        .toMatch(/^● All 3 modes are stable\. Left out of the limit: 2 without positive stiffness/);
      expect((await colors(page)).warm).toBe(0);
      await page.hooke('set', 'dt', 2.2 / omega);
      await expect.poll(() => headlineText(page)).toMatch(/^◆ 1 of 3 modes is unstable\./);
      await expect.poll(async () => (await colors(page)).warm).toBeGreaterThan(10);
      // ½(2.2² − 2 + 2.2√(2.2² − 4)), the larger root of z² + (2.2² − 2)z + 1 in size.
      const growth = (2.2 ** 2 - 2 + 2.2 * Math.sqrt(2.2 ** 2 - 4)) / 2;
      await expect.poll(async () => number((await rows(page))[0][4])).toBeCloseTo(growth, 1);
      expect((await rows(page)).map((cells) => cells[5])).toEqual(['◆ unstable', '● stable', '● stable']);
      await expect.poll(() => readout(page).textContent()).toContain('The fastest growing mode');
      // A softer spring brings it back.
      await page.hooke('set', 'stiffness', params.stiffness / 2);
      await expect
        .poll(() => headlineText(page))
        .toMatch(/^● All 3 modes are stable\. Left out of the limit: 2 without positive stiffness/);
    });

    test('shows a mode by mouse, and by arrow keys', async () => {
      await openRegion(page, 'chain', 'rk4');
      await expect.poll(() => readout(page).textContent()).toContain('The fastest mode');
      const box = await picture(page).boundingBox();
      if (!box) throw new Error('there is no picture');
      // Modes without much damping lie along the axis at the right edge of the plane: somewhere there is one.
      for (let y = box.height - 40; y > 20 && !(await readout(page).textContent())?.includes('Mode'); y -= 6) {
        await page.mouse.move(box.x + box.width - 40, box.y + y);
        await expect.poll(async () => (await readout(page).textContent()) !== '').toBe(true);
      }
      await expect
        .poll(() => readout(page).textContent())
        .toMatch(/Mode \d+ of \d+ is stable.*Hz.*ζ = .*hω = .*hλ = .*per step/);
      await page.mouse.move(box.x + 30, box.y + 4);
      await expect.poll(() => readout(page).textContent()).toContain('The fastest mode');

      await picture(page).focus();
      await page.keyboard.press('ArrowLeft');
      const last = Number(await picture(page).getAttribute('aria-valuemax'));
      await expect.poll(() => picture(page).getAttribute('aria-valuenow')).toBe(String(last));
      const fastest = await picture(page).getAttribute('aria-valuetext');
      expect(fastest).toContain(`Mode ${last} of ${last}`);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => picture(page).getAttribute('aria-valuetext')).toContain(`Mode ${last - 1} of ${last}`);
      await page.keyboard.press('Home');
      await expect.poll(() => picture(page).getAttribute('aria-valuetext')).toContain(`Mode 1 of ${last}`);
    });

    test('changes the step by plus and minus, and by dragging the dots', async () => {
      await openRegion(page, 'chain', 'rk4');
      await page.hooke('set', 'dt', 0.01);
      await picture(page).focus();
      await page.keyboard.press('+');
      await expect.poll(async () => (await page.state()).params.dt).toBeCloseTo(0.0105, 6);
      await page.keyboard.press('-');
      await expect.poll(async () => (await page.state()).params.dt).toBeCloseTo(0.01, 6);
      const box = await picture(page).boundingBox();
      if (!box) throw new Error('there is no picture');
      await page.mouse.move(box.x + box.width - 60, box.y + box.height - 132);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width - 70, box.y + box.height - 200, { steps: 4 });
      await page.mouse.up();
      await expect.poll(async () => (await page.state()).params.dt).toBeGreaterThan(0.015);
    });

    test('is redrawn for another method, in the view that suits it', async () => {
      await openRegion(page, 'chain', 'rk4');
      const pressed = () => dock(page).locator('.controls button[aria-pressed="true"]').textContent();
      await expect.poll(pressed).toBe('hλ plane');
      await expect.poll(async () => (await colors(page)).tint).toBeGreaterThan(2000);
      const rk4 = (await colors(page)).tint;
      await page.hooke('set', 'integrator', 'implicit-euler');
      await expect.poll(async () => (await colors(page)).tint).toBeGreaterThan(1.5 * rk4);
      await page.hooke('set', 'integrator', 'velocity-verlet');
      await expect.poll(pressed).toBe('hω and ζ');
      // What someone has chosen stays.
      await dock(page).getByRole('button', { name: 'hλ plane' }).click();
      await expect.poll(pressed).toBe('hλ plane');
      await page.hooke('set', 'integrator', 'symplectic-euler');
      await expect.poll(() => dock(page).locator('.step').textContent()).toContain('Symplectic Euler');
      expect(await pressed()).toBe('hλ plane');
    });

    test('follows a run, and is accessible with its table open', async () => {
      await openRegion(page, 'chain', 'rk4');
      await rows(page);
      expect(await violations(page)).toEqual([]);
      const before = JSON.stringify(await rows(page));
      await page.evaluate(() => window.hooke.play());
      await expect.poll(async () => JSON.stringify(await rows(page)) !== before).toBe(true);
      await page.evaluate(() => window.hooke.pause());
    });
  });

  test('fits a dark phone, and is accessible there', async () => {
    const page = await openLab({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' });
    await openRegion(page, 'three-springs');
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await picture(page).tap({ position: { x: 100, y: 100 } });
    await expect.poll(() => readout(page).textContent()).toMatch(/Hz/);
  });
});
