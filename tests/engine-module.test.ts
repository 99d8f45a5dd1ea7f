import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSimulation } from '../src/physics';

/** Runs in a bare Node, on the built engine. */
const SCRIPT = `
  const { createSimulation } = await import(process.argv[1]);
  const simulation = createSimulation({ integrator: 'implicit-euler' });
  simulation.step(20);
  console.log(JSON.stringify({ hash: simulation.hash(), time: simulation.time }));
`;

describe('the built engine', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hooke-engine-'));
    await build({ mode: 'engine', logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is imported by Node as it is, and gives the same bits as the source', async () => {
    const module = pathToFileURL(join(folder, 'hooke.js')).href;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT, module]);
    const simulation = createSimulation({ integrator: 'implicit-euler' });
    simulation.step(20);
    expect(JSON.parse(stdout)).toEqual({ hash: simulation.hash(), time: simulation.time });
  });

  test('is where package.json says', async () => {
    const { exports } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(exports['.'].default).toBe('./dist/engine/hooke.js');
    expect(await readdir(folder)).toContain('hooke.js');
  });
});
