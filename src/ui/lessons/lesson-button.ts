/** The button that opens and closes the lesson about the scene. */
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { element, elementById, setAttribute } from '../controls/element';
import { icon } from '../controls/icons';
import { lazy } from '../controls/lazy';
import type { Lab } from '../lab/lab';

/** Lessons and KaTeX are loaded when the first lesson is opened. */
export function createLessonButton(lab: Lab): { update(frame: Frame): void } {
  const button = element(
    'button',
    {
      type: 'button',
      id: 'lesson-toggle',
      class: 'opener',
      title: 'About this scene: equations, experiments, source (L)',
      'aria-label': 'About this scene',
      click() {
        lab.page.lesson = !lab.page.lesson;
      },
    },
    icon('lesson'),
    element('span', {}, 'Lesson'),
  );
  elementById('top').append(button);

  const panel = lazy(
    async () => (await import('./lesson-panel')).createLessonPanel(lab, button),
    (error) => {
      lab.page.lesson = false;
      lab.messages.show({ kind: 'error', text: `The lesson could not be loaded: ${messageOf(error)}` });
    },
  );

  return {
    update(frame) {
      setAttribute(button, 'aria-expanded', String(lab.page.lesson));
      panel.now(lab.page.lesson)?.update(frame);
    },
  };
}
