/** The buttons that open and close the lesson about the scene, and the course. */
import { loadMessages, t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { element, elementById, setAttribute } from '../controls/element';
import { icon } from '../controls/icons';
import { lazy } from '../controls/lazy';
import { CHAPTERS } from '../lab/course-progress';
import type { Lab } from '../lab/lab';

/** Lessons, the course and KaTeX are loaded when the first one is opened. */
export function createLessonButton(lab: Lab): { update(frame: Frame): void } {
  const { page } = lab;
  const { course } = page;
  const button = element(
    'button',
    {
      type: 'button',
      id: 'lesson-toggle',
      class: 'opener',
      title: 'About this scene: equations, experiments, source (L)',
      'aria-label': 'About this scene',
      click() {
        page.lesson = !page.lesson;
      },
    },
    icon('lesson'),
    element('span', {}, 'Lesson'),
  );
  const courseButton = element(
    'button',
    {
      type: 'button',
      id: 'course-toggle',
      class: 'opener',
      title: 'Course: why simulations explode, in ten short chapters',
      'aria-label': 'Course: why simulations explode',
      'aria-controls': 'lesson',
      click() {
        course.chapter = course.chapter === null ? nextChapter() : null;
      },
    },
    icon('course'),
    element('span', {}, 'Course'),
  );
  elementById('top').append(button, courseButton);

  /** The first chapter that is not passed; after the last one, the first of all. */
  function nextChapter(): number {
    let chapter = 1;
    while (course.passed.includes(chapter)) chapter++;
    return chapter > CHAPTERS ? 1 : chapter;
  }

  const panel = lazy(
    async () => {
      await loadMessages('lessons');
      return (await import('./lesson-panel')).createLessonPanel(lab, { lesson: button, course: courseButton });
    },
    (error) => {
      page.lesson = false;
      course.chapter = null;
      lab.messages.show({ kind: 'error', text: t`The lesson could not be loaded: ${messageOf(error)}` });
    },
  );

  let hadLesson = false;
  return {
    update(frame) {
      // What was opened last replaces the other.
      if (page.lesson && course.chapter !== null) {
        if (hadLesson) page.lesson = false;
        else course.chapter = null;
      }
      hadLesson = page.lesson;
      setAttribute(button, 'aria-expanded', String(page.lesson));
      setAttribute(courseButton, 'aria-expanded', String(course.chapter !== null));
      panel.now(page.lesson || course.chapter !== null)?.update(frame);
    },
  };
}
