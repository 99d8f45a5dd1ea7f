/** The language of the page. The English text in the code is the key of its translation, as in gettext. */
import { joinUnits, keyOf, type PackedCatalog, unpackCatalog } from './packed-catalog';
import type { createRecognizer } from './recognize';

/**
 * The languages that are complete, by BCP 47, each with its own name; a test checks them. The texts of `de` are in
 * `catalogs/de.page.json` and `catalogs/de.lessons.json`. The single file has no space for them: it is in English.
 */
export const LANGUAGES: Readonly<Record<string, string>> =
  import.meta.env.MODE === 'single'
    ? { en: 'English' }
    : {
        en: 'English',
        'zh-Hans': '简体中文',
        de: 'Deutsch',
        es: 'Español',
        fr: 'Français',
        'pt-BR': 'Português (Brasil)',
        ja: '日本語',
      };

/** Languages for tests: `en-XA` shows each text that can be translated in other letters, longer and in brackets; `ar-XB` from right to left. */
const PSEUDO: readonly string[] = ['en-XA', 'ar-XB'];

/** The catalogues of a language. That of the lessons is loaded when one is opened; `engine` has the engine's sentences with values. */
export type Part = 'page' | 'lessons' | 'engine';

const CATALOGS = import.meta.env.MODE === 'single' ? {} : import.meta.glob('./catalogs/*.json', { import: 'default' });

let language = 'en';
let comma = false;
/** Which form of a word the language has with a number; English forms are in the code. */
let plurals: Intl.PluralRules;
/** What is loaded of the language, by key; null in English. */
let messages: Map<string, string> | null = null;
/** What was looked up, by the English text. */
const found = new Map<string, string>();
/** Finds the message of a sentence that the engine has written. */
let recognize: ReturnType<typeof createRecognizer> | null = null;
/** A text as the language shows it: the translation. */
let shownAs = (english: string, translation: string) => translation || english;

export const currentLanguage = () => language;

/** True if the language writes 0,25 for a quarter. */
export const hasDecimalComma = () => comma;

/** Numbers as the language writes them; not those of an address. */
export const withLocalNumbers = (text: string) =>
  comma && !text.includes('://') ? text.replace(/(\d)\.(?=\d)/g, '$1,') : text;

/** What is no message, with numbers and units as in the language. */
const localText = (text: string) => joinUnits(withLocalNumbers(text));

/** A number with a unit: it is no message, though a key might fit it by chance. */
export const isQuantity = (text: string) => /^\P{L}*\d(?!.*\p{L}{3}|.*\s\p{L}+\s)/u.test(text);

/** The translation of an English text, if there is one. */
function translationOf(english: string): string | undefined {
  let text = found.get(english);
  if (text !== undefined) return text;
  text = messages?.get(keyOf(english));
  if (text === undefined) return undefined;
  text = shownAs(english, text);
  found.set(english, text);
  return text;
}

/** An integer as the engine writes it, `1,024`. */
const COUNT = /^\d{1,3}(,\d{3})+$/;

/** The translation of a sentence that the engine has written with values in it, if it is one. */
function translatedSentence(sentence: string): string | undefined {
  const message = recognize?.(sentence);
  if (!message) return undefined;
  const text = fill(
    message.text,
    message.values,
    message.values.map((value) => (COUNT.test(value) && comma ? value.replaceAll(',', '\u202f') : t(value))),
  );
  found.set(sentence, text);
  return text;
}

/** The message with its values, as they are shown, in their places. */
const fill = (message: string, values: readonly unknown[], shown: readonly string[]) =>
  withPlurals(message, values, plurals).replace(/\{(\d+)\}/g, (_, i) => shown[i]);

/**
 * The text in the page's language. With values it is the tag of a template: `` t`${n} particles` `` has the key `{0} particles`, and a value
 * that is itself a message is translated too.
 */
export function t(text: string | TemplateStringsArray, ...values: unknown[]): string {
  if (typeof text === 'string') {
    if (!messages) return text;
    return (isQuantity(text) ? undefined : (translationOf(text) ?? translatedSentence(text))) ?? localText(text);
  }
  if (!messages) return String.raw({ raw: text }, ...values);
  const english = text.reduce((key, part, i) => `${key}{${i - 1}}${part}`);
  const shown = values.map((value) => (typeof value === 'string' ? t(value) : localText(String(value))));
  return fill(translationOf(english) ?? english, values, shown);
}

/** Chooses by the address, by the last choice, and by the browser's setting, and loads the page's texts. @param last null: none */
export async function loadLanguage(last: string | null): Promise<void> {
  const asked = [new URLSearchParams(location.search).get('lang'), last, ...navigator.languages];
  language = asked.map(nearestLanguage).find((one) => one !== undefined) ?? 'en';
  document.documentElement.lang = language;
  if (/^(ar|fa|he|ur)\b/.test(language)) document.documentElement.dir = 'rtl';
  if (language === 'en') return;
  plurals = new Intl.PluralRules(language);
  comma = new Intl.NumberFormat(language).format(0.5).includes(',');
  await loadMessages('page');
  await loadEngineMessages();
  document.title = t(document.title);
  for (const part of document.querySelectorAll('[aria-label]')) part.ariaLabel = t(part.ariaLabel ?? '');
}

/** Loads the texts of a part that is opened later. Texts that cannot be fetched stay English. */
export async function loadMessages(part: Exclude<Part, 'engine'>): Promise<void> {
  if (language === 'en') return;
  if (PSEUDO.includes(language)) {
    const { mirrored, pseudo } = await import('./pseudo');
    shownAs = language === 'ar-XB' ? mirrored : pseudo;
  }
  const packed = (await CATALOGS[fileOf(part)]?.().catch(() => null)) as PackedCatalog | null;
  messages ??= new Map();
  if (packed) for (const [key, text] of unpackCatalog(packed)) messages.set(key, text);
}

/** They have the English texts, to find these in a sentence. */
async function loadEngineMessages(): Promise<void> {
  const loading = Promise.all([CATALOGS[fileOf('engine')]?.(), import('./recognize')]);
  const loaded = await loading.catch(() => null);
  if (!loaded?.[0]) return;
  const [catalog, { createRecognizer }] = loaded;
  const entries = Object.entries(catalog as Record<string, string>).map(
    ([english, text]) => [english, shownAs(english, text)] as const,
  );
  messages ??= new Map();
  for (const [english, text] of entries) messages.set(keyOf(english), text);
  recognize = createRecognizer(entries, (text) => translationOf(text) !== undefined);
}

/** The pseudo-languages take the keys of another one. */
const fileOf = (part: Part) => `./catalogs/${PSEUDO.includes(language) ? 'de' : language}.${part}.json`;

/** The language that is offered for this one: `de` for `de-AT`, `pt-BR` for `pt-PT`, `zh-Hans` for `zh-CN`; none for `zh-TW`. */
export function nearestLanguage(asked: string | null): string | undefined {
  if (asked === null || PSEUDO.includes(asked)) return asked ?? undefined;
  if (/^zh-(.*-)?(hant|tw|hk|mo)\b/i.test(asked)) return undefined;
  const [main] = asked.toLowerCase().split('-');
  return Object.keys(LANGUAGES).find((one) => one.split('-')[0] === main);
}

/** A form of a message for numbers, written as in ICU: `{0, plural, one {# étape} other {# étapes}}`. */
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
