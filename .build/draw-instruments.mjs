/**
 * Draws the pictures of the instruments' gallery: public/instruments/cards/<id>.webp. Builds the page and runs it in Chromium. Words are
 * drawn as bars, and so are numbers with a decimal point: a picture is the same in every language. Those of text alone keep it.
 *   node .build/draw-instruments.mjs [ids; absent: all]
 * Chromium is found as by the browser tests: at CHROME_PATH, or one that is installed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build, preview, runnerImport } from 'vite';

const TARGET = 'public/instruments/cards';
/** Pixels of a picture: twice those of a card. */
const WIDTH = 480;
const HEIGHT = 320;
const QUALITY = 0.7;
/** CSS pixels around the drawn part. */
const MARGIN = 6;
/** Only the view is drawn, and the names in it. */
const VIEW_ALONE =
  '#top, #panel, #bar, #dock, #messages, #legend, #legend + *, .tools { visibility: hidden !important }';
/** What differs among languages; symbols and units are the same. */
const WORDS = String.raw`\p{L}{3,}|\d[.,]\d`;
/** ms; a measurement that takes longer is shown as far as it is. */
const PATIENCE = 90_000;

/**
 * - still: a blow-up is a still picture, as for those who ask for reduced motion.
 * - scene: it is chosen before the instrument opens. run: what happens then.
 * - part: what is drawn of the dock, or `view` for the cloth. width: CSS pixels from its left edge; absent: all of it.
 * - left: where the drawn part begins, CSS pixels from the left edge of the page; absent: at the particles.
 * - words: it is text alone, and keeps its words, in English.
 * - computes: the picture waits for a measurement. done: a text in the dock after which the picture is made.
 */
const CARDS = {
  plots: { run: swing, part: '.chart' },
  'energy-ledger': { run: swing, part: 'canvas' },
  rewind: { run: swing, part: '.body', width: 330 },
  'side-by-side': { run: compare, part: 'view' },
  inspector: { run: swing, part: 'view' },
  'phase-plot': { run: swing, part: '.chart' },
  'stability-region': { part: '.frame' },
  diagnosis: {
    words: true,
    still: true,
    run: () => press('Load and play'),
    part: '.body',
    width: 380,
    done: /Remed|Tested/,
  },
  modes: { run: showMode, part: 'view', computes: true },
  'k-dt-map': { part: 'canvas', computes: true },
  duel: { still: true, run: () => press('Start'), part: 'view', left: 270, width: 720, done: /blew up/ },
  scorecard: { words: true, part: 'table', width: 330 },
  convergence: { scene: 'chain', part: '.plot', computes: true },
  league: { scene: 'chain', run: () => press('Run the league'), part: '.plot', computes: true },
  'cg-x-ray': { run: () => send('set', 'integrator', 'implicit-euler'), part: '.chart', computes: true },
  matrices: { words: true, scene: 'three-springs', part: 'table', width: 330 },
  'test-bench': { run: () => press('Shear'), part: '.chart' },
  'own-cloth': { part: '.body :is(.chart, canvas, [role=img])' },
  validation: { part: '.chart, canvas, .body svg', computes: true },
  experiment: { words: true, scene: 'chain', run: () => press('Run'), part: 'table', width: 380, computes: true },
  'write-your-own': { part: '.cm-content', width: 400 },
};

const ids = process.argv.slice(2);
const unknown = ids.filter((id) => !Object.hasOwn(CARDS, id));
if (unknown.length > 0) throw new Error(`CARDS has no row for ${unknown.join(', ')}`);
const { module: finder } = await runnerImport('./src/cli/browser-page.ts');
const executablePath = finder.findBrowser(process.env);
if (executablePath === null) throw new Error('no Chromium was found: install one or set CHROME_PATH');
const folder = mkdtempSync(join(tmpdir(), 'instruments-'));
await build({ build: { outDir: folder, emptyOutDir: true }, logLevel: 'error' });
const server = await preview({ build: { outDir: folder }, logLevel: 'error' });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
/** The page and the dock of the present picture. */
let page;
let dock;
mkdirSync(TARGET, { recursive: true });
for (const [id, card] of Object.entries(CARDS)) {
  if (ids.length > 0 && !ids.includes(id)) continue;
  try {
    await draw(id, card);
  } catch (error) {
    process.stderr.write(`${id}: ${error.message}\n`);
    process.exitCode = 1;
  } finally {
    await page.close();
  }
}
await browser.close();
await server.close();
rmSync(folder, { recursive: true });

async function draw(id, card) {
  page = await browser.newPage({
    ...{ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 },
    ...{ bypassCSP: true, colorScheme: 'light', reducedMotion: card.still ? 'reduce' : 'no-preference' },
  });
  page.setDefaultTimeout(60_000);
  await page.addInitScript(() => {
    for (const fact of ['pulled', 'offered']) localStorage.setItem(`hooke.${fact}`, '1');
  });
  if (!card.words) await page.addInitScript(drawBarsInCanvases, WORDS);
  dock = page.locator('#instruments');
  // A view that is not in the picture is drawn as fast as can be.
  const query = card.part === 'view' ? '' : '?shadows=0&sharp=0';
  await page.goto(`${server.resolvedUrls.local[0]}${query}#instruments=${id}`);
  await page.evaluate(() => window.hooke.ready);
  await send('pause');
  await send('set', 'scene', card.scene ?? 'cloth');
  await dock.locator('.body > *').first().waitFor();
  await card.run?.();
  await page.waitForTimeout(1500);
  if (card.computes) await untilComputed();
  if (card.done) {
    await dock.getByText(card.done).first().waitFor({ timeout: PATIENCE });
    // The still picture of a blow-up follows its text.
    await page.waitForTimeout(4000);
  }
  const clip = await clipOf(card);
  if (!card.words) {
    // The next frame would write the words again.
    await page.evaluate(() => Object.assign(window, { requestAnimationFrame: () => 0 }));
    await page.waitForTimeout(300);
    await page.evaluate(drawBarsInPage, WORDS);
  }
  const png = await page.screenshot({ clip });
  writeFileSync(join(TARGET, `${id}.webp`), await asWebp(png.toString('base64')));
}

/** Runs in the page: a text that is drawn on a canvas and has words becomes a bar. */
function drawBarsInCanvases(words) {
  const hasWords = new RegExp(words, 'u');
  for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
    const { fillText, strokeText } = prototype;
    prototype.strokeText = function (text, ...rest) {
      if (!hasWords.test(text)) strokeText.call(this, text, ...rest);
    };
    prototype.fillText = function (text, x, y, ...rest) {
      if (!hasWords.test(text)) return fillText.call(this, text, x, y, ...rest);
      const box = this.measureText(text);
      const [left, up] = [box.actualBoundingBoxLeft, box.actualBoundingBoxAscent];
      this.save();
      this.globalAlpha *= 0.3;
      this.fillRect(x - left, y - up, left + box.actualBoundingBoxRight, up + box.actualBoundingBoxDescent);
      this.restore();
    };
  }
}

/** Runs in the page: each text with words becomes a bar, and boxes are empty. Code stays. */
function drawBarsInPage(words) {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest('.cm-content, svg, select')) texts.push(walk.currentNode);
  for (const text of texts.filter(({ data }) => new RegExp(words, 'u').test(data))) {
    const bar = document.createElement('span');
    bar.style.cssText = 'color: transparent; border-radius: 3px; background: light-dark(#0003, #fff3)';
    text.replaceWith(bar);
    bar.append(text);
  }
  for (const box of document.querySelectorAll('input, select')) box.style.color = 'transparent';
}

/** Calls a function of `window.hooke`. */
function send(name, ...args) {
  return page.evaluate(([method, values]) => window.hooke[method](...values), [name, args]);
}

function press(name) {
  return dock.getByRole('button', { name, exact: true }).first().click();
}

/** Frees one of the two corners and lets the cloth swing, 1.5 s, frame by frame: the instrument follows it. */
async function swing() {
  await send('send', { type: 'pin', particle: 31, pinned: false });
  for (let i = 0; i < 40; i++) await send('step', 125);
}

/** The same motion by three methods. */
async function compare() {
  await press('Start');
  await swing();
}

/** A slow mode, at the moment at which it is far from rest. */
async function showMode() {
  await send('set', 'damping', 0);
  await untilComputed();
  await dock.locator('tbody tr').nth(2).click();
}

/** The buttons that stop a measurement are off when none runs. */
async function untilComputed() {
  const end = Date.now() + PATIENCE;
  const cancel = dock.getByRole('button', { name: 'Cancel', exact: true });
  while (Date.now() < end) {
    const runs = (await cancel.count()) > 0 && (await cancel.first().isEnabled());
    const says = await dock.getByText(/^(Computing|Analysing|Measuring|Running)/).count();
    if (!runs && says === 0) return;
    await page.waitForTimeout(300);
  }
}

/** The part of the page that is drawn, in the proportions of a picture. */
async function clipOf({ part, left, width }) {
  if (part === 'view') await page.addStyleTag({ content: VIEW_ALONE });
  const box = part === 'view' ? await viewBox() : await largest(dock.locator(part));
  const [x, y] = [left ?? box.x - MARGIN, box.y - MARGIN];
  const wide = width ?? Math.max(box.width + 2 * MARGIN, ((box.height + 2 * MARGIN) * WIDTH) / HEIGHT);
  const high = (wide * HEIGHT) / WIDTH;
  if (width) return { x, y, width: wide, height: high };
  return { x: box.x + (box.width - wide) / 2, y: box.y + (box.height - high) / 2, width: wide, height: high };
}

/** The box of the largest of these elements. */
async function largest(elements) {
  await elements.first().waitFor();
  const boxes = await elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  return boxes.sort((a, b) => b.width * b.height - a.width * a.height)[0];
}

/** Where the particles are drawn, CSS pixels. */
function viewBox() {
  return page.evaluate(() => {
    const { particleCount } = window.hooke.state();
    const places = Array.from({ length: particleCount }, (_, i) => window.hooke.particle(i).screen);
    const [left, top] = [0, 1].map((axis) => Math.min(...places.map((place) => place[axis])));
    const [right, bottom] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])));
    return { x: left - 30, y: top - 30, width: right - left + 60, height: bottom - top + 60 };
  });
}

/** A picture in the format and the size of the cards. */
async function asWebp(png) {
  const empty = await browser.newPage();
  const address = await empty.evaluate(
    async ([source, width, height, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL('image/webp', quality);
    },
    [png, WIDTH, HEIGHT, QUALITY],
  );
  await empty.close();
  return Buffer.from(address.split(',')[1], 'base64');
}
