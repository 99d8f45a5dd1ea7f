import type { Lesson } from '../lesson';

/** What a file of lessons has: those about its scenes, by the scene's id. */
type File = () => Promise<{ lessons: Readonly<Record<string, Lesson>> }>;

const bodies: File = () => import('./bodies');
const oneParticle: File = () => import('./one-particle');
const ropesAndFrames: File = () => import('./ropes-and-frames');
const cloths: File = () => import('./cloths');
const demonstrations: File = () => import('./demonstrations');
const contact: File = () => import('./contact');
const fabrics: File = () => import('./fabrics');

type Level = 'introductory' | 'intermediate' | 'advanced';

/** The lessons in the order to read them in: the id of the scene, the level, the chapters of the course that it needs, and its file. */
export const LESSON_PATH: readonly (readonly [id: string, level: Level, chapters: readonly number[], file: File])[] = [
  ['two-bodies', 'introductory', [1], bodies],
  ['free-fall', 'introductory', [2], oneParticle],
  ['bounce', 'introductory', [2], contact],
  ['slope', 'introductory', [2], contact],
  ['damped-oscillator', 'introductory', [2, 3], oneParticle],
  ['orbit', 'intermediate', [4], bodies],
  ['three-bodies', 'intermediate', [4, 7], bodies],
  ['chain', 'introductory', [1], ropesAndFrames],
  ['catenary', 'introductory', [1], ropesAndFrames],
  ['rope-bridge', 'intermediate', [1], ropesAndFrames],
  ['trampoline', 'intermediate', [1], ropesAndFrames],
  ['square-plain', 'intermediate', [1], ropesAndFrames],
  ['square-diagonal', 'intermediate', [1], ropesAndFrames],
  ['square-two-diagonals', 'intermediate', [1], ropesAndFrames],
  ['square-braced', 'intermediate', [1], ropesAndFrames],
  ['square-bend', 'intermediate', [1], ropesAndFrames],
  ['body-plain', 'intermediate', [1], ropesAndFrames],
  ['body-braced', 'intermediate', [1], ropesAndFrames],
  ['jelly-cube', 'introductory', [1], cloths],
  ['cloth', 'introductory', [4, 6], cloths],
  ['cloth-top-edge', 'introductory', [5], cloths],
  ['cloth-four-corners', 'introductory', [1], cloths],
  ['curtain', 'introductory', [1], cloths],
  ['taichi-grid', 'intermediate', [4, 6], demonstrations],
  ['bender-cloth', 'intermediate', [4, 5, 6], demonstrations],
  ['cloth-floating', 'intermediate', [4, 9], cloths],
  ['cloth-on-sphere', 'intermediate', [2], contact],
  ['turning-ball', 'intermediate', [2], contact],
  ['tablecloth', 'intermediate', [8], contact],
  ['table-pulled-away', 'intermediate', [2], contact],
  ['cloth-over-bust', 'intermediate', [8], contact],
  ['flag', 'intermediate', [8], cloths],
  ['three-springs', 'advanced', [8], bodies],
  ['twisted-cloth', 'advanced', [8], cloths],
  ['membrane-strip', 'advanced', [8], fabrics],
  ['membrane-cloth', 'advanced', [8], fabrics],
  ['silk-scarf', 'intermediate', [8], fabrics],
  ['denim-drape', 'intermediate', [8], fabrics],
  ['shirt', 'intermediate', [8], fabrics],
  ['dress-a-body', 'intermediate', [5, 8], fabrics],
  ['paper-sheet', 'intermediate', [8], fabrics],
];

/** The lesson about each scene, by the scene's id; loaded when the lesson is opened. */
export const LESSONS: Readonly<Record<string, () => Promise<Lesson>>> = Object.fromEntries(
  LESSON_PATH.map(([id, , , file]) => [id, async () => (await file()).lessons[id]]),
);
