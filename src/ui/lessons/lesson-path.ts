/** The way through the lessons: each with its level, the chapters of the course that it needs, and the lesson after it. */
import { button, element } from '../controls/element';
import { sceneOf } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { CHAPTER_ENTRIES } from './course';

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
  ['flag', 'intermediate', [8]],
  ['three-springs', 'advanced', [8]],
  ['twisted-cloth', 'advanced', [8]],
  ['membrane-strip', 'advanced', [8]],
  ['membrane-cloth', 'advanced', [8]],
  ['silk-scarf', 'intermediate', [8]],
  ['denim-drape', 'intermediate', [8]],
  ['paper-sheet', 'intermediate', [8]],
];

/** Its place on the way, with buttons that open the chapters before it and the lesson after it; null for a scene without a lesson. */
export function pathLine(lab: Lab, id: string): HTMLElement | null {
  const at = LESSON_PATH.findIndex(([scene]) => scene === id);
  if (at < 0) return null;
  const [, level, chapters] = LESSON_PATH[at];
  const next = LESSON_PATH[at + 1]?.[0];
  const nextLabel = next && sceneOf(lab.catalog, { scene: next, builtIn: true })?.label;
  return element(
    'div',
    { class: 'row lesson-path' },
    `Level: ${level}. Before it:`,
    ...chapters.map((chapter) =>
      button(
        `Chapter ${chapter}`,
        `Open chapter ${chapter} of the course: ${CHAPTER_ENTRIES[chapter - 1].title}`,
        () => {
          lab.page.course.chapter = chapter;
        },
      ),
    ),
    ...(next && nextLabel
      ? [
          button(`Next: ${nextLabel}`, 'Load the scene of the next lesson', () =>
            ignoreShownError(lab.set('scene', next)),
          ),
        ]
      : []),
  );
}
