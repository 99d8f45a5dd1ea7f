/** The panel that shows the lesson about the current scene, or a chapter of the course. */
import './lessons.css';
import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { button, element, elementById, onEscape } from '../controls/element';
import { closeButton } from '../controls/icons';
import { SMALL, scrollToPart } from '../controls/media';
import { sceneOf } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { COURSE } from './course';
import { chapterList, renderChapter } from './course-chapter';
import { equation, liveTable, withEquations } from './equation';
import { experimentList, guidedRun } from './experiments';
import { composed, type Lesson, type Part, type Widget } from './lesson';
import { limitInstrument, springInstrument } from './lesson-instruments';
import { blanksQuiz, choiceQuiz, numberQuiz } from './quizzes';
import { LESSON_PATH, LESSONS } from './texts';

/** Time between two updates of live values, ms. */
const PERIOD = 200;
/** Windows that are too narrow for lesson, view and panel side by side. */
const NARROW = '(max-width: 1000px)';

/**
 * Beside the view, or on a phone below it. When another scene is loaded, its lesson replaces the old one; a chapter stays.
 * @param toggles the buttons that open it
 */
export function createLessonPanel(lab: Lab, toggles: { lesson: HTMLElement; course: HTMLElement }) {
  const { page } = lab;
  const { course } = page;
  const title = element('h2', { id: 'lesson-title', tabindex: -1 });
  const chapters = chapterList(lab);
  const summary = element('p.summary');
  const source = element('p.source');
  const body = element('div');
  const cross = closeButton('Close the lesson', 'Close (L)', close);
  const panel = element(
    'aside',
    { id: 'lesson', 'aria-labelledby': 'lesson-title', hidden: true, keydown: onEscape(close) },
    element('header', title, cross),
    chapters.node,
    summary,
    source,
    body,
  );
  elementById('dock').prepend(panel);
  toggles.lesson.setAttribute('aria-controls', 'lesson');

  let open = false;
  /** What is shown: a chapter, or the lesson about a scene. */
  let shown = '';
  let widget: Widget | null = null;
  let lastUpdate = 0;

  /** After a key press the focus returns to the button that opens the lesson; after a click it does not. */
  function close(event: Event): void {
    const toggle = course.chapter === null ? toggles.lesson : toggles.course;
    page.lesson = false;
    page.lessonFile = null;
    course.chapter = null;
    if (!(event instanceof MouseEvent) || event.detail === 0) toggle.focus({ preventScroll: true });
  }

  function show(on: boolean): void {
    open = on;
    panel.hidden = !on;
    document.documentElement.classList.toggle('with-lesson', on);
    if (!on && course.chapter === null) clear();
  }

  function clear(): void {
    widget?.dispose?.();
    widget = null;
    shown = '';
    body.replaceChildren();
  }

  /** @param find loads what is shown; absent: there is nothing */
  async function load<T>(
    key: string,
    find: (() => Promise<T>) | undefined,
    render: (found: T) => Widget,
  ): Promise<void> {
    clear();
    shown = key;
    const found = await find?.().catch(showError);
    if (!found || shown !== key) return;
    widget = render(found);
    body.replaceChildren(widget.node);
    panel.scrollTop = 0;
    title.focus({ preventScroll: true });
    scrollToPart(panel);
  }

  function describe(heading: string, about = '', from = ''): void {
    title.textContent = t(heading);
    summary.textContent = t(about);
    source.textContent = t(from);
  }

  function loadLesson(key: string, id: string, builtIn: boolean): Promise<void> {
    const entry = sceneOf(lab.catalog, { scene: id, builtIn });
    const find = builtIn ? LESSONS[id] : undefined;
    const about = entry?.summary ?? 'A loaded scene file.';
    describe(entry?.label ?? id, find ? about : t`${about} There is no lesson about it.`);
    return load(key, find, (lesson) => {
      source.replaceChildren(...sourceLine(lesson));
      const { node, ...updates } = renderLesson(lab, lesson);
      const path = pathLine(lab, id);
      if (path) node.prepend(path);
      return { node, ...updates };
    });
  }

  function loadChapter(key: string, chapter: number): Promise<void> {
    const found = COURSE[chapter - 1];
    describe(`${chapter}. ${t(found.title)}`, '', 'Why simulations explode: a course in ten short chapters');
    return load(
      key,
      async () => found,
      () => renderChapter(lab, chapter, found),
    );
  }

  /** A teacher's lesson: the scenes that it loads leave it open. */
  function loadFile(key: string, given: unknown): Promise<void> {
    describe('Lesson');
    const find = async () => {
      const { checkLesson, checkQuantities } = await import('./classroom/lesson-file');
      const lesson = checkLesson(typeof given === 'string' ? await fetchFile(given) : given);
      checkQuantities(lesson, lab.catalog.params);
      return { lesson, render: (await import('./classroom/class-lesson')).renderClassLesson };
    };
    return load(key, find, ({ lesson, render }) => {
      title.textContent = t(lesson.title);
      return render(lab, lesson);
    });
  }

  function showError(error: unknown): undefined {
    lab.messages.show({ kind: 'error', text: t`The lesson could not be loaded: ${messageOf(error)}` });
  }

  /** A small window has room for one of controls, instruments and lesson. A chapter comes back when they close. */
  function isCovered(): boolean {
    if (page.panel && matchMedia(NARROW).matches) return true;
    return page.instrument !== null && matchMedia(SMALL).matches;
  }

  let wanted: number | null = null;
  let file: unknown = null;
  const keyOf = ({ builtIn, scene }: Frame['status']) => {
    if (course.chapter !== null) return t`chapter ${course.chapter}`;
    return page.lessonFile ? 'file' : `${builtIn} ${scene}`;
  };
  return {
    update(frame: Frame): void {
      const { chapter } = course;
      const opens = chapter !== null ? wanted !== chapter : page.lesson && !open;
      wanted = chapter;
      if (opens && matchMedia(NARROW).matches) page.panel = false;
      if (opens && chapter !== null && matchMedia(SMALL).matches) page.instrument = null;
      // In a narrow window, opening the panel closes the lesson.
      if (page.lesson && page.panel && matchMedia(NARROW).matches) page.lesson = false;
      const shows = chapter === null ? page.lesson : !isCovered();
      if (open !== shows) show(shows);
      if (chapter === null && !open) return;
      const { status } = frame;
      const key = keyOf(status);
      if (shown !== key || file !== page.lessonFile) {
        file = page.lessonFile;
        if (chapter !== null) void loadChapter(key, chapter);
        else if (file) void loadFile(key, file);
        else void loadLesson(key, status.scene, status.builtIn);
      }
      widget?.updateEachFrame?.(frame);
      const now = performance.now();
      if (now - lastUpdate < PERIOD) return;
      lastUpdate = now;
      chapters.node.hidden = chapter === null;
      if (chapter !== null) chapters.update();
      widget?.update?.(frame);
    },
  };
}

/** Author and title of each source, as a link where it is public. */
function sourceLine({ sources }: Lesson): (Node | string)[] {
  return sources.flatMap(({ author, title, lang = 'en', href }, i) => {
    const name = `${author}: ${title}`;
    const link = href
      ? element('a', { href, target: '_blank', rel: 'noopener', lang }, name)
      : element('span', { lang }, name);
    return [i === 0 ? t('Source: ') : '; ', link];
  });
}

const LEVELS = { introductory: t('introductory'), intermediate: t('intermediate'), advanced: t('advanced') };

/** Its place on the way, with buttons that open the chapters before it and the lesson after it; null for a scene without a lesson. */
function pathLine(lab: Lab, id: string): HTMLElement | null {
  const at = LESSON_PATH.findIndex(([scene]) => scene === id);
  if (at < 0) return null;
  const [, level, chapters] = LESSON_PATH[at];
  const next = LESSON_PATH[at + 1]?.[0];
  const nextLabel = next && sceneOf(lab.catalog, { scene: next, builtIn: true })?.label;
  return element(
    'div.row.lesson-path',
    t`Level: ${LEVELS[level]}. Before it:`,
    ...chapters.map((chapter) =>
      button(t`Chapter ${chapter}`, t`Open chapter ${chapter} of the course: ${COURSE[chapter - 1].title}`, () => {
        lab.page.course.chapter = chapter;
      }),
    ),
    ...(next && nextLabel
      ? [
          button(t`Next: ${nextLabel}`, 'Load the scene of the next lesson', () =>
            ignoreShownError(lab.set('scene', next)),
          ),
        ]
      : []),
  );
}

/** The value of a JSON file on the site of this page. */
async function fetchFile(address: string): Promise<unknown> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new RangeError(t`${url.href} is not on this site: open the file itself`);
  const response = await fetch(url);
  if (!response.ok) throw new RangeError(t`${url.pathname} is not there (${response.status})`);
  return response.json();
}

// Builds the elements of a lesson.

/** Texts become text nodes, and KaTeX builds the equations: nothing is parsed as HTML. */
function renderLesson(lab: Lab, lesson: Lesson): Widget {
  const widgets: Widget[] = [];
  const node = element('div');
  let section: HTMLElement = node;
  for (const part of lesson.parts) {
    if (typeof part === 'object' && 'title' in part) {
      section = node.appendChild(element('section', element('h3', part.title)));
    } else {
      const made = renderPart(lab, part);
      if (!(made instanceof HTMLElement)) widgets.push(made);
      section.append(made instanceof HTMLElement ? made : made.node);
    }
  }
  return composed(node, widgets);
}

function renderPart(lab: Lab, part: Exclude<Part, { title: string }>): HTMLElement | Widget {
  if (typeof part === 'string' && part.startsWith('$$')) return equation(part.slice(2, -2));
  if (typeof part === 'string') return element('p', ...withEquations(part));
  if ('code' in part) return element('pre', { tabindex: 0 }, element('code', part.code));
  if ('remark' in part) return element('p.remark', ...withEquations(part.remark));
  if ('experiments' in part) return experimentList(lab, part.experiments);
  if ('guidedRun' in part) return guidedRun(lab, part.guidedRun);
  if ('live' in part) return liveTable(part.live);
  if ('number' in part) return numberQuiz(lab, part.number);
  if ('choice' in part) return choiceQuiz(part.choice);
  if ('blanks' in part) return blanksQuiz(part.blanks);
  if ('question' in part) return question(part);
  return part.instrument === 'spring' ? springInstrument(lab) : limitInstrument(lab);
}

function question({ question, answer }: Extract<Part, { question: string }>): HTMLElement {
  const paragraphs = answer.map((text) => element('p', ...withEquations(text)));
  return element('details', element('summary', ...withEquations(question)), ...paragraphs);
}
