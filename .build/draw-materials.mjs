/**
 * Draws public/materials.jpg: a handkerchief of each material, hung by its middle. Builds the page and runs it in Chromium.
 *   node .build/draw-materials.mjs
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build, preview, runnerImport } from 'vite';

/** Particles along a side, and its length, m. */
const N = 41;
const SIDE = 0.6;
/** m; the pinned patch in the middle, and its height. */
const PATCH = 0.02;
const TOP = 0.62;
/** Steps, and their length, s. */
const STEPS = 150;
const DT = 1 / 120;
/** CSS pixels of the picture of one material. */
const WIDTH = 360;
const HEIGHT = 360;
/** CSS pixels beside and below the cloth, and above it, where its label is. */
const MARGIN = 26;
const HEAD = 44;

const { module: finder } = await runnerImport('./src/cli/browser-page.ts');
const executablePath = finder.findBrowser(process.env);
if (executablePath === null) throw new Error('no Chromium was found: install one or set CHROME_PATH');
const folder = mkdtempSync(join(tmpdir(), 'materials-'));
await build({ build: { outDir: folder, emptyOutDir: true }, logLevel: 'warn' });
const server = await preview({ build: { outDir: folder }, logLevel: 'warn' });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
// The page's policy allows no styles but its own.
const page = await browser.newPage({
  viewport: { width: 3 * WIDTH, height: 3 * HEIGHT },
  colorScheme: 'light',
  bypassCSP: true,
});
page.setDefaultTimeout(120_000);
await page.goto(server.resolvedUrls.local[0]);
await page.evaluate(() => window.hooke.ready);
await page.addStyleTag({ content: 'body > *:not(:has(canvas)) { visibility: hidden } canvas { visibility: visible }' });
const pictures = [];
for (const [id, label] of cards()) {
  await page.evaluate(
    async ([file, id, steps]) => {
      const { hooke } = window;
      await hooke.pause();
      await hooke.load(file);
      await hooke.send({ type: 'material', id });
      await hooke.step(steps);
    },
    [handkerchief(), id, STEPS],
  );
  await page.waitForTimeout(1000);
  const clip = around(await places());
  pictures.push({ label, data: (await page.screenshot({ type: 'png', clip })).toString('base64') });
}
await page.setContent(
  `<body style="margin:0;display:grid;grid-template-columns:repeat(3,${WIDTH}px);font:600 17px system-ui">${pictures
    .map(
      ({ label, data }) =>
        `<div style="position:relative"><img style="display:block;width:${WIDTH}px;height:${HEIGHT}px" src="data:image/png;base64,${data}">` +
        `<span style="position:absolute;left:10px;top:10px;padding:2px 8px;background:#fffc;color:#222">${label}</span></div>`,
    )
    .join('')}</body>`,
);
writeFileSync('public/materials.jpg', await page.screenshot({ type: 'jpeg', quality: 78 }));
await browser.close();
await server.close();
rmSync(folder, { recursive: true });

/** Where all particles are drawn, CSS pixels. */
function places() {
  return page.evaluate((count) => Array.from({ length: count }, (_, i) => window.hooke.particle(i).screen), N * N);
}

/** The part of the page that holds all of these places with a margin, in the proportions of a picture. */
function around(places) {
  const [left, top] = [0, 1].map((axis) => Math.min(...places.map((place) => place[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])));
  const scale = Math.max(1, (right - left + 2 * MARGIN) / WIDTH, (bottom - top + MARGIN + HEAD) / HEIGHT);
  const [width, height] = [Math.round(scale * WIDTH), Math.round(scale * HEIGHT)];
  const spare = height - (bottom - top + MARGIN + HEAD);
  return { x: Math.round((left + right - width) / 2), y: Math.round(top - HEAD - spare / 2), width, height };
}

/** Ids and labels, in the order of the cards. */
function cards() {
  return [
    ['cotton', 'Cotton'],
    ['linen', 'Linen'],
    ['silk', 'Silk'],
    ['denim', 'Denim'],
    ['wool', 'Wool'],
    ['jersey', 'Jersey'],
    ['nylon', 'Nylon ripstop'],
    ['rubber', 'Rubber sheet'],
    ['paper', 'Paper'],
  ];
}

/** A level square, pinned in the middle, with a slight wave that decides where its folds begin. */
function handkerchief() {
  const cell = SIDE / (N - 1);
  const [positions, rest, pairs, kinds, restLengths, surface, pinned] = [[], [], [], [], [], [], []];
  for (let row = 0; row < N; row++) {
    for (let column = 0; column < N; column++) {
      const i = row * N + column;
      const [x, z] = [column * cell - SIDE / 2, row * cell - SIDE / 2];
      const [distance, angle] = [Math.hypot(x, z), Math.atan2(z, x)];
      positions.push([x, TOP + 0.02 * distance * Math.sin(5 * angle + 1), z]);
      rest.push([x, TOP, z]);
      if (distance < PATCH) pinned.push(i);
      for (const [down, right, kind] of [
        [0, 1, 'structural'],
        [1, 0, 'structural'],
        [1, 1, 'shear'],
        [1, -1, 'shear'],
      ]) {
        if (row + down >= N || column + right >= N || column + right < 0) continue;
        pairs.push([i, i + down * N + right]);
        kinds.push(kind);
        restLengths.push(cell * Math.hypot(down, right));
      }
      if (row + 1 < N && column + 1 < N) surface.push([i, i + N, i + 1], [i + 1, i + N, i + N + 1]);
    }
  }
  return {
    hooke: 1,
    name: 'Handkerchief',
    particles: { positions, masses: 1e-4, pinned },
    springs: { pairs, kinds, restLengths, stiffness: 100 },
    surface,
    rest,
    integrator: 'implicit-euler',
    params: { dt: DT, rows: N, columns: N, selfCollision: 1 },
  };
}
