// @module-tag long
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENES } from '../../src/physics';
import { INSTRUMENTS } from '../../src/ui/instruments';
import { LESSONS } from '../../src/ui/lessons/texts';
import { MIDPOINT } from '../fixtures/definitions-from-source';
import { choice, chooseInstrument } from '../fixtures/instruments-page';
import { cameraAtRest, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { openSceneGallery } from '../fixtures/scene-choice';
import { describeBrowser, openPage, type PageOptions } from '../setup/browser';

/** Most bytes of the file. */
const LIMIT = 1_200_000;

let folder = '';
/** Addresses that the pages of this file asked for, without those of data that they have themselves. */
let requests: string[] = [];
const path = () => join(folder, 'hooke.html');
const address = () => pathToFileURL(path()).href;

const openFile = (options: PageOptions = {}) =>
  openLab({
    ...options,
    site: address(),
    async prepare(page) {
      requests = [];
      page.on('request', (request) => {
        if (!/^(blob|data):/.test(request.url())) requests.push(request.url().replace(/[?#].*/, ''));
      });
    },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hooke-single-'));
  const args = ['node_modules/vite/bin/vite.js', 'build', '--mode', 'single', '--logLevel', 'error'];
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [...args, '--outDir', folder, '--emptyOutDir'], { env });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the single file is alone, within its limit, and has the licenses of what is in it', async () => {
  expect(await readdir(folder)).toEqual(['hooke.html']);
  const bytes = readFileSync(path());
  console.info(`Single file: ${bytes.length} of ${LIMIT} bytes`);
  expect(bytes.length).toBeLessThanOrEqual(LIMIT);
  const text = bytes.toString('utf16le');
  for (const name of ['three', 'katex', 'lil-gui', 'mediabunny', 'fflate']) expect(text).toContain(`## ${name} - `);
  expect(text).not.toContain('@codemirror');
});

describeBrowser('the single file, opened as a file', () => {
  test('runs in a worker with the SIMD kernel, is dragged, and leads through the tour, without a request', async () => {
    const page = await openFile({ plays: true, firstVisit: true });
    await until(page, 'motion', ({ time }) => time > 0.1);
    expect((await page.state()).kernel).toBe('simd');
    expect(page.workers()).toHaveLength(1);
    await page.getByRole('button', { name: 'Take a tour' }).click();
    // The card takes room, and the view moves smoothly.
    await page.locator('#tour-title').waitFor();
    await cameraAtRest(page);
    const particle = 24 * 32 + 16;
    const [x, y] = (await page.particle(particle)).screen;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await until(page, 'held', ({ held }) => held !== null);
    const before = (await page.particle(particle)).position;
    await page.mouse.move(x + 80, y, { steps: 4 });
    await expect.poll(async () => (await page.particle(particle)).position[0] - before[0]).toBeGreaterThan(0.05);
    await page.mouse.up();
    const title = (text: string) => expect.poll(() => page.locator('#tour-title').textContent()).toBe(text);
    const press = async (name: string) => page.locator('#tour').getByRole('button', { name }).click();
    await title('2 of 4: Make it stiff');
    await press('Do it for me');
    await title('3 of 4: Watch it blow up');
    await press('Next');
    await title('4 of 4: Go implicit');
    await press('Do it for me');
    await title('It is stable');
    expect((await page.state()).integrator).toBe('implicit-euler');
    expect(await page.messages()).not.toMatch(/could not/);
    expect(requests).toEqual([address()]);
  });

  test('runs where the browser denies storage', async () => {
    const page = await openFile({
      plays: true,
      firstVisit: true,
      beforeScripts: () => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('denied', 'SecurityError');
            },
          });
        }
      },
    });
    await chooseInstrument(page, 'Plots');
    await page.locator('#instruments canvas').first().waitFor();
    await until(page, 'motion', ({ time }) => time > 0.1);
  });

  test('names the browsers that it needs where it cannot be unpacked', async () => {
    const page = await openPage({
      site: address(),
      beforeScripts: () => Reflect.deleteProperty(window, 'DecompressionStream'),
    });
    await page.getByText('It runs in Chrome and Edge from version 123').waitFor();
  });

  test('keeps its setup in its address, and runs a definition from source in the sandbox', async () => {
    const page = await openFile({ hash: '#scene=chain' });
    expect((await page.state()).scene).toBe('chain');
    await page.hooke('set', 'stiffness', 345);
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('345');
    await chooseInstrument(page, 'Write your own');
    await page.getByText('a plain text field').waitFor();
    const source = page.getByLabel('Source of the definition');
    await source.fill(MIDPOINT);
    await source.press('Control+Enter');
    await page.locator('.write-your-own tbody tr').first().waitFor();
    const { integrator } = await page.state();
    expect(MIDPOINT).toContain(`'${integrator}'`);
    expect(requests).toEqual([address()]);
  });

  test('has the scenes, the lessons with their fonts, and the instruments', async () => {
    const page = await openFile({ viewport: { width: 1280, height: 800 } });
    await openSceneGallery(page);
    expect(await page.locator('dialog .card').count()).toBe(SCENES.length);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('l');
    for (const id of Object.keys(LESSONS)) {
      await page.hooke('set', 'scene', id);
      await until(page, id, ({ scene }) => scene === id);
      await page.locator('#lesson .katex').first().waitFor();
      expect(await missingFonts(page), id).toEqual([]);
    }
    await page.keyboard.press('l');
    await chooseInstrument(page);
    for (const { label } of INSTRUMENTS) {
      await choice(page).selectOption(label);
      await page.locator('#instruments .pane > :last-child > *').first().waitFor();
      await drawn(page);
    }
    expect(requests).toEqual([address()]);
  });
});

/** Fonts of KaTeX that a text of the lesson asks for and the page does not have, with weight and style. */
const missingFonts = (page: LabPage) =>
  page.evaluate(() => {
    const plain = (text: string) => text.replaceAll('"', '');
    const faces = [...document.fonts].map(({ family, weight, style }) => `${plain(family)} ${weight} ${style}`);
    const texts = [...document.querySelectorAll('#lesson .katex-html *')].filter((element) =>
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
    );
    const asked = texts.map((element) => {
      const { fontFamily, fontWeight, fontStyle } = getComputedStyle(element);
      return `${plain(fontFamily.split(',')[0])} ${fontWeight} ${fontStyle}`;
    });
    return [...new Set(asked)].filter((font) => !faces.some((face) => sameFont(face, font)));

    function sameFont(face: string, font: string): boolean {
      const weights: Record<string, string> = { normal: '400', bold: '700' };
      return face.replace(/ (normal|bold) /, (_, name) => ` ${weights[name]} `) === font;
    }
  });
