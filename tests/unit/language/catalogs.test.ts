import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Part } from '../../../src/language/translate';
import { messagesOf, readMessages, untaggedIn } from '../../setup/messages';

const FOLDER = 'src/language/catalogs';
const FILES = readdirSync(FOLDER);
const messages = readMessages();

const placesIn = (text: string) => (text.match(/\{\d+\}|\$[^$]*\$/g) ?? []).sort();

describe.each(FILES)('the catalogue %s', (name) => {
  const [language, part] = name.split('.') as [string, Part];
  const catalog: Record<string, string> = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

  test('has every message and no other: `npx vitest run tests/unit/language -u` writes it', async () => {
    const entries = messages[part].map((key) => [key, catalog[key] ?? '']);
    await expect(`${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`).toMatchFileSnapshot(
      join('../../..', FOLDER, name),
    );
  });

  test.skipIf(!LANGUAGES.includes(language))('is complete, and has the values and formulas of each message', () => {
    const empty = Object.keys(catalog).filter((key) => catalog[key] === '');
    expect(empty).toEqual([]);
    const other = Object.entries(catalog).filter(([key, text]) => placesIn(key).join() !== placesIn(text).join());
    expect(other).toEqual([]);
  });
});

test('texts with values are tagged, so that they are found', () => {
  const paths = readdirSync('src/ui', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const untagged = paths
    .filter((path) => !path.includes('sharing/export/'))
    .flatMap((path) => untaggedIn(readFileSync(join('src/ui', path), 'utf8')).map((text) => `${path}: ${text}`));
  expect(untagged).toEqual([]);
});

test('messages are found where texts are shown', () => {
  const source = `
    import { x } from './a module';
    element('p', { class: 'not shown', title: 'A title' }, 'a text', t\`\${n} particles\`, \`\${left}px\`);
    const rows = [['Drag the cloth', 'M3 3 L4 4']];
    const help = ok ? 'Nothing is held.' : 'hidden';
    if (key === 'not a text') addEventListener('click', f);`;
  expect(messagesOf(source)).toEqual(['A title', 'a text', '{0} particles', 'Drag the cloth', 'Nothing is held.']);
  expect(untaggedIn(`button(id, \`Throw \${it}\`)`)).toEqual(['Throw {0}']);
});
