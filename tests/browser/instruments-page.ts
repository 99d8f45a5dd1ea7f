import type { LabPage } from './lab-page';

export const dock = (page: LabPage) => page.locator('#instruments');
/** The list in the dock of what can be opened. */
export const choice = (page: LabPage) => dock(page).getByRole('combobox', { name: 'Instrument', exact: true });
export const panelButton = (page: LabPage, name: string) =>
  page.locator('#panel').getByRole('button', { name, exact: true });
export const asNumber = (text: string) => Number(text.replaceAll('−', '-'));

/** Opens an instrument over a scene that stands still. */
export async function openInstrument(page: LabPage, name: string, scene: string): Promise<void> {
  await page.evaluate(() => window.hooke.pause());
  await page.hooke('set', 'scene', scene);
  if (!(await dock(page).isVisible())) await page.keyboard.press('i');
  await choice(page).selectOption(name);
}

/** The numbers of the table with this caption, a list for each row of its body. */
export async function numbersIn(page: LabPage, caption: RegExp): Promise<number[][]> {
  const table = dock(page)
    .locator('table')
    .filter({ has: page.locator('caption', { hasText: caption }) });
  await table.locator('tbody td').first().waitFor({ state: 'attached' });
  const rows = await table
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')));
  return rows.map((row) => row.map(asNumber));
}

/** How many points of the chart's canvas, or another, have a colour, and what share of its width they span. */
export function inkOf(page: LabPage, where = '.chart canvas'): Promise<{ count: number; span: number }> {
  return page.evaluate((selector) => {
    const canvas = document.querySelector(`#instruments ${selector}`) as HTMLCanvasElement;
    const { data, width, height } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    );
    const columns = new Set<number>();
    let count = 0;
    for (let at = 0; at < width * height; at++) {
      const [r, g, b, a] = data.subarray(4 * at, 4 * at + 4);
      if (a < 200 || Math.max(r, g, b) - Math.min(r, g, b) < 80) continue;
      count++;
      columns.add(at % width);
    }
    return { count, span: columns.size / width };
  }, where);
}
