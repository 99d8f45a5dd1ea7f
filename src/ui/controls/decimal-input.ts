import { t } from '../../language/translate';
import { element } from './element';
import { COMMA_HELP } from './number-text';

/**
 * An input for a number that may have a decimal comma, which those of the browser take in some languages only; `parseNumber` reads it.
 * @param attributes as of an element
 */
export function decimalInput({
  title,
  ...attributes
}: { title: string } & NonNullable<Parameters<typeof element>[1]>): HTMLInputElement {
  return element('input', {
    ...attributes,
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    title: `${t(title)}. ${t(COMMA_HELP)}`,
  });
}
