/** The buttons that open and close the lesson about the scene, and the course. */
import { loadMessages, t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { button, elementById, setAttribute } from '../controls/element';
import { withIcon } from '../controls/icons';
import { lazy } from '../controls/pending';
import type { Lab } from '../lab/lab';
import { CHAPTERS } from '../lab/page-state';

/** Lessons, the course and KaTeX are loaded when the first one is opened. */
export function createLessonButton(lab: Lab): (frame: Frame) => void {
  const { page } = lab;
  const { course } = page;
  const lessonButton = button(
    withIcon('lesson', 'Lesson'),
    'About this scene: equations, experiments, source (L)',
    () => {
      page.lesson = !page.lesson;
    },
    { id: 'lesson-toggle', class: 'opener', 'aria-label': 'Lesson' },
  );
  const courseButton = button(
    withIcon('course', 'Course'),
    'Course: why simulations explode, in ten short chapters',
    () => {
      course.chapter = course.chapter === null ? nextChapter() : null;
    },
    {
      ...{ id: 'course-toggle', class: 'opener', 'aria-controls': 'lesson' },
      'aria-label': 'Course: why simulations explode',
    },
  );
  elementById('top').append(lessonButton, courseButton);

  /** The first chapter that is not passed; after the last one, the first of all. */
  function nextChapter(): number {
    let chapter = 1;
    while (course.passed.includes(chapter)) chapter++;
    return chapter > CHAPTERS ? 1 : chapter;
  }

  const panel = lazy(
    async () => {
      await loadMessages('lessons');
      return (await import('./lesson-panel')).createLessonPanel(lab, { lesson: lessonButton, course: courseButton });
    },
    (error) => {
      page.lesson = false;
      course.chapter = null;
      lab.messages.show({ kind: 'error', text: t`The lesson could not be loaded: ${messageOf(error)}` });
    },
  );

  let hadLesson = false;
  return (frame) => {
    // What was opened last replaces the other.
    if (page.lesson && course.chapter !== null) {
      if (hadLesson) page.lesson = false;
      else course.chapter = null;
    }
    hadLesson = page.lesson;
    setAttribute(lessonButton, 'aria-expanded', String(page.lesson));
    setAttribute(courseButton, 'aria-expanded', String(course.chapter !== null));
    panel.now(page.lesson || course.chapter !== null)?.update(frame);
  };
}
