/** The panel that shows the lesson about the current scene. */
import './lessons.css';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { element, elementById } from '../controls/element';
import { icon } from '../controls/icons';
import { sceneOf } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { equation, liveTable, withEquations } from './equation';
import { experimentList, guidedRun } from './experiments';
import type { Lesson, Part, Widget } from './lesson';
import { limitInstrument, springInstrument } from './lesson-instruments';
import { blanksQuiz, choiceQuiz, numberQuiz } from './quizzes';
import { LESSONS } from './texts';

/** Time between two updates of live values, ms. */
const PERIOD = 200;
/** Windows that are too narrow for lesson, view and panel side by side. */
const NARROW = '(max-width: 1000px)';

/** Beside the view, or on a phone below it. When another scene is loaded, its lesson replaces the old one. */
export function createLessonPanel(lab: Lab, toggle: HTMLElement) {
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
    update(frame: Frame): void {
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

/** Builds the elements of a lesson. */

/** Texts become text nodes, and KaTeX builds the equations: nothing is parsed as HTML. */
function renderLesson(lab: Lab, lesson: Lesson): Widget {
  const widgets: Widget[] = [];
  const sections = lesson.sections.map(({ title, parts }) => {
    const rendered = parts.map((part) => renderPart(lab, part));
    widgets.push(...rendered);
    return element('section', {}, element('h3', {}, title), ...rendered.map(({ node }) => node));
  });
  return {
    node: element('div', {}, ...sections),
    update(frame) {
      for (const widget of widgets) widget.update?.(frame);
    },
    updateEachFrame(frame) {
      for (const widget of widgets) widget.updateEachFrame?.(frame);
    },
    dispose() {
      for (const widget of widgets) widget.dispose?.();
    },
  };
}

function renderPart(lab: Lab, part: Part): Widget {
  if (typeof part === 'string') return { node: element('p', {}, ...withEquations(part)) };
  if ('equation' in part) return { node: equation(part.equation) };
  if ('code' in part) return { node: element('pre', { tabindex: 0 }, element('code', {}, part.code)) };
  if ('erratum' in part) return { node: element('p', { class: 'erratum' }, ...withEquations(part.erratum)) };
  if ('experiments' in part) return experimentList(lab, part.experiments);
  if ('guidedRun' in part) return guidedRun(lab, part.guidedRun);
  if ('live' in part) return liveTable(part.live);
  if ('number' in part) return numberQuiz(lab, part.number);
  if ('choice' in part) return choiceQuiz(part.choice);
  if ('blanks' in part) return blanksQuiz(part.blanks);
  if ('question' in part) return question(part);
  return part.instrument === 'spring' ? springInstrument(lab) : limitInstrument(lab);
}

function question({ question, answer }: Extract<Part, { question: string }>): Widget {
  return {
    node: element(
      'details',
      {},
      element('summary', {}, ...withEquations(question)),
      ...answer.map((text) => element('p', {}, ...withEquations(text))),
    ),
  };
}
