import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { termsAreAgreed } from '../setup/glossary';

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

test('the pages use the terms of the glossary', () => {
  const pages = Object.fromEntries(PAGES.map((page) => [page, readFileSync(page, 'utf8')]));
  expect(termsAreAgreed(pages)).toEqual([]);
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

test('the README has at most 250 lines', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(250);
});
