import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORCES, MOTIONS } from '../../src/physics';
import { INSTRUMENTS, LISTED_INSTRUMENTS } from '../../src/ui/instruments';
import { glossaryPage, termsWithoutName } from '../setup/glossary';
import { importsOf } from '../setup/source-text';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (text: string) => Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading]) => anchorOf(heading));

test('the glossary is printed, and each of its terms names something in the code', async () => {
  await expect(glossaryPage).toMatchFileSnapshot('../../docs/glossary.md');
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(termsWithoutName(files.map((name) => readFileSync(join('src', name), 'utf8')).join('\n'))).toEqual([]);
  expect(termsWithoutName('').length).toBeGreaterThan(40);
});

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  test('links to files and headings that exist', () => {
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file, anchor] = target.split('#');
      const path = file === '' ? page : join(dirname(page), file);
      expect(existsSync(path), target).toBe(true);
      if (anchor !== undefined) expect(anchorsIn(readFileSync(path, 'utf8')), target).toContain(anchor);
    }
  });

  test('names tests that exist', () => {
    const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.test.ts'),
    );
    for (const [, name] of text.matchAll(/`((?:laws|unit|browser)\/[\w*/-]+)`/g)) {
      const [start] = name.split('*');
      expect(
        tests.some((path) => (name.endsWith('*') ? path.startsWith(start) : path === `${name}.test.ts`)),
        name,
      ).toBe(true);
    }
  });
});

/** Of WCAG 2.2, levels A and AA: by their numbers. 4.1.1 is obsolete. */
const CRITERIA = [
  ...['1.1.1', '1.2.1', '1.2.2', '1.2.3', '1.2.4', '1.2.5', '1.3.1', '1.3.2', '1.3.3', '1.3.4', '1.3.5'],
  ...['1.4.1', '1.4.2', '1.4.3', '1.4.4', '1.4.5', '1.4.10', '1.4.11', '1.4.12', '1.4.13'],
  ...[
    '2.1.1',
    '2.1.2',
    '2.1.4',
    '2.2.1',
    '2.2.2',
    '2.3.1',
    '2.4.1',
    '2.4.2',
    '2.4.3',
    '2.4.4',
    '2.4.5',
    '2.4.6',
    '2.4.7',
  ],
  ...['2.4.11', '2.5.1', '2.5.2', '2.5.3', '2.5.4', '2.5.7', '2.5.8'],
  ...[
    '3.1.1',
    '3.1.2',
    '3.2.1',
    '3.2.2',
    '3.2.3',
    '3.2.4',
    '3.2.6',
    '3.3.1',
    '3.3.2',
    '3.3.3',
    '3.3.4',
    '3.3.7',
    '3.3.8',
  ],
  ...['4.1.2', '4.1.3'],
];

test('docs/access.md has each criterion of WCAG 2.2 A and AA once, with what is met and how', () => {
  const rows = Array.from(
    readFileSync('docs/access.md', 'utf8').matchAll(/^\| (\d\.\d\.\d+) .*$/gm),
    ([row, number]) => ({ number, cells: row.split('|').map((cell) => cell.trim()) }),
  );
  expect(rows.map(({ number }) => number)).toEqual(CRITERIA);
  for (const { number, cells } of rows) {
    const [, , level, met, how, shownBy] = cells;
    expect(level, number).toMatch(/^AA?$/);
    expect(met, number).toMatch(/^(yes|partly|not measured|–)$/);
    if (met === 'partly') expect(how, number).not.toBe('');
    if (met === 'yes') expect(how + shownBy, number).not.toBe('');
  }
});

test.each([
  ['README.md', 'instrument of the gallery, by its label', () => LISTED_INSTRUMENTS.map(({ label }) => label)],
  ['docs/instruments.md', 'instrument, by its label', () => INSTRUMENTS.map(({ label }) => label)],
  ['docs/scene-file.md', 'listed force', () => FORCES.flatMap(({ id, listed }) => (listed ? `\`${id}\`` : []))],
  ['docs/scene-file.md', 'motion of pins', () => MOTIONS.map(({ type }) => `\`${type}\``)],
] as const)('%s names every %s', (page, _kind, names) => {
  const text = readFileSync(page, 'utf8').toLowerCase();
  expect(names().length).toBeGreaterThan(3);
  expect(names().filter((name) => !text.includes(name.toLowerCase()))).toEqual([]);
});

test('the README has at most 250 lines', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(250);
});

/** The rows of the tables whose first column is a file with a function: groups of path and name. */
function walks(): [string, string][][] {
  const tables = readFileSync('docs/architecture.md', 'utf8').split('\n\n');
  return tables
    .map((table) =>
      Array.from(table.matchAll(/^\| `([\w/.-]+\.ts)` `(\w+)`/gm), ([, path, name]): [string, string] => [path, name]),
    )
    .filter((rows) => rows.length > 0);
}

/** Paths in src of what a file there imports, types included. */
function importedBy(path: string): string[] {
  return importsOf(readFileSync(join('src', path), 'utf8'))
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => join(dirname(path), specifier))
    .flatMap((to) => [`${to}.ts`, `${to}/index.ts`].filter((file) => existsSync(join('src', file))));
}

/** The caller reaches the other file by at most two imports, as through an index or an interface that the other one implements. */
function areLinked(caller: string, callee: string, declares: (path: string) => boolean): boolean {
  const reached = importedBy(caller).flatMap((path) => [path, ...importedBy(path)]);
  return reached.includes(callee) || importedBy(callee).some((path) => reached.includes(path) && declares(path));
}

test('each file of a way through the code names what the next one has, and reaches it by imports', () => {
  const [stiffness, positions, map, ...others] = walks();
  expect([stiffness.length, positions.length, map.length, others]).toEqual([10, 7, 5, []]);
  for (const rows of [stiffness, positions, map]) {
    const textOf = (path: string) => readFileSync(join('src', path), 'utf8');
    for (const [i, [path, name]] of rows.entries()) {
      const has = (one: string) => (file: string) => new RegExp(`\\b${one}\\b`).test(textOf(file));
      expect(has(name)(path), `${path} has ${name}`).toBe(true);
      if (i === 0) continue;
      const [last, before] = rows[i - 1];
      // On their way to the picture, positions are fetched: each of the first five files is called by the next one.
      const [caller, callee, called] = rows === positions && i < 5 ? [path, last, before] : [last, path, name];
      expect(has(called)(caller), `${caller} names ${called}`).toBe(true);
      expect(areLinked(caller, callee, has(called)), `${caller} reaches ${callee}`).toBe(true);
    }
  }
});
