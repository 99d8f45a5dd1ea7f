import './lessons.css';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { element, elementById } from '../controls/element';
import { icon } from '../controls/icons';
import type { Lab } from '../lab/lab';
import { renderLesson } from './render-lesson';
import { LESSONS } from './texts/index';
import type { Widget } from './widget';

/** Time between two updates of live values, ms. */
const PERIOD = 200;
/** Where lesson, picture and controls have no room beside one another. */
const NARROW = '(max-width: 1000px)';

export interface LessonPanel {
  update(frame: Frame): void;
}

/** The lesson about the present scene, beside the picture (on a phone below it); it follows the choice of scenes. */
export function createLessonPanel(lab: Lab, toggle: HTMLElement): LessonPanel {
  const title = element('h2', { id: 'lesson-title', tabindex: -1 });
  const summary = element('p', { class: 'summary' });
  const source = element('p', { class: 'source' });
  const body = element('div');
  const cross = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close the lesson', title: 'Close (L)', click: close },
    icon('close'),
  );
  const panel = element(
    'aside',
    { id: 'lesson', 'aria-labelledby': 'lesson-title', hidden: true, keydown: closeByEscape },
    element('header', {}, title, cross),
    summary,
    source,
    body,
  );
  elementById('dock').prepend(panel);
  toggle.setAttribute('aria-controls', 'lesson');

  let open = false;
  let scene = '';
  let widget: Widget | null = null;
  let last = 0;

  /** Who works by keys goes on from the button that opened it; a press of the pointer leaves the keys to the window. */
  function close(event: Event): void {
    lab.page.lesson = false;
    if (!(event instanceof MouseEvent) || event.detail === 0) toggle.focus({ preventScroll: true });
  }

  function closeByEscape(event: Event): void {
    if ((event as KeyboardEvent).key !== 'Escape') return;
    event.preventDefault();
    close(event);
  }

  function show(on: boolean): void {
    open = on;
    panel.hidden = !on;
    document.documentElement.classList.toggle('with-lesson', on);
    if (on) {
      if (matchMedia(NARROW).matches) lab.page.panel = false;
    } else clear();
  }

  function clear(): void {
    widget?.dispose?.();
    widget = null;
    scene = '';
  }

  async function load(id: string, builtIn: boolean): Promise<void> {
    clear();
    scene = `${builtIn} ${id}`;
    const about = lab.catalog.scenes.find((one) => builtIn && one.id === id);
    title.textContent = about?.label ?? id;
    summary.textContent = about?.summary ?? 'A loaded scene file: nobody has written about it here.';
    source.textContent = '';
    body.replaceChildren();
    const wanted = scene;
    const lesson = builtIn ? await LESSONS[id]?.().catch(refused) : undefined;
    if (!lesson || scene !== wanted || !open) return;
    source.textContent = `Source: ${lesson.source}`;
    widget = renderLesson(lab, lesson);
    body.replaceChildren(widget.node);
    panel.scrollTop = 0;
    title.focus({ preventScroll: true });
  }

  function refused(error: unknown): undefined {
    lab.messages.show({
      kind: 'error',
      text: `The lesson could not be loaded: ${messageOf(error)}`,
    });
  }

  return {
    update(frame) {
      if (open !== lab.page.lesson) show(lab.page.lesson);
      // There is no room for both: the controls, opened, take the lesson's place.
      if (open && lab.page.panel && matchMedia(NARROW).matches) lab.page.lesson = false;
      if (!open) return;
      const { status } = frame;
      if (scene !== `${status.builtIn} ${status.scene}`) void load(status.scene, status.builtIn);
      widget?.follow?.(frame);
      const now = performance.now();
      if (now - last < PERIOD) return;
      last = now;
      widget?.update?.(frame);
    },
  };
}
