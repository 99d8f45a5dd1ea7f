import { beforeAll, describe, expect, test } from 'vitest';
import { goTo, lesson, openChapter, PAGES, section } from '../fixtures/course-page';
import type { LabPage } from '../fixtures/lab-page';
import { misplaced } from '../fixtures/reading-order';
import { LONG } from '../fixtures/run-length';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

for (const [kind, options] of PAGES) {
  describe(`on a ${kind}`, { tags: kind === 'phone' ? ['long'] : [] }, () => {
    describeBrowser('the chapters', () => {
      let page: LabPage;
      beforeAll(async () => {
        page = await openChapter(8, options);
      });

      test('shows the linear system of a small chain, for the step that the keys choose', {
        tags: ['long'],
      }, async () => {
        await goTo(page, 8);
        const part = section(page, 'A system, solved');
        const slider = part.getByRole('slider');
        const shares = () => part.getByText(/^Three masses of 0\.1 kg/).textContent();
        await expect.poll(shares).toContain('h²k is 0.1 times a mass');
        await slider.press('End');
        await expect.poll(shares).toContain('h²k is 10 times a mass');
        // m + 2h²k, and −h²k, of h = 0.1 s, k = 100 N/m and m = 0.1 kg.
        await expect.poll(() => part.locator('.equation').first().textContent()).toContain('2.1');
        expect(await part.getByText(/iterations are enough for three unknowns/).count()).toBe(1);
      });

      test('has no equation that is wider than the panel, reads in the order in which it is drawn, and axe finds nothing', {
        tags: ['sampled'],
      }, async () => {
        for (let chapter = 1; chapter <= 10; chapter += LONG ? 1 : 4) {
          await goTo(page, chapter);
          await lesson(page).getByRole('button', { name: 'All lines' }).click();
          if (chapter === 8) await section(page, 'A system, solved').locator('.equation').nth(3).waitFor();
          const wide = await lesson(page)
            .locator('.equation')
            .evaluateAll((all) =>
              all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
            );
          expect(wide).toEqual([]);
          expect(await misplaced(page, '#lesson')).toEqual([]);
          if (LONG) expect(await violations(page, '#lesson')).toEqual([]);
        }
      });

      test('opens an instrument that draws what a chapter says, and comes back when it is closed', {
        tags: ['long'],
      }, async () => {
        await goTo(page, 7);
        await lesson(page).getByRole('button', { name: 'Open: Stability region' }).click();
        const dock = page.locator('#instruments');
        await dock.getByText('Stability region').first().waitFor();
        await dock.getByRole('button', { name: 'Close the instruments' }).click();
        await lesson(page).getByRole('heading', { name: '7. Order is not stability' }).waitFor();
      });

      test('prints a worksheet of all chapters, without and with the answers', { tags: ['long'] }, async () => {
        await page.evaluate(() => {
          window.print = () => {};
        });
        const sheet = page.locator('#worksheet');
        for (const [name, answers] of [
          ['Print a worksheet', false],
          ['With answers', true],
        ] as const) {
          await lesson(page).getByRole('button', { name, exact: true }).click();
          await expect
            .poll(() => sheet.locator('h1').textContent())
            .toBe(`Why simulations explode${answers ? ': answers' : ''}`);
          expect(await sheet.locator('h2').count()).toBe(11);
          expect(await sheet.locator('.room').count()).toBe(answers ? 0 : 33);
          // Chapter 2 by hand, and where chapter 5 explodes.
          const text = (await sheet.textContent()) ?? '';
          for (const found of ['−3.12', '−0.06', 'c≤9'])
            expect(text.replace(/\s/g, '').includes(found), found).toBe(answers);
          expect(await sheet.locator('.answer').count()).toBe(answers ? 20 : 0);
          expect(await sheet.isVisible()).toBe(false);
          const path = process.env.WORKSHEETS;
          const pdf = await page.pdf({
            preferCSSPageSize: true,
            ...(path && { path: `${path}/${kind}-${answers}.pdf` }),
          });
          const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
          expect(pages.length).toBeGreaterThanOrEqual(8);
          expect(pages.length).toBeLessThanOrEqual(18);
        }
        await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
        await sheet.waitFor({ state: 'detached' });
      });
    });
  });
}
