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
