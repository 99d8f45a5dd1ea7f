import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSimulation } from '../src/physics';

const run = promisify(execFile);

/** The blocks of the README that import the package, in order, as one module. */
async function readmeExample(): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  const blocks = Array.from(readme.matchAll(/```js\n(.*?)```/gs), ([, code]) => code);
  return blocks.filter((code) => code.includes("from 'hooke'")).join('\n');
}

describe('the package', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hooke-package-'));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder]);
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await run('npm', ['install', '--no-audit', '--no-fund', '--offline', join(folder, filename)], { cwd: folder });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('has no dependencies, and holds the engine, its types, README and LICENSE alone', async () => {
    expect(await readdir(join(folder, 'node_modules'))).toEqual(expect.arrayContaining(['hooke']));
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['hooke']);
    const top = await readdir(join(folder, 'node_modules/hooke'));
    expect(top.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(await readdir(join(folder, 'node_modules/hooke/dist'))).toEqual(['engine']);
  });

  test('runs the README’s example in Node', async () => {
    await writeFile(join(folder, 'example.js'), await readmeExample());
    await run(process.execPath, ['example.js'], { cwd: folder });
  });

  test('gives the same bits as the source', async () => {
    const script = `import { createSimulation } from 'hooke';
      const simulation = createSimulation({ integrator: 'implicit-euler' });
      simulation.step(20);
      console.log(simulation.hash());`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    const simulation = createSimulation({ integrator: 'implicit-euler' });
    simulation.step(20);
    expect(stdout.trim()).toBe(simulation.hash());
  });

  test('has types that a strict project of Node modules accepts', async () => {
    const use = `import { createSimulation, type StepReport } from 'hooke';
      const report: StepReport = createSimulation({ scene: 'chain', params: { dt: 1e-3 } }).step(2);
      // @ts-expect-error: dt is a number
      createSimulation({ params: { dt: 'long' } });
      console.log(report.ok);`;
    await writeFile(join(folder, 'use.ts'), use);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom'],
      strict: true,
      noEmit: true,
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['use.ts'] }));
    const { stdout } = await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]).catch(
      (failure: { stdout: string }) => failure,
    );
    expect(stdout).toBe('');
  });

  test('has no side effects on import: it changes no global object, prints nothing and keeps nothing running', async () => {
    const script = `const before = Reflect.ownKeys(globalThis).length;
      await import('hooke');
      if (Reflect.ownKeys(globalThis).length !== before) throw new Error('a global was added');`;
    const flags = ['--frozen-intrinsics', '--no-warnings', '--input-type=module', '-e', script];
    const { stdout, stderr } = await run(process.execPath, flags, { cwd: folder, timeout: 30_000 });
    expect(stdout + stderr).toBe('');
    const { sideEffects } = JSON.parse(await readFile(join(folder, 'node_modules/hooke/package.json'), 'utf8'));
    expect(sideEffects).toBe(false);
  });
});
