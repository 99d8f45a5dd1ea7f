/** Files by path from `src/`, with their text. */
export type Sources = Record<string, string>;

/**
 * Parts of `src/`, by path without extension. One that ends in a slash is a folder without its subfolders; `a/<each>/` stands for
 * every folder of `a`, and none of them imports from another. Imports go one way: each part imports only from itself and from the
 * parts above it in this list.
 */
export const LAYERS: readonly string[] = [
  'physics/slices',
  'physics/model/',
  'physics/kernels/',
  'physics/kernels/javascript/multigrid/',
  'physics/kernels/javascript/',
  'physics/kernels/simd/',
  'physics/world/',
  'physics/collision/',
  'physics/forces/bending/',
  'physics/forces/attraction/',
  'physics/forces/',
  'physics/constraints/obstacles/obstacle',
  'physics/constraints/obstacles/mesh/',
  'physics/constraints/obstacles/',
  'physics/constraints/contact/faces/',
  'physics/constraints/contact/',
  'physics/constraints/self-collision/',
  'physics/constraints/',
  'physics/solvers/',
  'physics/solvers/multigrid/',
  'physics/solvers/surface/',
  'physics/solvers/preconditioners',
  'physics/fields',
  'physics/integrators/springs/',
  'physics/integrators/',
  'physics/registry',
  'physics/scenes/',
  'physics/scenes/builders/',
  'physics/scenes/materials/',
  'physics/scenes/catalog/',
  'physics/scenes/load-scene',
  'physics/scenes/file/',
  'physics/scenes/mesh/',
  'physics/blow-up/',
  'physics/statics/',
  'physics/statics/equilibrium/',
  'physics/run/',
  'physics/timeline/',
  'physics/commands/',
  'physics/simulation',
  'physics/gpu/device-memory',
  'physics/gpu/forces/',
  'physics/gpu/net-source',
  'physics/gpu/surroundings',
  'physics/gpu/gpu-net',
  'physics/gpu/implicit/solver/',
  'physics/gpu/implicit/',
  'physics/gpu/',
  'physics/analysis/eigen/',
  'physics/analysis/state/',
  'physics/analysis/stability/',
  'physics/analysis/modes/',
  'physics/analysis/methods/',
  'physics/analysis/validation/',
  'physics/analysis/studies/',
  'physics/analysis/',
  'physics/blow-up/diagnosis/',
  'physics/experiment/table-text',
  'physics/experiment/',
  'physics/index',
  'runtime/frame/',
  'runtime/',
  'runtime/jobs/',
  'runtime/host/',
  'runtime/definitions/',
  'cli/',
  'language/',
  'render/view',
  'render/camera/scene-bounds',
  'render/camera/environment-bounds',
  'render/background/',
  'render/mass-spring/',
  'render/cloth/',
  'render/camera/',
  'render/overlays/render-context',
  'render/overlays/text/',
  'render/overlays/companions/',
  'render/overlays/',
  'render/',
  'ui/controls/',
  'ui/lab/',
  'ui/sharing/',
  'ui/actions/',
  'ui/messages/',
  'ui/pointer/',
  'ui/status-bar/',
  'ui/instruments/parts/',
  'ui/description/',
  'ui/sharing/export/export-format',
  'ui/sharing/export/film/film-plan',
  'ui/sharing/export/film/',
  'ui/sharing/export/',
  'ui/instruments/<each>/',
  'ui/instruments/',
  'ui/instruments/dock/',
  'ui/lessons/lesson',
  'ui/lessons/equation',
  'ui/lessons/texts/',
  'ui/lessons/course/',
  'ui/lessons/classroom/',
  'ui/lessons/',
  'ui/panel/',
  'ui/galleries/',
  'ui/first-visit/',
  'ui/page/',
  'page',
  'main',
  'service-worker',
  'embed/',
];

/** Of packages that only others import. */
const NOWHERE = /^$/;

/** Which package may be imported where; every other package nowhere in `src/`. */
export const PACKAGES: Record<string, RegExp> = {
  '@codemirror/autocomplete': /^ui\/instruments\//,
  '@codemirror/commands': /^ui\/instruments\//,
  '@codemirror/lang-javascript': /^ui\/instruments\//,
  '@codemirror/language': /^ui\/instruments\//,
  '@codemirror/lint': /^ui\/instruments\//,
  '@codemirror/state': /^ui\/instruments\//,
  '@codemirror/view': /^ui\/instruments\//,
  // What CodeMirror consists of.
  '@lezer/common': NOWHERE,
  '@lezer/highlight': /^ui\/instruments\//,
  '@lezer/javascript': NOWHERE,
  '@lezer/lr': NOWHERE,
  '@marijn/find-cluster-break': NOWHERE,
  crelt: NOWHERE,
  'style-mod': NOWHERE,
  'w3c-keyname': NOWHERE,
  earcut: /^physics\/scenes\/mesh\//,
  three: /^(render\/|runtime\/jobs\/mesh-formats$)/,
  'lil-gui': /^ui\/panel\//,
  katex: /^ui\/lessons\//,
  mediabunny: /^ui\/sharing\/export\/film\//,
  gifenc: /^ui\/sharing\/export\/film\//,
  fflate: /^ui\/sharing\/export\//,
};

/** Where modules of Node may be imported. */
export const NODE_PROGRAM = /^cli\//;

/** The interface between page and picture, without three: all that `ui` may import from `render`. */
export const VIEW_INTERFACE = 'render/view';

/** Engine files that the page's thread may import as code; all else of the engine stays out of the first load. */
export const LEAVES_FOR_THE_PAGE =
  /^physics\/(model\/(model|validate|deterministic-math)|scenes\/file\/checked-scene|analysis\/state\/observables|experiment\/table-text)$/;

/** Parts that run on the page's thread. */
export const PAGE = /^(render\/|ui\/|page$|main$|service-worker$)/;

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

/** Entries that a folder may have. */
export const FOLDER_LIMIT = 15;

/** Folders that may have more: the engine's own, which is its table of contents, and those with an entry for each of a registry. */
export const LONG_FOLDERS = [
  'physics',
  'physics/forces',
  'physics/scenes/catalog',
  'physics/integrators',
  'physics/commands',
  'ui/instruments',
  'ui/lessons/texts',
];

/** The part of LAYERS that a file (path without extension) is in, with its rank; undefined where there is none. */
export function placeOf(path: string): { rank: number; part: string } | undefined {
  const folder = path.replace(/[^/]*$/, '');
  const each = folder.replace(/[^/]+\/$/, '<each>/');
  const layer = [path, folder, each].find((part) => LAYERS.includes(part));
  return layer === undefined ? undefined : { rank: LAYERS.indexOf(layer), part: layer === path ? path : folder };
}
