import { expect, test } from 'vitest';
import { joinUnits, keyOf, packCatalog, unpackCatalog } from '../../../src/language/packed-catalog';
import { pseudo } from '../../../src/language/pseudo';
import { nearestLanguage, t, withPlurals } from '../../../src/language/translate';

test('an English text is shown as the code has it', () => {
  expect(t('Scene')).toBe('Scene');
  expect(t`${3} of ${'{0}'} particles`).toBe('3 of {0} particles');
});

test('the pseudo-language keeps values, formulas and spaces, and every other letter is another one', () => {
  expect(pseudo(' Set $dt$ to {0} ')).toBe(' [Šééţ $dt$ ţöö {0}] ');
  expect(pseudo('The quick brown fox jumps over the lazy dog.')).not.toMatch(/[a-z]/i);
});

test.each([
  ['en-GB', 'en'],
  ['de-AT', 'de'],
  ['DE', 'de'],
  ['zh-TW', undefined],
  ['zh-Hant-HK', undefined],
  ['xx', undefined],
  ['', undefined],
  ['en-XA', 'en-XA'],
])('for the language %s of a browser the page has %s', (asked, offered) => {
  expect(nearestLanguage(asked)).toBe(offered);
});

// The forms by the rules of the Unicode CLDR.
test.each([
  ['fr', [0, 1, 2, 1_000_000], ['0 pas a échoué', '1 pas a échoué', '2 pas ont échoué', '1000000 pas ont échoué']],
  ['en', [0, 1, 2], ['0 pas ont échoué', '1 pas a échoué', '2 pas ont échoué']],
  ['ja', [0, 1], ['0 pas ont échoué', '1 pas ont échoué']],
  ['fr', ['1,024', '1\u202f024', '–'], ['1,024 pas ont échoué', '1\u202f024 pas ont échoué', '– pas ont échoué']],
])('the plural of %s for %s', (language, counts, shown) => {
  const message = '{0, plural, one {# pas a} other {# pas ont}} échoué';
  const rules = new Intl.PluralRules(language);
  expect(counts.map((count) => withPlurals(message, [count], rules).replace('{0}', String(count)))).toEqual(shown);
});

test('a form of a plural can have other values, and a message several plurals', () => {
  const message = '{1, plural, one {# mode de {0}} other {# modes de {0}}}, {0, plural, other {#}}';
  expect(withPlurals(message, [5, 1], new Intl.PluralRules('fr'))).toBe('{1} mode de {0}, {0}');
});

test('a packed catalogue has the texts by key, and refuses two texts of one key', () => {
  const catalog = { 'Drag the cloth': 'Ziehe das Tuch', 'dt {0}': 'dt {0}', '': 'x' };
  expect(unpackCatalog(packCatalog(catalog))).toEqual([
    [keyOf('Drag the cloth'), 'Ziehe das Tuch'],
    [keyOf('dt {0}'), ''],
    [keyOf(''), 'x'],
  ]);
  // 32,736 w + 34,783 = 1 p, with the weight w = 65,599 and the prime p.
  expect(() => packCatalog({ '\0\0': '', '\u7fe0\u87df': '' })).toThrow('two texts have the key');
});

test('no line ends between a number and its unit', () => {
  expect(joinUnits('0,25 ms, {0} N/m, 45 %, 12 m³, 3 m’s, 3 mal')).toBe(
    '0,25\u00a0ms, {0}\u00a0N/m, 45\u00a0%, 12\u00a0m³, 3 m’s, 3 mal',
  );
  expect(packCatalog({ x: 'nach 2 s: $t = 2 s$' }).texts).toEqual(['nach 2\u00a0s: $t = 2 s$']);
});
