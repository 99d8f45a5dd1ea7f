/** The button that opens and closes the lesson about the scene. */
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { element, elementById, setAttribute } from '../controls/element';
import { icon } from '../controls/icons';
import type { Lab } from '../lab/lab';
import type { LessonPanel } from './lesson-panel';

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

  let panel: LessonPanel | null = null;
  let loading = false;
  async function load(): Promise<void> {
    loading = true;
    try {
      const { createLessonPanel } = await import('./lesson-panel');
      panel = createLessonPanel(lab, button);
    } catch (error) {
      lab.page.lesson = false;
      lab.messages.show({
        kind: 'error',
        text: `The lesson could not be loaded: ${messageOf(error)}`,
      });
    }
    loading = false;
  }

  return {
    update(frame) {
      setAttribute(button, 'aria-expanded', String(lab.page.lesson));
      if (lab.page.lesson && !panel && !loading) void load();
      panel?.update(frame);
    },
  };
}
