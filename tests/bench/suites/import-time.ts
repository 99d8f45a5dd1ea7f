import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { BROWSER_FLAGS } from '../../setup/find-browser';
import type { Suite } from '../report';
import { measureSites } from '../sites';

/** Vertices along each side of a square sheet. */
const SIDES = [100, 200, 400];
/** ms after the import, in which the first pictures are drawn. */
const AFTER = 3000;
/** Processor time that is noticed as a jerk, ms. */
const BAR = 50;
/** With the page put together by the GPU, as a user has it: by the processor, the page's thread waits for WebGL in software. */
const FLAGS = BROWSER_FLAGS.filter((flag) => flag !== '--disable-gpu-compositing');

/** An event of Chromium's tracing; times in µs. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Wall time, and processor time of the thread. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** The longest tasks of the page's threads while a mesh is opened and first drawn. */
export const importTime: Suite = {
  id: 'import',
  isLong: true,
  about: 'the page in Chromium: how long a mesh that is opened holds each thread',
  run: (report, { against }) =>
    measureSites(
      against,
      async (browser, sites) => {
        const rows: Record<string, string | number>[] = [];
        for (const side of SIDES) {
          for (const [format, bytes] of Object.entries({ obj: objSheet(side), stl: stlSheet(side) })) {
            for (const [k, { name, url }] of sites.entries()) {
              const { page, workers } = await longestTasks(browser, url, `sheet${side}.${format}`, bytes);
              rows.push({ vertices: side ** 2, format, ...name, 'page, ms': page, 'workers, ms': workers });
              const bar = `import: longest task of the page’s thread at ${side ** 2} vertices, ${format}, ms`;
              if (k === 0) report.bars.push({ name: bar, value: page, direction: 'at most', bar: BAR });
            }
          }
        }
        report.tables.push({
          title: 'A mesh is opened in Chromium: the longest task of the page’s thread, and of its workers',
          about: 'Processor time of the thread, from the choice of the file to the first pictures of its cloth.',
          rows,
        });
      },
      FLAGS,
    ),
};

async function longestTasks(browser: Browser, url: string, name: string, bytes: Buffer) {
  // A file of the disk: bytes would reach the page as one long message, and its thread would decode them.
  const folder = await mkdtemp(join(tmpdir(), 'hooke-import-'));
  await writeFile(join(folder, name), bytes);
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.goto(url);
  await page.evaluate(() => window.hooke.ready.then(() => {}));
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), openFileMenu(page)]);
  await browser.startTracing(page, { categories: ['toplevel'] });
  await chooser.setFiles(join(folder, name));
  const scene = name.replace(/\..*/, '');
  await page.waitForFunction((name) => window.hooke.state().scene === name, scene, { polling: 500, timeout: 240_000 });
  await page.waitForTimeout(AFTER);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  await page.close();
  await rm(folder, { recursive: true });
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const names = new Map(
    traceEvents.flatMap((event) => (event.name === 'thread_name' ? [[thread(event), event.args?.name ?? '']] : [])),
  );
  const longest = (of: RegExp) =>
    traceEvents.reduce(
      (most, event) =>
        event.ph === 'X' && event.name.endsWith('RunTask') && of.test(names.get(thread(event)) ?? '')
          ? Math.max(most, (event.tdur ?? event.dur ?? 0) / 1000)
          : most,
      0,
    );
  return { page: longest(/^CrRendererMain$/), workers: longest(/^DedicatedWorker/) };
}

async function openFileMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open scene…', exact: true }).click();
}

/** A wavy sheet of 1 m, upright. */
function vertexOf(side: number, i: number): [number, number, number] {
  const [x, y] = [(i % side) / (side - 1), Math.floor(i / side) / (side - 1)];
  return [x, 1.5 - y, 0.02 * Math.sin(9 * y + 5 * x)];
}

function trianglesOf(side: number): number[][] {
  return Array.from({ length: side * (side - 1) }, (_, a) => a)
    .filter((a) => a % side < side - 1)
    .flatMap((a) => [
      [a, a + side, a + 1],
      [a + 1, a + side, a + side + 1],
    ]);
}

function objSheet(side: number): Buffer {
  const vertices = Array.from({ length: side * side }, (_, i) => `v ${vertexOf(side, i).join(' ')}`);
  const faces = trianglesOf(side).map((corners) => `f ${corners.map((corner) => corner + 1).join(' ')}`);
  return Buffer.from([...vertices, ...faces].join('\n'));
}

function stlSheet(side: number): Buffer {
  const triangles = trianglesOf(side);
  const file = Buffer.alloc(84 + 50 * triangles.length);
  file.writeUInt32LE(triangles.length, 80);
  triangles.forEach((corners, t) => {
    corners
      .flatMap((corner) => vertexOf(side, corner))
      .forEach((value, k) => {
        file.writeFloatLE(value, 84 + 50 * t + 12 + 4 * k);
      });
  });
  return file;
}
