import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packCatalog } from '../../../src/language/packed-catalog';
import { formsOf, isQuantity, LANGUAGES, type Part, PLURAL } from '../../../src/language/translate';
import { messagesOf, readMessages, untaggedIn } from '../../setup/messages';

const FOLDER = 'src/language/catalogs';
/** The sentences of the engine stay English in a language that has no catalogue of them. */
const partsOf = (language: string): readonly Part[] =>
  existsSync(join(FOLDER, `${language}.engine.json`)) ? ['page', 'lessons', 'engine'] : ['page', 'lessons'];
const TRANSLATIONS = Object.keys(LANGUAGES).filter((language) => language !== 'en');
const messages = readMessages();

/** The values and the formulas of a text; a value may be in several forms of a plural. */
function placesIn(text: string): string[] {
  const formulas = text.match(/\$[^$]*\$/g) ?? [];
  const values = text.replace(/\$[^$]*\$/g, '').match(/\{\d+(?=[,}])/g) ?? [];
  return [...new Set(values), ...formulas].sort();
}

/** Whether each plural of a text has forms that the language has, among them `other`. */
function hasValidForms(text: string, language: string): boolean {
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[];
  const plurals = Array.from(text.matchAll(PLURAL), ([, , list]) => [...formsOf(list).keys()]);
  return (
    plurals.every((forms) => forms.includes('other') && forms.every((form) => known.includes(form))) &&
    !text.replace(PLURAL, '').includes(', plural')
  );
}

test('every catalogue is that of a language', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(
    TRANSLATIONS.flatMap((language) => partsOf(language).map((part) => `${language}.${part}.json`)).sort(),
  );
});

describe.each(TRANSLATIONS)('the language %s', (language) => {
  test('has its own name', () => {
    const name = new Intl.DisplayNames(language, { type: 'language' }).of(language);
    expect(LANGUAGES[language].toLowerCase()).toBe(name?.toLowerCase());
  });

  describe.each(partsOf(language))('in the catalogue %s', (part) => {
    const path = join(FOLDER, `${language}.${part}.json`);
    const catalog: Record<string, string> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};

    test('has every message and no other: `npx vitest run tests/unit/language -u` writes it', async () => {
      const entries = messages[part].map((key) => [key, catalog[key] ?? '']);
      await expect(`${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`).toMatchFileSnapshot(
        join('../../..', path),
      );
    });

    test('is complete, and has the values and formulas of each message', () => {
      const entries = Object.entries(catalog);
      const empty = entries.filter(([, text]) => text === '').map(([key]) => key);
      expect(empty, `write their translations in ${path}`).toEqual([]);
      expect(entries.filter(([key, text]) => placesIn(key).join() !== placesIn(text).join())).toEqual([]);
      expect(entries.filter(([, text]) => !hasValidForms(text, language))).toEqual([]);
    });

    // Chinese and Japanese have none between sentences.
    test.skipIf(/^(ja|zh)/.test(language))('has the spaces at the ends of messages that are joined', () => {
      const ends = (text: string) => [/^\s/.test(text), /\s$/.test(text)].join();
      expect(Object.entries(catalog).filter(([key, text]) => text !== '' && ends(key) !== ends(text))).toEqual([]);
    });
  });
});

test('no message looks like a number with a unit, and no two have one key', () => {
  const all = Object.values(messages).flat();
  expect(all.filter((text) => !text.includes('{0}') && isQuantity(text))).toEqual([]);
  expect(() => packCatalog(Object.fromEntries(all.map((text) => [text, ''])))).not.toThrow();
  expect(['0.3 ms', '−12.5 kN/m', '1,024', '1.5e-3 kg/m³', '45 %'].filter((text) => !isQuantity(text))).toEqual([]);
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
