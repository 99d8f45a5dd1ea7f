import { loadMessages, t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { button, element, elementById, setAttribute } from '../controls/element';
import { type IconName, icon, withIcon } from '../controls/icons';
import { canFillScreen, chooseTheme, fillsScreen, toggleFullscreen } from '../controls/media';
import { addMenu } from '../controls/menu';
import { lazy } from '../controls/pending';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { CHAPTERS, DUEL, type PageState, type Tool } from '../lab/page-state';
import { TEAR_STRAIN } from '../pointer/gestures';
import { chooseFile, savePicture, saveScene } from '../sharing/files';
import { copyLink } from '../sharing/link-extras';

interface MenuRow {
  label: string;
  help: string;
  act(lab: Lab): unknown;
}

interface HeaderButton {
  icon: IconName;
  /** Name for screen readers; of a button with a menu it is visible on a wide page. */
  label: string;
  /** What it does and its key; the tooltip. */
  help: string;
  /** What it acts on now, in the tooltip; null: nothing. */
  subject?(lab: Lab): string | null;
  /** A button has this or `menu`. */
  act?(lab: Lab): unknown;
  menu?: readonly MenuRow[];
  /** True if the label is not shown on any page. */
  iconOnly?: true;
  /** False where the browser can't do it: then there is no button. */
  available?(): boolean;
  /** For a button that switches something on and off: true while it is on. */
  pressed?(lab: Lab): boolean;
}

const FILE_MENU: readonly MenuRow[] = [
  {
    label: 'Open scene…',
    help: 'Open a scene file, or a mesh (OBJ, glTF, PLY, STL) as a cloth. You can also drop a file onto the page',
    act: chooseFile,
  },
  { label: 'Save scene', help: 'Download the current state as a scene file', act: saveScene },
  { label: 'Save picture', help: 'Download the view as a PNG file', act: savePicture },
  { label: 'Copy link', help: 'Copy a link that opens the same setup', act: copyLink },
  exportRow('Film…', 'Make a film of the last 10 s of the recording, or of another part of it', 'film'),
  exportRow('Mesh (glTF)', 'Download the present shape as a glTF file, for Blender and others', 'glb'),
  exportRow('Table (CSV)', 'Download the recorded quantities over time as a table', 'csv'),
  exportRow('Report (HTML)', 'Download a page about this run: picture, setup, charts and numbers', 'report'),
  exportRow('Other formats…', 'Meshes, pictures and charts in other formats', 'formats'),
  exportRow('Embed…', 'Code that shows this setup in a page of your own', 'embed'),
];

/** A row that opens the instrument Export. @param first as `exportFirst` of the page */
function exportRow(label: string, help: string, first: string): MenuRow {
  return {
    ...{ label, help },
    act({ page }) {
      page.exportFirst = first;
      page.instrument = 'export';
    },
  };
}

const THEME_MENU: readonly MenuRow[] = [
  { label: 'System theme', help: 'Light or dark as the system is', act: () => chooseTheme('system') },
  { label: 'Light', help: 'Always light; remembered for the next visit', act: () => chooseTheme('light') },
  { label: 'Dark', help: 'Always dark; remembered for the next visit', act: () => chooseTheme('dark') },
];

/** The buttons of the header after the tools, group by group. */
const HEADER_GROUPS: readonly { label: string; buttons: readonly HeaderButton[] }[] = [
  {
    label: 'Undo and redo',
    buttons: [
      {
        icon: 'undo',
        label: 'Undo',
        help: 'Undo (Ctrl Z)',
        act: (lab) => lab.undo(),
        subject: (lab) => lab.undoable,
      },
      {
        icon: 'redo',
        label: 'Redo',
        help: 'Redo (Ctrl Shift Z)',
        act: (lab) => lab.redo(),
        subject: (lab) => lab.redoable,
      },
    ],
  },
  {
    label: 'Files, links and pictures',
    buttons: [
      { icon: 'file', label: 'File', help: 'Scene files, links, pictures, films and exports', menu: FILE_MENU },
    ],
  },
  {
    label: 'Display',
    buttons: [
      { icon: 'theme', label: 'Theme', help: 'Light or dark', menu: THEME_MENU, iconOnly: true },
      {
        icon: 'fullscreen',
        label: 'Full screen',
        help: 'Fill the screen, or leave it (Shift F)',
        act: toggleFullscreen,
        available: canFillScreen,
        pressed: fillsScreen,
      },
    ],
  },
];

/** The buttons of HEADER_GROUPS in the header. */
export function createHeaderButtons(lab: Lab): () => void {
  const updates = HEADER_GROUPS.flatMap(({ label, buttons }) => {
    const group = element('div.tools', { role: 'group', 'aria-label': label, 'data-group': label });
    elementById('top').append(group);
    return buttons.filter(({ available }) => available?.() ?? true).map((row) => addButton(group, lab, row));
  });
  return () => {
    for (const update of updates) update();
  };
}

/** Adds one button, and returns what updates it. */
function addButton(group: HTMLElement, lab: Lab, row: HeaderButton): () => void {
  const { label, help, act, menu, subject, pressed } = row;
  const run = (action: MenuRow['act']) => ignoreShownError(Promise.resolve(action(lab)));
  const button = element('button', { type: 'button', title: help, 'aria-label': label }, icon(row.icon));
  group.append(button);
  if (act) button.addEventListener('click', () => run(act));
  if (menu) {
    if (!row.iconOnly) button.append(element('span', label));
    const items = menu.map((item) => ({ ...item, act: () => run(item.act) }));
    addMenu(button, label, items);
  }
  return () => {
    if (subject) {
      const now = subject(lab);
      if (button.disabled !== (now === null)) button.disabled = now === null;
      setAttribute(button, 'title', now === null ? help : `${t(help)}: ${t(now)}`);
    }
    if (pressed) setAttribute(button, 'aria-pressed', String(pressed(lab)));
  };
}

/** What a pressed pointer can do, by button and in the help. */
export const TOOLS: readonly { tool: Tool; label: string; help: string }[] = [
  { tool: 'grab', label: 'Grab', help: 'Grab: drag a particle to pull it; release to throw it' },
  { tool: 'pin', label: 'Pin', help: 'Pin: click a particle to pin or free it (P under the pointer)' },
  { tool: 'cut', label: 'Cut', help: 'Cut: drag across the cloth, or click (X or right button under the pointer)' },
  {
    tool: 'tear',
    label: 'Tear',
    help: t`Tear: pull hard, and cloth tears where it is stretched by more than ${100 * TEAR_STRAIN} %; a gentle pull does not tear it, a stiff fabric needs more force, and Reset mends it (T)`,
  },
  { tool: 'select', label: 'Select', help: 'Select: click a particle or drag a rectangle; Shift adds, Esc clears (C)' },
  {
    tool: 'push',
    label: 'Push',
    help: 'Push: press anywhere to push all particles; farther from the middle is stronger (U)',
  },
];

/** Buttons that select what a pressed pointer does; fingers have no keys and no right button. */
export function createToolButtons(page: PageState): () => void {
  const buttons = TOOLS.map(({ tool, label, help }) => {
    const choose = () => {
      page.tool = tool;
    };
    return button(withIcon(tool, label), help, choose, { 'aria-label': label });
  });
  elementById('top').append(element('div.tools.choice', { role: 'group', 'aria-label': 'Tool' }, ...buttons));
  return () => {
    for (const [i, { tool }] of TOOLS.entries()) setAttribute(buttons[i], 'aria-pressed', String(page.tool === tool));
  };
}

/** A button that opens a part of the page. Its id is that of its icon, with `-toggle`. @param spoken for screen readers */
const opener = (name: IconName, label: string, help: string, open: () => void, spoken = label) =>
  button(withIcon(name, label), help, open, { id: `${name}-toggle`, class: 'opener', 'aria-label': spoken });

/** The buttons of the lesson, the instruments, the course and the duel. What they open is loaded when the first one is opened. */
export function createOpeners(lab: Lab): (frame: Frame) => void {
  const { page } = lab;
  const { course } = page;
  const lesson = opener('lesson', 'Lesson', 'About this scene: equations, experiments, source (L)', () =>
    page.toggle('lesson'),
  );
  const instruments = opener(
    'instruments',
    'Instruments',
    'Instruments: see why the run is stable or blows up (I)',
    () => page.toggleInstruments(),
  );
  const chapters = opener(
    'course',
    'Course',
    'Course: why simulations explode, in ten short chapters',
    () => {
      course.chapter = course.chapter === null ? nextChapter() : null;
    },
    'Course: why simulations explode',
  );
  const duel = opener(
    'duel',
    'Duel',
    'Duel: the same cloth by explicit and by implicit Euler, side by side; one blows up',
    () => page.setDuel(page.duel ? null : DUEL),
    'Duel: explicit against implicit Euler',
  );
  chapters.setAttribute('aria-controls', 'lesson');
  elementById('top').append(lesson, instruments, chapters, duel);

  /** The first chapter that is not passed; after the last one, the first of all. */
  function nextChapter(): number {
    let chapter = 1;
    while (course.passed.includes(chapter)) chapter++;
    return chapter > CHAPTERS ? 1 : chapter;
  }

  const panel = lazy(
    async () => {
      await loadMessages('lessons');
      return (await import('../lessons/lesson-panel')).createLessonPanel(lab, { lesson, course: chapters });
    },
    (error) => {
      page.lesson = false;
      course.chapter = null;
      lab.messages.show({ kind: 'error', text: t`The lesson could not be loaded: ${messageOf(error)}` });
    },
  );
  const dock = lazy(
    async () => (await import('../instruments/dock/instrument-dock')).createInstrumentDock(lab),
    (error) => {
      page.instrument = null;
      lab.messages.show({ kind: 'error', text: t`The instruments could not be loaded: ${messageOf(error)}` });
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
    const inCourse = course.chapter !== null;
    const hasInstrument = page.instrument !== null;
    setAttribute(lesson, 'aria-expanded', String(page.lesson));
    setAttribute(instruments, 'aria-expanded', String(hasInstrument));
    setAttribute(chapters, 'aria-expanded', String(inCourse));
    setAttribute(duel, 'aria-expanded', String(page.duel !== null));
    panel.now(page.lesson || inCourse)?.update(frame);
    dock.now(hasInstrument)?.update(frame);
  };
}
