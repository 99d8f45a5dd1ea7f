/** Files by path from `src/`, with their text. */
export type Sources = Record<string, string>;

/**
 * Parts of `src/`, by path without extension; one that ends in a slash is a folder, and `a/<each>/` is each folder of `a`, none of
 * which imports from another. Imports go one way: each part imports only from itself and from the parts above it in this list.
 * A file belongs to the longest part that fits.
 */
export const LAYERS: readonly string[] = [
  'physics/model/',
  'physics/kernels/',
  'physics/kernels/javascript/multigrid/',
  'physics/kernels/javascript/',
  'physics/kernels/simd/',
  'physics/world/',
  'physics/forces/membrane/',
  'physics/forces/',
  'physics/constraints/obstacles/',
  'physics/constraints/contact/',
  'physics/constraints/self-collision/',
  'physics/constraints/prescribed-motion/motions/',
  'physics/constraints/prescribed-motion/',
  'physics/constraints/',
  'physics/solvers/',
  'physics/solvers/multigrid/',
  'physics/solvers/preconditioners/',
  'physics/fields/',
  'physics/integrators/',
  'physics/registry',
  'physics/scenes/',
  'physics/scenes/builders/',
  'physics/scenes/catalog/',
  'physics/scenes/load-scene',
  'physics/scenes/file/',
  'physics/energy/',
  'physics/blow-up/',
  'physics/statics/',
  'physics/run/',
  'physics/timeline/',
  'physics/commands/',
  'physics/simulation',
  'physics/analysis/eigen/',
  'physics/analysis/state/',
  'physics/analysis/stability/',
  'physics/analysis/modes/',
  'physics/analysis/solver/',
  'physics/analysis/methods/',
  'physics/analysis/test-bench/',
  'physics/analysis/sliced-work',
  'physics/analysis/convergence/',
  'physics/analysis/stability-map/',
  'physics/analysis/',
  'physics/blow-up/diagnosis/',
  'physics/index',
  'runtime/frame/',
  'runtime/queries',
  'runtime/jobs/',
  'runtime/host/',
  'render/view',
  'render/bounds/',
  'render/background/',
  'render/particles/',
  'render/cloth/',
  'render/springs/',
  'render/camera',
  'render/picking/',
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
  'ui/instruments/instrument',
  'ui/instruments/parts/',
  'ui/instruments/<each>/',
  'ui/instruments/index',
  'ui/instruments/dock/',
  'ui/lessons/',
  'ui/panel/',
  'ui/page/',
  'page',
  'main',
];

/** Which package may be imported where; every other package nowhere in `src/`. */
export const PACKAGES: Record<string, RegExp> = {
  three: /^render\//,
  'lil-gui': /^ui\/panel\//,
  katex: /^ui\/lessons\//,
  uplot: /^ui\/instruments\//,
};

/** The interface between page and picture, without three: all that `ui` may import from `render`. */
export const VIEW_INTERFACE = 'render/view';

/** Engine files that the page's thread may import as code; all else of the engine stays out of the first load. */
export const LEAVES_FOR_THE_PAGE = /^physics\/(model\/(model|validate)|scenes\/file\/obj-file)$/;

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

/** Entries that a folder may have. */
export const FOLDER_LIMIT = 15;

/** Folders with a file or folder for each entry of a registry: they grow with it. */
export const REGISTRY_FOLDERS = [
  'physics/forces',
  'physics/scenes/catalog',
  'physics/commands',
  'ui/instruments',
  'ui/lessons/texts',
];

/** The part of LAYERS that a file (path without extension) is in, with its rank; undefined where there is none. */
export function placeOf(path: string): { rank: number; part: string } | undefined {
  return LAYERS.flatMap((layer, rank) => partOf(layer, path).map((part) => ({ rank, part, each: layer !== part })))
    .sort((a, b) => b.part.length - a.part.length || Number(a.each) - Number(b.each))
    .map(({ rank, part }) => ({ rank, part }))[0];
}

/** The file or folder of a layer that holds a path, or none. */
function partOf(layer: string, path: string): string[] {
  const [above, each] = layer.split('<each>');
  if (each === undefined) return (layer.endsWith('/') ? path.startsWith(layer) : path === layer) ? [layer] : [];
  const [folder, ...rest] = path.startsWith(above) ? path.slice(above.length).split('/') : [];
  return rest.length > 0 ? [`${above}${folder}/`] : [];
}
