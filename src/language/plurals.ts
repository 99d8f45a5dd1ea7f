/** Forms of a message for numbers, written as in ICU: `{0, plural, one {# étape} other {# étapes}}`. */

const FORM = String.raw` (\w+) \{((?:[^{}]|\{\d+\})*)\}`;

/** The value that chooses, and the forms: ` one {…} other {…}`. A form can have values, and no formula. */
export const PLURAL = RegExp(String.raw`\{(\d+), plural,((?:${FORM})+)\}`, 'g');

/** Name and text of each form. */
export const formsOf = (list: string): Map<string, string> =>
  new Map(Array.from(list.matchAll(RegExp(FORM, 'g')), ([, name, text]) => [name, text]));

/** The message with the form that fits each value; `#` becomes the place of the value. */
export function withPlurals(message: string, values: readonly unknown[], rules: Intl.PluralRules): string {
  return message.replace(PLURAL, (_, place: string, list: string) => {
    const forms = formsOf(list);
    // 1,024 and 1 024 are numbers too; what is none takes the form for others.
    const count = Number(String(values[Number(place)]).replace(/[,\u202f]/g, ''));
    return (forms.get(rules.select(count)) ?? forms.get('other') ?? '').replaceAll('#', `{${place}}`);
  });
}
