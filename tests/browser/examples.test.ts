// @module-tag long
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openForeignHost, ready, stateOf, stepsOf } from '../fixtures/host-page';
import { observablePage } from '../fixtures/observable-page';
import { describeBrowser, openPage, type SitePage } from '../setup/browser';

const site = inject('site').url;
/** What the examples have instead of the address of the site. */
const SITE = 'https://example.org/hooke/';
const example = (name: string) => readFileSync(`public/examples/${name}`, 'utf8').replaceAll(SITE, site);

const folderOf = (address: string) => dirname(new URL(address).pathname);
const REVEAL = 'https://cdn.jsdelivr.net/npm/reveal.js@6.0.2/dist/';

/** The paragraph that an example writes after its calls of `hooke`. */
const answer = (page: SitePage) => page.getByText('cloth: stiffness 800 N/m').waitFor();

/** The steps of a frame that has left the view, once it makes no more of them: the browser tells it with a later frame. */
async function stepsAtRest(page: SitePage, frame: number): Promise<number> {
  let steps = -1;
  await expect
    .poll(
      async () => {
        const before = steps;
        steps = await stepsOf(page, frame);
        return steps === before;
      },
      { interval: 300 },
    )
    .toBe(true);
  return steps;
}

describeBrowser('the example for', () => {
  test('reveal.js makes steps on the slide that is shown, and on no other', async () => {
    const page = await openPage({
      site: `${site}examples/reveal.html`,
      async prepare(opened) {
        await opened.route(`${REVEAL}**`, (route) =>
          route.fulfill({
            path: join(folderOf(import.meta.resolve('reveal.js')), route.request().url().slice(REVEAL.length)),
            headers: { 'access-control-allow-origin': '*' },
          }),
        );
      },
    });
    await ready(page, 0);
    // All slides are at the same place, one over the other.
    await page.evaluate("Reveal.configure({ transition: 'none' })");
    for (const [shown, other, move] of [
      [0, null, ''],
      [1, 0, 'Reveal.next()'],
      [0, 1, 'Reveal.prev()'],
    ] as const) {
      await page.evaluate(move);
      await ready(page, shown);
      const start = other === null ? 0 : await stepsAtRest(page, other);
      const before = await stepsOf(page, shown);
      await expect.poll(() => stepsOf(page, shown)).toBeGreaterThan(before + 20);
      if (other !== null) expect(await stepsOf(page, other)).toBe(start);
    }
    await page.unrouteAll();
  });

  test('Jupyter runs in the page of a notebook server, and a cell talks to the cloth', async () => {
    const { cells } = JSON.parse(example('jupyter.ipynb')) as Notebook;
    const code = cells.filter(({ cell_type }) => cell_type === 'code');
    const outputs = code.flatMap((cell) => cell.outputs.map(({ data }) => data));
    // The outputs are those of the present cells: IPython's magics give the text of the cell.
    for (const [k, type] of ['text/html', 'application/javascript'].entries()) {
      expect(code[k].source.slice(1).join('').trim()).toBe(outputs[k][type].join('').trim());
    }
    const { page, close } = await openForeignHost('<!doctype html><title>Notebook</title>');
    await page.evaluate(renderAsJupyterLab, outputs);
    await answer(page);
    expect((await stateOf(page, 0))?.params.stiffness).toBe(800);
    const frame = page.frames().find((one) => one.url().includes('#scene=flag'));
    await expect.poll(() => frame?.evaluate(() => window.hooke?.state().scene)).toBe('flag');
    await close();
  });

  test('Observable runs in its runtime, and a block talks to the cloth', async () => {
    const { page, close } = await openForeignHost(observablePage(example('observable.md')), {
      runtime: folderOf(import.meta.resolve('@observablehq/runtime')),
      htl: folderOf(import.meta.resolve('htl')),
    });
    await answer(page);
    expect((await stateOf(page, 0))?.params.stiffness).toBe(800);
    await close();
  });
});

interface Notebook {
  cells: { cell_type: string; source: string[]; outputs: { data: Record<string, string[]> }[] }[];
}

/** Runs in the page. A trusted output: JupyterLab, packages/rendermime/src/renderers.ts and packages/javascript-extension/src/index.ts. */
function renderAsJupyterLab(outputs: Record<string, string[]>[]): void {
  for (const data of outputs) {
    const element = document.body.appendChild(document.createElement('div'));
    if ('application/javascript' in data) {
      new Function('element', 'document', 'window', data['application/javascript'].join(''))(element, document, window);
      continue;
    }
    element.innerHTML = data['text/html'].join('');
    // Scripts in `innerHTML` don't run: copies of them do.
    for (const script of element.querySelectorAll('script')) {
      const copy = document.createElement('script');
      for (const { nodeName, nodeValue } of script.attributes) copy.setAttribute(nodeName, nodeValue ?? '');
      copy.textContent = script.textContent;
      script.replaceWith(copy);
    }
  }
}
