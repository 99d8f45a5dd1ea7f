/** A catalogue as the build packs it: a short key in place of each English text, which a language would load for nothing. */

/** Characters of a key. */
const LENGTH = 6;
/** A prime whose remainders are six digits to the base 36. */
const PRIME = 2 ** 31 - 1;

const FORMULA = /(\$[^$]*\$)/;

export interface PackedCatalog {
  /** The keys, without a gap. */
  keys: string;
  /** The text of each key; '' is the English one. */
  texts: readonly string[];
}

/** The key of an English text: a polynomial of its characters. */
export function keyOf(text: string): string {
  let hash = text.length;
  for (let i = 0; i < text.length; i++) hash = (hash * 65_599 + text.charCodeAt(i)) % PRIME;
  return hash.toString(36).padStart(LENGTH, '0');
}

/** A number, or the place of one, and its unit. */
const BEFORE_UNIT = /(?<=[\d}]) (?=(?:[kMGmµn]?(?:Hz|Pa|rad|[smgNJWB])|min|%)(?![\p{L}\d’']))/gu;

/** With a space between number and unit that no line ends at. */
export const joinUnits = (text: string) => text.replace(BEFORE_UNIT, '\u00a0');

const withUnits = (part: string, i: number) => (i % 2 === 0 ? joinUnits(part) : part);

/** Throws if two texts have the same key. */
export function packCatalog(catalog: Readonly<Record<string, string>>): PackedCatalog {
  const texts = new Map<string, string>();
  for (const [english, text] of Object.entries(catalog)) {
    const key = keyOf(english);
    if (texts.has(key)) throw new Error(`two texts have the key ${key}; change a word of this one: ${english}`);
    texts.set(key, text === english ? '' : text.split(FORMULA).map(withUnits).join(''));
  }
  return { keys: [...texts.keys()].join(''), texts: [...texts.values()] };
}

/** Keys and texts, in pairs. */
export function unpackCatalog({ keys, texts }: PackedCatalog): [key: string, text: string][] {
  return texts.map((text, i) => [keys.slice(LENGTH * i, LENGTH * (i + 1)), text]);
}
