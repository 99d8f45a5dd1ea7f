import type { Lesson } from '../lesson';

type Load = () => Promise<Lesson>;

/** The lessons of one file. @param ids of their scenes */
const from = (load: () => Promise<{ lessons: Readonly<Record<string, Lesson>> }>, ...ids: readonly string[]) =>
  Object.fromEntries(ids.map((id): [string, Load] => [id, async () => (await load()).lessons[id]]));

/** The lesson about each scene, by the scene's id; loaded when the lesson is opened. */
export const LESSONS: Readonly<Record<string, Load>> = {
  ...from(() => import('./bodies'), 'two-bodies', 'three-springs', 'orbit', 'three-bodies'),
  ...from(() => import('./ropes'), 'chain', 'catenary', 'rope-bridge', 'trampoline'),
  ...from(() => import('./cloths'), 'cloth', 'cloth-top-edge', 'cloth-four-corners', 'curtain'),
  ...from(() => import('./cloths'), 'cloth-floating', 'jelly-cube'),
  ...from(() => import('./contact'), 'bounce', 'slope', 'cloth-on-sphere', 'turning-ball'),
  ...from(() => import('./contact'), 'tablecloth', 'table-pulled-away', 'cloth-over-bust'),
  ...from(() => import('./fabrics'), 'silk-scarf', 'denim-drape', 'paper-sheet'),
  ...from(() => import('./fabrics'), 'shirt', 'dress-a-body'),
  ...from(() => import('./membranes'), 'membrane-cloth', 'membrane-strip'),
  ...from(() => import('./wind-and-pins'), 'flag', 'twisted-cloth'),
  ...from(() => import('./topology'), 'square-plain', 'square-diagonal', 'square-two-diagonals', 'square-braced'),
  ...from(() => import('./topology'), 'square-bend', 'body-plain', 'body-braced'),
  'bender-cloth': async () => (await import('./bender-cloth')).lesson,
  'damped-oscillator': async () => (await import('./damped-oscillator')).lesson,
  'free-fall': async () => (await import('./free-fall')).lesson,
  'taichi-grid': async () => (await import('./taichi-grid')).lesson,
};

/** The way through the lessons: each with its level, the chapters of the course that it needs, and the lesson after it. */

type Level = 'introductory' | 'intermediate' | 'advanced';

/** In the order to read them in: the id of the scene, the level, and numbers of chapters. */
export const LESSON_PATH: readonly (readonly [id: string, level: Level, chapters: readonly number[]])[] = [
  ['two-bodies', 'introductory', [1]],
  ['free-fall', 'introductory', [2]],
  ['bounce', 'introductory', [2]],
  ['slope', 'introductory', [2]],
  ['damped-oscillator', 'introductory', [2, 3]],
  ['orbit', 'intermediate', [4]],
  ['three-bodies', 'intermediate', [4, 7]],
  ['chain', 'introductory', [1]],
  ['catenary', 'introductory', [1]],
  ['rope-bridge', 'intermediate', [1]],
  ['trampoline', 'intermediate', [1]],
  ['square-plain', 'intermediate', [1]],
  ['square-diagonal', 'intermediate', [1]],
  ['square-two-diagonals', 'intermediate', [1]],
  ['square-braced', 'intermediate', [1]],
  ['square-bend', 'intermediate', [1]],
  ['body-plain', 'intermediate', [1]],
  ['body-braced', 'intermediate', [1]],
  ['jelly-cube', 'introductory', [1]],
  ['cloth', 'introductory', [4, 6]],
  ['cloth-top-edge', 'introductory', [5]],
  ['cloth-four-corners', 'introductory', [1]],
  ['curtain', 'introductory', [1]],
  ['taichi-grid', 'intermediate', [4, 6]],
  ['bender-cloth', 'intermediate', [4, 5, 6]],
  ['cloth-floating', 'intermediate', [4, 9]],
  ['cloth-on-sphere', 'intermediate', [2]],
  ['turning-ball', 'intermediate', [2]],
  ['tablecloth', 'intermediate', [8]],
  ['table-pulled-away', 'intermediate', [2]],
  ['cloth-over-bust', 'intermediate', [8]],
  ['flag', 'intermediate', [8]],
  ['three-springs', 'advanced', [8]],
  ['twisted-cloth', 'advanced', [8]],
  ['membrane-strip', 'advanced', [8]],
  ['membrane-cloth', 'advanced', [8]],
  ['silk-scarf', 'intermediate', [8]],
  ['denim-drape', 'intermediate', [8]],
  ['shirt', 'intermediate', [8]],
  ['dress-a-body', 'intermediate', [5, 8]],
  ['paper-sheet', 'intermediate', [8]],
];
