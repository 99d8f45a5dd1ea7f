/** Files by path from `src/`, with their text. */
export type Sources = Record<string, string>;

export interface Layer {
  /** Paths from `src/` without extension; one that ends in a slash is a folder. */
  parts: readonly string[];
  /** Whether its parts may import one another. */
  together: boolean;
}

/** Imports go one way: each layer imports only from those above it in this list. */
export const LAYERS: readonly Layer[] = [
  {
    parts: ['memory', 'model', 'params', 'material', 'deterministic-math', 'scenery', 'cuts', 'membrane'].map(
      (name) => `physics/${name}`,
    ),
    together: true,
  },
  { parts: ['physics/kernels/'], together: false },
  { parts: ['physics/contracts'], together: false },
  { parts: ['physics/world'], together: false },
  {
    parts: ['forces', 'force-objects', 'motions', 'obstacles', 'fields', 'solvers'].map((name) => `physics/${name}/`),
    together: false,
  },
  { parts: ['physics/preconditioners/'], together: false },
  { parts: ['physics/constraint-params/'], together: false },
  { parts: ['physics/constraints/', 'physics/integrators/'], together: false },
  { parts: ['physics/registry'], together: false },
  { parts: ['physics/read-things', 'physics/write-scenery'], together: true },
  { parts: ['physics/scenes/'], together: false },
  { parts: ['physics/statics/'], together: false },
  { parts: ['physics/analysis/'], together: false },
  // Commands, the clock, and whatever else stands directly in the engine's folder.
  { parts: ['physics/command', 'physics/simulation', 'physics/'], together: true },
  { parts: ['physics/core'], together: false },
  { parts: ['physics/surroundings', 'physics/acceleration'], together: false },
  { parts: ['physics/index'], together: false },
  { parts: ['runtime/'], together: false },
  { parts: ['render/', 'ui/'], together: false },
  { parts: ['page'], together: false },
  { parts: ['main'], together: false },
];

/** Which package may be imported where; every other package nowhere in `src/`. */
export const PACKAGES: Record<string, RegExp> = {
  three: /^render\//,
  'lil-gui': /^ui\/(panel|param-)/,
  katex: /^ui\/lessons\//,
  uplot: /^ui\/instruments\//,
  valibot: /^physics\/scenes\//,
};

/** The interface between page and picture: `render` implements it, so it may import its types. */
export const VIEW_INTERFACE = 'ui/view';

/** Engine files that the page's thread may import as code; all else of the engine stays out of the first load. */
export const LEAVES_FOR_THE_PAGE = /^physics\/(model|params|scenes\/obj-file)$/;

/** Parts that run on the page's thread. */
export const PAGE = /^(render\/|ui\/|page$|main$)/;

/** Only `Math` that gives the same bits everywhere. */
export const EXACT_MATH = new Set(
  ['sqrt', 'abs', 'min', 'max', 'floor', 'ceil', 'round', 'trunc', 'sign', 'imul', 'clz32', 'fround'].concat([
    'PI',
    'E',
    'LN2',
    'LN10',
    'LOG2E',
    'LOG10E',
    'SQRT2',
    'SQRT1_2',
  ]),
);

/** Lines that a file may have. */
export const FILE_LIMIT = 300;

/** The place of a file (path without extension) in LAYERS: the longest part that fits, or undefined. */
export function placeOf(path: string): { rank: number; part: string; together: boolean } | undefined {
  return LAYERS.flatMap(({ parts, together }, rank) => parts.map((part) => ({ rank, part, together })))
    .filter(({ part }) => (part.endsWith('/') ? path.startsWith(part) : path === part))
    .sort((a, b) => b.part.length - a.part.length)[0];
}
