/** Finds the message that a sentence of the engine was made from: the engine writes English, with the values in it. */

/** The text of the message, with `{0}` for its values, and the values in the sentence. */
export interface Recognized {
  text: string;
  values: string[];
}

interface Template {
  pattern: RegExp;
  text: string;
}

const PLACE = /\{\d+\}/;

/** What is written for sure, between the values. */
const fixedOf = (english: string) => english.split(PLACE);

const wordsOf = (text: string) => text.match(/\p{L}{4,}/gu) ?? [];

/** The longest word that no value touches: a sentence without it is another one. '' if there is none; then it is not looked for. */
export const markOf = (english: string) =>
  wordsOf(english.replace(/\S*\{\d+\}\S*/g, ' ')).reduce(
    (longest, one) => (one.length > longest.length ? one : longest),
    '',
  );

/** The name of what a sentence is about in front of it: `dt must be …`, `springs.pairs[3]: must be …`. */
const NAMED = /^([\w.[\]"“”-]+:?) (.+)$/s;

/**
 * Of several messages that fit a sentence, it is the one with the fewest letters in its values.
 * @param messages English texts with their translations
 * @param isMessage tells whether a text without values is one
 */
export function createRecognizer(
  messages: Iterable<readonly [english: string, text: string]>,
  isMessage: (text: string) => boolean,
): (sentence: string) => Recognized | null {
  const templates = new Map<string, Template[]>();
  const all = Array.from(messages).filter(([english]) => PLACE.test(english) && markOf(english) !== '');
  all.sort(([a], [b]) => fixedOf(b).join('').length - fixedOf(a).join('').length);
  for (const [english, text] of all) {
    const fixed = fixedOf(english).map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
    const mark = markOf(english);
    const others = templates.get(mark) ?? [];
    others.push({ pattern: RegExp(`^${fixed.join('(.+?)')}$`, 's'), text });
    templates.set(mark, others);
  }

  return function recognize(sentence): Recognized | null {
    let best: Recognized | null = null;
    let letters = Number.POSITIVE_INFINITY;
    for (const mark of new Set(wordsOf(sentence))) {
      for (const { pattern, text } of templates.get(mark) ?? []) {
        const match = pattern.exec(sentence);
        if (!match) continue;
        const values = match.slice(1);
        const length = values.join('').length;
        if (length < letters) [best, letters] = [{ text, values }, length];
        break;
      }
    }
    if (best) return best;
    const [, name, rest] = NAMED.exec(sentence) ?? [];
    return rest && (isMessage(rest) || recognize(rest)) ? { text: '{0} {1}', values: [name, rest] } : null;
  };
}
