/** The panel that shows the lesson about the current scene. */
import './lessons.css';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { element, elementById } from '../controls/element';
import { icon } from '../controls/icons';
import { sceneOf } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import type { Widget } from './lesson';
import { renderLesson } from './render-lesson';
import { LESSONS } from './texts/index';

/** Time between two updates of live values, ms. */
const PERIOD = 200;
/** Windows that are too narrow for lesson, view and panel side by side. */
const NARROW = '(max-width: 1000px)';

export interface LessonPanel {
  update(frame: Frame): void;
}

/** Beside the view, or on a phone below it. When another scene is loaded, its lesson replaces the old one. */
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
  let lastUpdate = 0;

  /** After a key press the focus returns to the button that opens the lesson; after a click it does not. */
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
    body.replaceChildren();
  }

  async function load(id: string, builtIn: boolean): Promise<void> {
    clear();
    scene = `${builtIn} ${id}`;
    const entry = sceneOf(lab.catalog, { scene: id, builtIn });
    title.textContent = entry?.label ?? id;
    const find = builtIn ? LESSONS[id] : undefined;
    const about = entry?.summary ?? 'A loaded scene file.';
    summary.textContent = find ? about : `${about} There is no lesson about it.`;
    source.textContent = '';
    const requested = scene;
    const lesson = await find?.().catch(showError);
    if (!lesson || scene !== requested || !open) return;
    source.textContent = `Source: ${lesson.source}`;
    widget = renderLesson(lab, lesson);
    body.replaceChildren(widget.node);
    panel.scrollTop = 0;
    title.focus({ preventScroll: true });
  }

  function showError(error: unknown): undefined {
    lab.messages.show({
      kind: 'error',
      text: `The lesson could not be loaded: ${messageOf(error)}`,
    });
  }

  return {
    update(frame) {
      if (open !== lab.page.lesson) show(lab.page.lesson);
      // In a narrow window, opening the panel closes the lesson.
      if (open && lab.page.panel && matchMedia(NARROW).matches) lab.page.lesson = false;
      if (!open) return;
      const { status } = frame;
      if (scene !== `${status.builtIn} ${status.scene}`) void load(status.scene, status.builtIn);
      widget?.updateEachFrame?.(frame);
      const now = performance.now();
      if (now - lastUpdate < PERIOD) return;
      lastUpdate = now;
      widget?.update?.(frame);
    },
  };
}
