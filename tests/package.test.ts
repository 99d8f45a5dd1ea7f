import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSimulation } from '../src/physics';

const run = promisify(execFile);

/** The blocks of a page in this language that import the package, in order, as one module. */
async function examplesIn(page: string, language: 'js' | 'ts'): Promise<string> {
  const blocks = (await readFile(page, 'utf8')).matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'));
  const examples = Array.from(blocks, ([, code]) => code).filter((code) => code.includes("from 'hooke'"));
  expect(examples, page).not.toEqual([]);
  return examples.join('\n');
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
    // The engine imports no package: tests/architecture.test.ts.
    const notices = await readFile(join(folder, 'node_modules/hooke/dist/engine/third-party-notices.md'), 'utf8');
    expect(notices).toMatch(/does not bundle any dependencies/);
  });

  test.each(['README.md', 'docs/engine.md'])('runs the examples of %s in Node', async (page) => {
    await writeFile(join(folder, 'example.js'), await examplesIn(page, 'js'));
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

  test('has types that a strict project of Node modules accepts, and takes definitions by value as the README does', async () => {
    const use = `import { createSimulation as create, type StepReport } from 'hooke';
      const report: StepReport = create({ scene: 'chain', params: { dt: 1e-3 } }).step(2);
      // @ts-expect-error: dt is a number
      create.bind(null, { params: { dt: 'long' } });
      if (!report.ok) throw new Error('the chain blew up');`;
    await writeFile(join(folder, 'use.ts'), `${await examplesIn('README.md', 'ts')}\n${use}`);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023'],
      strict: true,
      types: [],
      rootDir: '.',
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['use.ts'] }));
    const { stdout } = await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]).catch(
      (failure: { stdout: string }) => failure,
    );
    expect(stdout).toBe('');
    await run(process.execPath, ['use.js'], { cwd: folder });
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
