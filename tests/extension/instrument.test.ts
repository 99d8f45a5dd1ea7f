import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choice, dock, panelButton } from '../fixtures/instruments-page';
import { type LabPage, openLab } from '../fixtures/lab-page';
import * as rules from '../setup/architecture-rules';
import { describeBrowser } from '../setup/browser';
import { serveStatic } from '../setup/static-server';

/** A new instrument: a folder with these files, and one entry in the registry. */
const FILES: Record<string, string> = {
  'clock.ts': `import './clock.css';
import { element, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../instrument';

/** The simulated time. */
export function createClock(lab: Lab): Instrument {
  const node = element('p', { class: 'clock' });
  const show = (time: number) => setText(node, \`t = \${time.toFixed(3)} s\`);
  show(lab.frame.status.time);
  return { node, update: ({ status }) => show(status.time) };
}
`,
  'clock.css': `.clock {
  font-size: 32px;
}
`,
};
const ENTRY = `  { id: 'clock', label: 'Clock', help: 'The simulated time.', load: async () => (await import('./clock/clock')).createClock },`;

const PROJECT = ['src', '.build', 'public', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts'];
const INSTRUMENTS = 'src/ui/instruments';

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'hooke-instrument-'));
  const filter = (path: string) => !path.includes('node_modules');
  for (const part of PROJECT) await cp(part, join(project, part), { recursive: true, filter });
  await symlink(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  await mkdir(join(project, INSTRUMENTS, 'clock'));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(project, INSTRUMENTS, 'clock', name), text);
  const registry = join(project, INSTRUMENTS, 'index.ts');
  const text = await readFile(registry, 'utf8');
  expect(text.endsWith('];\n')).toBe(true);
  await writeFile(registry, text.replace(/\];\n$/, `${ENTRY}\n];\n`));
});
afterAll(() => rm(project, { recursive: true, force: true }));

describe('an instrument of one folder and one line', () => {
  test('fits the types', async () => {
    const compiler = [join('node_modules', 'typescript/bin/tsc'), '-p', '.'];
    const printed = await promisify(execFile)(process.execPath, compiler, { cwd: project }).then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout,
    );
    expect(printed).toBe('');
  }, 120_000);

  test('has a place in the layers, and is in no circle of imports', async () => {
    const paths = (await readdir(join(project, 'src'), { recursive: true })).filter((path) => /\.(ts|css)$/.test(path));
    const read = async (path: string) => [path, await readFile(join(project, 'src', path), 'utf8')] as const;
    const sources = Object.fromEntries(await Promise.all(paths.map(read)));
    const broken = [rules.filesHaveAPlace, rules.importsGoOneWay, rules.importsHaveNoCycle].flatMap((rule) =>
      rule(sources),
    );
    expect(broken.filter((sentence) => sentence.includes('clock'))).toEqual([]);
  });
});

describeBrowser('a page with an instrument of one folder and one line', () => {
  let site: Awaited<ReturnType<typeof serveStatic>>;
  let page: LabPage;
  beforeAll(async () => {
    const outDir = join(project, 'site');
    const configFile = join(project, 'vite.config.ts');
    await build({ root: project, configFile, mode: 'production', logLevel: 'warn', build: { outDir } });
    site = await serveStatic(outDir, '/more/');
    page = await openLab({ site: site.url, hash: '#scene=two-bodies', keep: true });
  }, 120_000);
  afterAll(() => site.close());

  test('has its button in the panel, opens it and updates it', async () => {
    await page.evaluate(() => window.hooke.pause());
    await panelButton(page, 'Clock').click();
    await expect.poll(() => choice(page).inputValue()).toBe('clock');
    const shown = () => dock(page).locator('.clock').textContent();
    await expect.poll(shown).toMatch(/^t = \d+\.\d{3} s$/);
    await page.hooke('step', 100);
    const { time } = await page.state();
    await expect.poll(shown).toBe(`t = ${time.toFixed(3)} s`);
    await panelButton(page, 'Clock').click();
    await dock(page).waitFor({ state: 'hidden' });
  });
});
