import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createSimulation, readClothsim, readObj, readObjBody, runExperiment } from '../src/physics';
import { TWENTY_RUNS } from './fixtures/experiment';
import { everyNth } from './fixtures/run-length';
import { glb, gltf } from './fixtures/sheet-files';
import { findBrowser } from './setup/find-browser';

const run = promisify(execFile);
/** True where there are a browser, and what reads its films. */
const reads =
  findBrowser() !== null &&
  (await run('ffprobe', ['-version']).then(
    () => true,
    () => false,
  ));

/** The blocks of a page in this language that import the package, in order, as one module. */
async function examplesIn(page: string, language: 'js' | 'ts'): Promise<string> {
  const blocks = (await readFile(page, 'utf8')).matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'));
  const examples = Array.from(blocks, ([, code]) => code).filter((code) => code.includes("from 'hooke'"));
  expect(examples, page).not.toEqual([]);
  return examples.join('\n');
}

describe('the package', () => {
  let folder: string;
  let bytes: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hooke-package-'));
    // As `prepack` builds it, with the site that is built already.
    const env = { ...process.env, NODE_ENV: 'production' };
    // Set by `.ci/run`, which has built all of it.
    if (!process.env.DIST_IS_BUILT) {
      await rm('dist', { recursive: true, force: true });
      await cp(inject('site').folder, 'dist', { recursive: true });
      for (const part of ['build:engine', 'build:cli']) await run('npm', ['run', part], { env });
    }
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], { env });
    const [{ filename, size }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
    bytes = size;
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await run('npm', ['install', '--no-audit', '--no-fund', '--offline', join(folder, filename)], { cwd: folder });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('has no dependencies, and holds the built page, the engine, the command line, README and LICENSE alone', async () => {
    expect(await readdir(join(folder, 'node_modules'))).toEqual(expect.arrayContaining(['hooke']));
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['hooke']);
    const top = await readdir(join(folder, 'node_modules/hooke'));
    expect(top.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const built = await readdir(join(folder, 'node_modules/hooke/dist'));
    expect(built).toEqual(expect.arrayContaining(['assets', 'cli', 'engine', 'index.html', 'service-worker.js']));
    expect(built).not.toContain('api');
    // As the README says.
    expect(bytes).toBeLessThan(6e6);
    // The only package in the engine divides the polygons of meshes: tests/architecture.test.ts.
    const notices = await readFile(join(folder, 'node_modules/hooke/dist/engine/third-party-notices.md'), 'utf8');
    expect(notices.match(/^## .*/gm)).toEqual([expect.stringMatching(/^## earcut - .* \(ISC\)$/)]);
  });

  test.each(everyNth(2, ['README.md', 'docs/engine.md']))(
    'runs the examples of %s in Node',
    { tags: ['sampled'] },
    async (page) => {
      await writeFile(join(folder, 'example.js'), await examplesIn(page, 'js'));
      await run(process.execPath, ['example.js'], { cwd: folder });
    },
  );

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
  describe('its command line', () => {
    /** Ends with the exit code. */
    const ended = (command: string, ...args: string[]) =>
      run(command, args, { cwd: folder }).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      );
    /** What `npx hooke` starts; npx itself needs more time than the command. */
    const hooke = (...args: string[]) => ended(join(folder, 'node_modules/.bin/hooke'), ...args);
    const errorOf = ({ stderr }: { stderr: string }) => /^hooke: .*/m.exec(stderr)?.[0];

    test('makes the runs of an experiment: the same table and hashes as the source', { tags: ['long'] }, async () => {
      const { runs, csv } = runExperiment(TWENTY_RUNS);
      await writeFile(join(folder, 'twenty.json'), JSON.stringify(TWENTY_RUNS));
      const printed = await ended('npx', '--no', 'hooke', '--', 'run', 'twenty.json');
      expect(printed).toMatchObject({ code: 0, stdout: csv });
      for (const { hash, index } of runs)
        expect(printed.stderr).toMatch(new RegExp(`^run ${index + 1}: .*${hash}$`, 'm'));
      await writeFile(join(folder, 'out.csv'), `${csv}of an earlier run`);
      expect(await hooke('run', 'twenty.json', '--csv', 'out.csv', '--jobs', '1')).toMatchObject({
        code: 0,
        stdout: '',
      });
      expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe(csv);
    });

    test('makes the runs of a mesh in place of the scene, and says how it was read', { tags: ['long'] }, async () => {
      const text = 'v 0 1 0\nv 1 1 0\nv 0 0 0\nv 1 0 0\nf 1 3 4 2\nf 1 1 2\nny 1\n';
      const experiment = { hookeExperiment: 1 as const, steps: 5 };
      await writeFile(join(folder, 'one.json'), JSON.stringify(experiment));
      await writeFile(join(folder, 'sail.obj'), Buffer.from(`\ufeff${text}`, 'utf16le'));
      const { csv } = runExperiment({ ...experiment, scene: readObj(text, 'sail').file });
      const made = await hooke('run', 'one.json', '--mesh', 'sail.obj');
      expect(made).toMatchObject({ code: 0, stdout: csv });
      expect(made.stderr.split('\n').slice(0, 4)).toEqual([
        'sail.obj: 1 × 1 × 0 m, 0.2 kg, read in metres.',
        'sail.obj: 1 of 2 faces is left out.',
        'sail.obj: 1 statement that Hooke does not read is left out: ny.',
        'sail.obj: Line 6: vertex 1 occurs twice in the face.',
      ]);
      await writeFile(join(folder, 'sheet.glb'), glb(gltf()));
      const sheet = await hooke('run', 'one.json', '--mesh', 'sheet.glb');
      expect([sheet.code, /scene: sheet; (\d+) particles/.exec(sheet.stdout)?.[1]]).toEqual([0, '12']);
      const wrong = await hooke('run', 'one.json', '--mesh', 'one.json');
      expect([wrong.code, errorOf(wrong)]).toEqual([1, expect.stringMatching(/one\.json: scene: hooke: is missing/)]);
      const tetrahedron = 'v 0.2 0 0\nv 0.8 0 0\nv 0.5 0.6 0\nv 0.5 0.2 0.5\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n';
      await writeFile(join(folder, 'bust.obj'), tetrahedron);
      const { mesh, center } = readObjBody(tetrahedron, 'bust');
      const bodies = [{ shape: 'bust 2', center, friction: 0.4 }];
      const over = { ...readObj(text, 'sail').file, meshes: [mesh], bodies };
      const collides = await hooke('run', 'one.json', '--mesh', 'sail.obj', '--body', 'bust.obj');
      expect(collides).toMatchObject({ code: 0, stdout: runExperiment({ ...experiment, scene: over }).csv });
      const open = await hooke('run', 'one.json', '--mesh', 'sail.obj', '--body', 'sail.obj');
      expect([open.code, errorOf(open)]).toEqual([
        1,
        expect.stringMatching(/sail\.obj can't be a body: its surface is open: 4 edges/),
      ]);
      const clothsim = resolve('public/examples/assignments/clothsim-pinned4.json');
      const homework = await hooke('run', 'one.json', '--mesh', clothsim);
      const scene = readClothsim(JSON.parse(await readFile(clothsim, 'utf8')), 'clothsim-pinned4');
      expect(homework).toMatchObject({ code: 0, stdout: runExperiment({ ...experiment, scene }).csv });
      expect(homework.stderr).toContain('Read as a scene of Berkeley’s cloth simulator');
    });

    test('names what is wrong, and changes no file', { tags: ['long'] }, async () => {
      const write = (name: string, text: string) => writeFile(join(folder, name), text);
      await write('kept.csv', 'kept');
      await write('text.json', 'step: 3');
      await write('wrong.json', '{ "hookeExperiment": 1, "steps": -1 }');
      const pin = { step: 1, command: { type: 'pin', particle: 900, pinned: true } };
      await write('refused.json', JSON.stringify({ hookeExperiment: 1, scene: 'chain', steps: 2, commands: [pin] }));
      const none = await hooke('run', 'none.json');
      expect([none.code, errorOf(none)]).toEqual([1, "hooke: none.json can't be read: no such file or directory"]);
      const text = await hooke('run', 'text.json');
      expect([text.code, errorOf(text)]).toEqual([1, expect.stringMatching(/^hooke: text\.json is not JSON: /)]);
      const wrong = await hooke('run', 'wrong.json');
      const says = 'hooke: wrong.json: steps must be a whole number of at least 1, got -1';
      expect([wrong.code, errorOf(wrong)]).toEqual([1, says]);
      const refused = await hooke('run', 'refused.json', '--csv', 'kept.csv');
      expect([refused.code, errorOf(refused)]).toEqual([
        1,
        expect.stringMatching(/^hooke: refused\.json: commands\[0\]: .*900/),
      ]);
      await write('twenty.json', JSON.stringify(TWENTY_RUNS));
      const folderless = await hooke('run', 'twenty.json', '--csv', 'none/out.csv');
      expect(errorOf(folderless)).toBe("hooke: none/out.csv can't be written: no such file or directory");
      expect((await hooke('run', 'none.json', '--cvs', 'x')).code).toBe(2);
      const jobs = await hooke('run', 'twenty.json', '--jobs', '0');
      expect([jobs.code, errorOf(jobs)]).toEqual([2, 'hooke: --jobs must be a whole number from 1 to 9999, got "0"']);
      expect(await readFile(join(folder, 'kept.csv'), 'utf8')).toBe('kept');
    });

    test.skipIf(!reads && !process.env.REQUIRE_BROWSER)(
      'makes a film of a scene file, and names what is wrong',
      { tags: ['long'] },
      async () => {
        await writeFile(join(folder, 'scene.json'), JSON.stringify(createSimulation({ scene: 'chain' }).save()));
        const options = ['--seconds', '0.25', '--width', '320', '--height', '180', '--fps', '20'];
        const made = await hooke('render', 'scene.json', '--film', 'out.mp4', ...options);
        expect(made).toMatchObject({ code: 0, stdout: '' });
        const { stdout } = await run(
          'ffprobe',
          [
            '-v',
            'error',
            '-count_frames',
            '-show_entries',
            'stream=codec_name,width,height,nb_read_frames',
            '-of',
            'json',
            'out.mp4',
          ],
          { cwd: folder },
        );
        expect(JSON.parse(stdout).streams).toEqual([
          { codec_name: 'h264', width: 320, height: 180, nb_read_frames: '5' },
        ]);
        const clothsim = resolve('public/examples/assignments/clothsim-sphere.json');
        const short = ['--seconds', '0.02', '--width', '64', '--height', '64', '--fps', '50'];
        const homework = await hooke('render', clothsim, '--film', 'homework.mp4', ...short);
        expect([homework.code, homework.stderr]).toEqual([0, expect.stringContaining('Berkeley’s cloth simulator')]);
        expect((await readFile(join(folder, 'homework.mp4'))).length).toBeGreaterThan(500);
        const odd = await hooke('render', 'scene.json', '--film', 'out.mp4', '--width', '321');
        expect([odd.code, errorOf(odd)]).toEqual([1, 'hooke: scene.json: film: width must be even, got 321']);
        const gif = await hooke('render', 'scene.json', '--film', 'out.avi');
        expect([gif.code, errorOf(gif)]).toEqual([
          2,
          'hooke: --film must end with .mp4 or .webm or .gif or .zip, got "out.avi"',
        ]);
        const none = await hooke('render', 'scene.json');
        expect([none.code, errorOf(none)]).toEqual([
          2,
          'hooke: render needs --film FILE. hooke --help shows how to use it.',
        ]);
      },
    );

    test('serves the built page, and names a port in use', async () => {
      const server = spawn(process.execPath, ['node_modules/hooke/dist/cli/hooke.js', 'serve', '--port', '0'], {
        cwd: folder,
      });
      try {
        const [line] = await once(server.stdout, 'data');
        const [, address, port] = /^Hooke: (http:\/\/[\d.]+:(\d+)\/) /.exec(String(line)) ?? [];
        const page = await (await fetch(address)).text();
        expect(page).toContain('<title>Hooke');
        const [script] = /assets\/[^"]+\.js/.exec(page) ?? [];
        expect((await fetch(`${address}${script}`)).headers.get('content-type')).toMatch(/^text\/javascript/);
        const second = await hooke('serve', '--port', port);
        const says = `hooke: port ${port} is in use: choose another one by --port`;
        expect([second.code, errorOf(second)]).toEqual([1, says]);
      } finally {
        server.kill();
      }
      await rm(join(folder, 'node_modules/hooke/dist/index.html'));
      const none = await hooke();
      expect([none.code, errorOf(none)]).toEqual([
        1,
        expect.stringMatching(/no built page in .*dist.*: npm run build makes it$/),
      ]);
    });
  });
});
