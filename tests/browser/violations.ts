import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { LabPage } from './lab-page';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe-core finds wrong with a page, or with the part of it that a selector names, a line each. */
export async function violations(page: LabPage, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  const found = await page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: { run(context: string): Promise<AxeResults> } };
    return (await axe.run(selector)).violations;
  }, part);
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}
