/** Builds XML and HTML. Text is escaped wherever it stands, so that a name is never read as markup. */

export interface Markup {
  readonly markup: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** What XML 1.0 cannot hold: most control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** Elements of HTML that have no end tag. */
const VOID = new Set(['meta', 'img']);

/** @param attributes an undefined one is left out */
export function tag(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...content: readonly (string | number | Markup)[]
): Markup {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const start = [name, ...given.map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(' ');
  const inner = content.map((one) => (typeof one === 'object' ? one.markup : escaped(String(one))));
  return { markup: VOID.has(name) ? `<${start}>` : `<${start}>${inner.join('')}</${name}>` };
}

function escaped(text: string): string {
  return text.replace(FORBIDDEN, '\u{FFFD}').replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}
