import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { firstLoad, gzipSize } from '../../setup/built-scripts';

const folder = mkdtempSync(join(tmpdir(), 'hooke-built-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files: Record<string, string> = {
  'index.html': '<script type="module" crossorigin src="./main.js"></script><link rel="modulepreload" href="./kit.js">',
  'main.js':
    'import{a as t}from"./three.js";import"./side.js";const p=()=>import(`./host.js`);import("./help.js");import("./plot.js")',
  'kit.js': 'export const k=1',
  'three.js': 'export{a}from"./core.js";const text="import it from here"',
  'core.js': '',
  'side.js': '',
  'help.js': '',
  'host.js': 'start(``+new URL(`worker.js`,import.meta.url).href)',
  'plot.js': 'start(``+new URL(`job-worker-x1.js`,import.meta.url).href)',
  'job-worker-x1.js': 'import"./jobs.js"',
  'jobs.js': '',
  'worker.js': 'import*as e from"./engine.js";import("./late.js")',
  'engine.js': '',
  'late.js': '',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

test('the first load is the static imports of the page and of its worker', () => {
  const { page, worker } = firstLoad(folder);
  expect(page.sort()).toEqual(['core.js', 'kit.js', 'main.js', 'side.js', 'three.js']);
  // Without the worker of a job.
  expect(worker.sort()).toEqual(['engine.js', 'worker.js']);
});

test('the size of no script is 0, and every script adds to it', () => {
  expect(gzipSize(folder, [])).toBe(0);
  expect(gzipSize(folder, ['main.js', 'kit.js'])).toBeGreaterThan(gzipSize(folder, ['main.js']));
});
