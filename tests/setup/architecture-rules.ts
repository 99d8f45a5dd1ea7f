import { dirname, join } from 'node:path/posix';
import {
  EXACT_MATH,
  FILE_LIMIT,
  FOLDER_LIMIT,
  LEAVES_FOR_THE_PAGE,
  LONG_FOLDERS,
  NODE_PROGRAM,
  PACKAGES,
  PAGE,
  placeOf,
  type Sources,
  VIEW_INTERFACE,
} from './layers';
import { codeOf, type Import, importsOf } from './source-text';

/** Each rule takes the sources and returns what breaks it, a sentence each. */
export type Rule = (sources: Sources) => string[];

interface Edge extends Import {
  from: string;
  /** Path of the file in `src/` without extension, or null for a package. */
  to: string | null;
}

const TYPESCRIPT = /\.ts$/;
const withoutExtension = (path: string) => path.replace(/(\.d)?\.ts$/, '');

export const filesHaveAPlace: Rule = (sources) =>
  modules(sources)
    .filter((path) => !placeOf(path))
    .map((path) => `${path} is in no layer`);

/** Imports of types count like any other. */
export const importsGoOneWay: Rule = (sources) =>
  edges(sources).flatMap(({ from, to }) => {
    const here = placeOf(from);
    const there = to === null ? undefined : placeOf(to);
    if (!here || !there || there.part === here.part) return [];
    if (from.startsWith('ui/') && to?.startsWith('render/') && to !== VIEW_INTERFACE) {
      return [`${from} imports ${to}, which isn't the interface of the view`];
    }
    return there.rank < here.rank ? [] : [`${from} imports ${to}, which isn't above it in LAYERS`];
  });

export const importsLeadSomewhere: Rule = (sources) =>
  edges(sources)
    .filter(({ to, specifier }) => to !== null && !/\.(css|json|svg|md|html|wasm)(\?[\w&]+)?$/.test(specifier))
    .filter(({ to }) => !modules(sources).includes(to as string))
    .map(({ from, specifier }) => `${from} imports ${specifier}, which isn't there`);

export const packagesStayInTheirPlace: Rule = (sources) =>
  edges(sources).flatMap(({ from, to, specifier }) => {
    if (to !== null) return [];
    if (specifier.startsWith('node:') && NODE_PROGRAM.test(from)) return [];
    const name = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : specifier.split('/', 1)[0];
    return PACKAGES[name]?.test(from) ? [] : [`${from} imports the package ${specifier}`];
  });

export const pageLoadsNoEngine: Rule = (sources) =>
  edges(sources)
    .filter(({ from, to, typeOnly }) => to?.startsWith('physics/') && PAGE.test(from) && !typeOnly)
    .filter(({ to }) => !LEAVES_FOR_THE_PAGE.test(to as string))
    .map(({ from, to }) => `${from} loads ${to} on the page's thread`);

/** Imports of types count like any other. */
export const importsHaveNoCycle: Rule = (sources) => {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges(sources)) {
    if (to !== null) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    else if (!done.has(path)) {
      for (const to of next.get(path) ?? []) visit(to, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of next.keys()) visit(path, []);
  return cycles;
};

export const filesAreShort: Rule = (sources) =>
  Object.entries(sources)
    .map(([path, text]) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > FILE_LIMIT)
    .map(({ path, lines }) => `${path} has ${lines} lines`);

/** Folders and files count; a longer list can't be read at a glance. */
export const foldersAreShort: Rule = (sources) => {
  const entries = new Map<string, Set<string>>();
  for (const path of Object.keys(sources)) {
    const parts = path.split('/');
    for (let depth = 0; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth]));
    }
  }
  return [...entries]
    .filter(([folder, { size }]) => size > FOLDER_LIMIT && !LONG_FOLDERS.includes(folder))
    .map(([folder, { size }]) => `${folder} has ${size} entries`);
};

export const namesSayTheIdea: Rule = (sources) =>
  Object.keys(sources)
    .filter((path) => /(^|[/-])(utils?|helpers?|common|managers?|misc)([./-]|$)/i.test(path))
    .map((path) => `${path} has a name that says nothing`);

/** For files of tests: the long run has only the tests with this tag. */
export const samplesAreTagged: Rule = (sources) =>
  Object.entries(sources)
    .filter(([, text]) => /from '[^']*\/run-length'/.test(text) && !/@module-tag sampled|'sampled'/.test(text))
    .map(([path]) => `${path} takes a sample of its cases, but no test of it has the tag \`sampled\``);

/** `analysis` only looks at the state, so it may use any `Math`. Powers of 2 are exact. */
export const stateIsTheSameEverywhere: Rule = (sources) =>
  matches(sources, /\bMath\s*(?:\.\s*(\w+)|\[)|(?<!\b2 )\*\*/g, (path) => !path.startsWith('physics/analysis/'))
    .filter(({ match }) => match[1] === undefined || !EXACT_MATH.has(match[1]))
    .map(
      ({ path, match }) =>
        `${path} uses ${match[0]}, whose last bit differs between machines: see model/deterministic-math.ts`,
    );

const OUTSIDE_WORLD = new RegExp(
  String.raw`\bMath\s*\.\s*random\b|\bnew\s+Date\b|\bDate\s*[.(]|(?<![.\w])(?:performance|document|window|globalThis|self|navigator` +
    String.raw`|localStorage|crypto|process|fetch|console|setTimeout|setInterval|requestAnimationFrame|postMessage)\b(?!\s*:)`,
  'g',
);

export const engineIsClosed: Rule = (sources) =>
  matches(sources, OUTSIDE_WORLD).map(({ path, match }) => `${path} reaches for ${match[0]}`);

const REGISTRIES = ['commands', 'forces', 'constraints/obstacles', 'constraints', 'integrators', 'scenes/catalog'];

/** A file beside a registry's index that defines an entry, and isn't listed in it, would not be found. */
export const registriesAreComplete: Rule = (sources) =>
  REGISTRIES.flatMap((registry) => {
    const folder = `physics/${registry}/`;
    const listed = codeOf(sources[`${folder}index.ts`] ?? '');
    return Object.entries(sources)
      .filter(
        ([path]) =>
          path.startsWith(folder) &&
          !REGISTRIES.some((other) => other.startsWith(`${registry}/`) && path.startsWith(`physics/${other}/`)),
      )
      .flatMap(([path, text]) => {
        const names = codeOf(text).matchAll(
          /\bexport\s+const\s+(\w+)\s*(?::\s*\w+Definition\b(?!\s*\[)|=\s*defineCommand\()/g,
        );
        return Array.from(names, ([, name]) => name)
          .filter((name) => !new RegExp(`\\b${name}\\b`).test(listed))
          .map((name) => `${name} of ${path} isn't listed in ${folder}index.ts`);
      });
  });

function modules(sources: Sources): string[] {
  return Object.keys(sources)
    .filter((path) => TYPESCRIPT.test(path))
    .map(withoutExtension);
}

function edges(sources: Sources): Edge[] {
  const there = new Set(modules(sources));
  return Object.entries(sources)
    .filter(([path]) => TYPESCRIPT.test(path))
    .flatMap(([path, text]) =>
      importsOf(text).map((found) => ({
        ...found,
        from: withoutExtension(path),
        to: resolve(path, found.specifier, there),
      })),
    );
}

function resolve(path: string, specifier: string, there: Set<string>): string | null {
  if (!specifier.startsWith('.')) return null;
  const to = withoutExtension(join(dirname(path), specifier.replace(/\?.*$/, '')));
  return there.has(`${to}/index`) && !there.has(to) ? `${to}/index` : to;
}

function matches(sources: Sources, pattern: RegExp, counts: (path: string) => boolean = () => true) {
  return Object.entries(sources)
    .filter(([path]) => path.startsWith('physics/') && TYPESCRIPT.test(path) && counts(path))
    .flatMap(([path, text]) => Array.from(codeOf(text).matchAll(pattern), (match) => ({ path, match })));
}
