/** The texts that a catalogue of src/language/catalogs translates, read from the source. */
import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { markOf } from '../../src/language/recognize';
import type { Part } from '../../src/language/translate';
import { OBSERVABLES } from '../../src/physics/analysis/state/observables';
import { catalog } from '../../src/runtime/host/catalog';

/** Where texts are, the catalogue that has them, and whether only those in a property of TEXTS count. */
const SOURCES: readonly { path: RegExp; part: Part; named: boolean }[] = [
  { path: /^ui\/lessons\/((texts|course|classroom)\/|worksheet)/, part: 'lessons', named: false },
  { path: /^ui\/sharing\/export\/(?!film|export-format|mesh)/, part: 'page', named: true },
  { path: /^(ui\/(?!controls\/icons)|(main|page)\.ts$)/, part: 'page', named: false },
  { path: /^(render|runtime|physics)\/(?!analysis\/methods)/, part: 'page', named: true },
];

/** Properties and attributes whose value is a text for the reader. */
const TEXTS =
  /^(label|help|title|summary|text|reason|note|since|says|question|because|explanation|task|success|thought|takeHome|hint|about|zero|caption|aria-label|aria-valuetext|placeholder|alt)$/;

/** Properties and attributes whose value is none. */
const CODES =
  /^(class|type|id|role|style|kind|for|tex|href|key|rel|target|value|source|src|inputmode|autocomplete|accept|endings|icon|scene|integrator|data-.*)$/;

/** Where the sentences of the engine are. They have no tag; the names of what it lists are values of them. */
const ENGINE =
  /^(runtime|physics)\/(?!.*(assembly|\/describe\.ts|recorded-table|materials\/sources|(motion|square|strip)-tests))/;
const NOUN_CALLS = /^(id|index|noSuch)$/;
/** Programs for the GPU, lines of a table, and names of threads. */
const CODE_OF_ENGINE =
  /;$|[<>*+\n]|\w\(|^#|\w\[\{|^ else|^blew up|^Hooke (engine|job|recording)|^storage|^cloth simulator$/;

/** The arguments that are texts, of functions that show them. */
const SHOWN: Record<string, readonly number[]> = {
  t: [0],
  button: [0, 1, 2],
  createFigure: [2, 3],
  disclosure: [0, 1],
  entry: [2],
  labelled: [0],
  experiment: [0, 1],
  fromStart: [0, 1],
  madeOf: [1, 2],
  playing: [0, 1],
  setText: [1],
  step: [0, 1, 2],
  withEquations: [0],
};

/** Functions that take no text. */
const CODE_CALLS =
  /^(add|remove|toggle|contains|closest|matches|(add|remove)EventListener|createElement(NS)?|(query|get)[A-Z]\w*|elementById|matchMedia|icon|equation|RegExp|URL|Set|Error|fetch|(starts|ends)With|includes|split|join|replace(All)?|[gs]et|has|ask|(get|set|remove)(Item|Property)|restyle|raw|symbolList|bindings)$/;

/** Strings with spaces that are code: equations, paths of SVG, styles, selectors, TypeScript, TeX. */
const CODE =
  /^\$\$|^M[\d.]|^[#.&>@*[<{}|)=+-]|\dpx |\(m(ax|in)-|system-ui|\b(return|const|import)\b|=>|[;{]$|\\\\|<\/|:has|\[[\w-]+=|#panel|^not all$|^use |^light-dark\(|application\//;

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** The messages of each catalogue, in the order of the files; a text of the page is not repeated in the lessons. */
export function readMessages(folder = 'src'): Record<Part, string[]> {
  const found: Record<Part, Set<string>> = {
    page: new Set(namesIn({ ...catalog(), OBSERVABLES })),
    lessons: new Set(),
    engine: new Set(),
  };
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const path of paths) {
    const source = SOURCES.find((one) => one.path.test(path));
    if (!source || !/(?<!\.d)\.ts$/.test(path) || path.includes('assembly')) continue;
    // Titles of works stay as they are.
    if (path.endsWith('texts/sources.ts')) continue;
    const code = readFileSync(`${folder}/${path}`, 'utf8');
    for (const text of messagesOf(code, source.named)) found[source.part].add(text);
    if (source.part === 'lessons') for (const words of wordsInFormulas(code)) found.lessons.add(words);
    if (ENGINE.test(path)) for (const text of sentencesOf(code)) found.engine.add(text);
  }
  for (const [, label, title] of readFileSync('index.html', 'utf8').matchAll(
    /aria-label="([^"]*)"|<title>(.*)<\/title>/g,
  ))
    found.page.add(label ?? title);
  for (const text of found.page) found.lessons.delete(text);
  // A sentence with values is looked for among those of the engine, wherever else it is.
  for (const text of found.page) if (!text.includes('{0}')) found.engine.delete(text);
  return { page: [...found.page], lessons: [...found.lessons], engine: [...found.engine] };
}

/** What the engine's definitions say, with the values that are part of their texts. */
function namesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (typeof one === 'string')
      return (TEXTS.test(key) || /^(group|unit)$/.test(key)) && /\p{L}{4,}|[a-z]\p{L}+/u.test(one) ? [one] : [];
    return key === 'options' ? Object.values<string>(one) : namesIn(one);
  });
}

/** The messages in the text of a file. */
export function messagesOf(source: string, named = false): string[] {
  const found: string[] = [];
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, [], (node, parents) => {
    const text = textOf(node);
    if (text === null || !/\p{L}/u.test(text)) return;
    const place = placeOf(node, parents);
    const isTemplate = node.type === 'TemplateLiteral' && (node.expressions as Node[]).length > 0;
    if (isTemplate ? isTagged(parents.at(-1)) : place === 'text' || (place === 'any' && !named && looksLikeText(text)))
      found.push(text);
  });
  return found;
}

/** Words in formulas, `\\text{rows}`; abbreviations are the same in every language. */
function wordsInFormulas(source: string): string[] {
  const words = Array.from(source.matchAll(/\\\\text\{ ?([^{}]*?) ?\}/g), ([, text]) => text);
  return words.filter((text) => /^[a-z]{2}/.test(text) && !/^(int|ext|mid)$/.test(text));
}

/** The sentences in a file of the engine, with values and without, and the names of what it lists. */
function sentencesOf(source: string): string[] {
  const found = messagesOf(source).filter((text) => text.includes(' ') && !CODE_OF_ENGINE.test(text));
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, [], (node, parents) => {
    const parent = parents.at(-1);
    const text = textOf(node);
    if (text === null || isTagged(parent)) return;
    const [callee, first] =
      parent?.type === 'CallExpression' ? [nameOf(parent.callee as Node), (parent.arguments as Node[])[0]] : [''];
    if (node.type === 'Literal' && first === node && NOUN_CALLS.test(callee)) found.push(text);
    if (!/\{0\}/.test(text) || text.length > 200 || CODE_OF_ENGINE.test(text) || callee === 'comment') return;
    if (markOf(text) !== '') found.push(text);
  });
  return found;
}

/** Templates that are shown with their values, but are not tagged by `t`. */
export function untaggedIn(source: string): string[] {
  const found: string[] = [];
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, [], (node, parents) => {
    if (node.type !== 'TemplateLiteral' || isTagged(parents.at(-1))) return;
    const text = textOf(node) as string;
    if (/[a-z]{3,}/.test(text) && placeOf(node, parents) === 'text') found.push(text);
  });
  return found;
}

/** A sentence or a word with a capital, as headings have it. */
function looksLikeText(text: string): boolean {
  return (
    /^\W*\p{Lu}\p{Ll}{2,}[.:…!]?$/u.test(text) || (/\p{L}{2,}.*\s|\s.*\p{L}{2,}/u.test(text) && !CODE.test(text.trim()))
  );
}

/** The text of a string; of a template with `{0}`, `{1}` … for its values. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  const parts = node.quasis as { value: { cooked: string } }[];
  return parts.map(({ value }, i) => (i === 0 ? '' : `{${i - 1}}`) + value.cooked).join('');
}

const isTagged = (parent?: Node) => parent?.type === 'TaggedTemplateExpression' && nameOf(parent.tag as Node) === 't';

/** Whether a string is shown, is code, or may be either. */
function placeOf(node: Node, parents: readonly Node[]): 'text' | 'code' | 'any' {
  let child = node;
  for (const parent of parents.toReversed()) {
    const { type } = parent;
    // `…`.trim(), and […].map(…)
    const isObject = type === 'MemberExpression' && parent.object === child;
    if (isObject && (child !== node || nameOf(parent.property as Node) === 'trim')) {
      child = parent;
      continue;
    }
    if (/^Import|^Export(All|Named)|^TS(?!As|Satisfies|NonNull)|^SwitchCase|^Member|^Tagged/.test(type)) {
      if (parent.declaration !== child) return isTagged(parent) ? 'text' : 'code';
    }
    if (type === 'BinaryExpression' && parent.operator !== '+') return 'code';
    if (type === 'TemplateLiteral') return isTagged(parents[parents.indexOf(parent) - 1]) ? 'text' : 'any';
    if (type === 'Property') return parent.key === child ? 'code' : placeOfProperty(nameOf(parent.key as Node));
    if ((type === 'CallExpression' || type === 'NewExpression') && parent.callee !== child)
      return placeOfArgument(nameOf(parent.callee as Node), parent.arguments as Node[], child);
    if (/Function|Statement$|Declaration$/.test(type)) return 'any';
    child = parent;
  }
  return 'any';
}

function placeOfProperty(name: string): 'text' | 'code' | 'any' {
  if (TEXTS.test(name)) return 'text';
  return CODES.test(name) ? 'code' : 'any';
}

function placeOfArgument(name: string, all: readonly Node[], child: Node): 'text' | 'code' | 'any' {
  const index = all.indexOf(child);
  if (name === 'setAttribute') return index > 0 && TEXTS.test(nameOf(all[index - 1])) ? 'text' : 'code';
  if (name === 'element') return index > 0 ? 'text' : 'code';
  if (Object.hasOwn(SHOWN, name)) return SHOWN[name].includes(index) ? 'text' : 'code';
  return CODE_CALLS.test(name) ? 'code' : 'any';
}

/** Of an identifier, a property, or a member. */
function nameOf(node: Node): string {
  if (node.type === 'MemberExpression') return nameOf(node.property as Node);
  return String(node.name ?? node.value ?? '');
}

function visit(node: Node, parents: Node[], see: (node: Node, parents: readonly Node[]) => void): void {
  see(node, parents);
  parents.push(node);
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one?.type) visit(one, parents, see);
  }
  parents.pop();
}
