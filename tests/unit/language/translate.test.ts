import { expect, test } from 'vitest';
import { pseudo } from '../../../src/language/pseudo';
import { t } from '../../../src/language/translate';

test('an English text is shown as the code has it', () => {
  expect(t('Scene')).toBe('Scene');
  expect(t`${3} of ${'{0}'} particles`).toBe('3 of {0} particles');
});

test('the pseudo-language keeps values, formulas and spaces, and every other letter is another one', () => {
  expect(pseudo(' Set $dt$ to {0} ')).toBe(' [Šééţ $dt$ ţöö {0}] ');
  expect(pseudo('The quick brown fox jumps over the lazy dog.')).not.toMatch(/[a-z]/i);
});
