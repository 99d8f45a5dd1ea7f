import { GUI } from 'lil-gui';
import { currentLanguage, LANGUAGES, t } from '../../language/translate';
import { VIEW_OPTIONS, type ViewOption } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';
import { freeSelected, pinSelected } from '../actions/selected';
import { turnCamera, zoomCamera } from '../actions/view';
import { button, element, elementById, setAttribute } from '../controls/element';
import { withIcon } from '../controls/icons';
import { NARROW } from '../controls/media';
import { keep, LANGUAGE } from '../controls/storage';
import { LISTED_INSTRUMENTS } from '../instruments';
import { isAvailable } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import type { PageState } from '../lab/page-state';
import { addBasics } from './basics';
import { addButtons, addChoice, addSwitch, type PanelPart } from './controls';
import { fillEnvironment } from './environment-folder';
import {
  addMassByArea,
  fillContactFolder,
  fillForcesFolder,
  fillIntegratorFolder,
  fillMembraneFolder,
} from './folders';
import { addParticles } from './number-fields';
import { addFolder, addGroups, type Folder, together } from './params';

/** Somewhat longer than the transition of a folder, ms. */
const TRANSITION = 350;

/** The panel of all parameters, built from the catalog, the basic ones first; a button (and H) shows and hides it. */
export function createPanel(lab: Lab): (frame: Frame) => void {
  const aside = elementById('panel');
  const toggle = button(
    withIcon('controls', 'Controls'),
    'Show or hide the controls (H)',
    () => lab.page.toggle('panel'),
    { id: 'panel-toggle', 'aria-label': 'Controls', 'aria-controls': 'panel-body' },
  );
  const body = element('div', { id: 'panel-body' });
  aside.append(toggle, body);
  const gui = new GUI({ container: body, title: 'Controls', touchStyles: 0, injectStyles: false });
  gui.$title.remove();
  // With reduced motion lil-gui may miss the end of its transition: the folder would keep its height, and contents that are
  // built later would overlap the next folders.
  gui.onOpenClose((changed) => {
    setTimeout(() => {
      changed.$children.style.height = '';
    }, TRANSITION);
  });

  const fill = () => [addBasics(gui, lab), addFolder(gui, lab, { title: 'More', fill: (more) => fillMore(more, lab) })];
  let { own } = lab;
  let parts = fill();
  // On a phone the open sheet would cover the cloth, and on a tablet the open drawer a third of it.
  lab.page.panel = !matchMedia(NARROW).matches;

  return (frame) => {
    // Definitions from source have joined or left: their names and parameters are on the panel.
    if (lab.own !== own) {
      ({ own } = lab);
      for (const child of [...gui.children]) child.destroy();
      gui.$children.replaceChildren();
      parts = fill();
    }
    if (body.hidden === lab.page.panel) body.hidden = !lab.page.panel;
    setAttribute(toggle, 'aria-expanded', String(lab.page.panel));
    if (lab.page.panel) for (const part of parts) part(frame);
  };
}

// The folders of the panel below *More*: everything that is not basic.

function fillMore(parent: GUI, lab: Lab): PanelPart {
  const folders: Folder[] = [
    { title: 'Integrator', fill: (folder) => fillIntegratorFolder(folder, lab) },
    { title: 'Material', fill: (folder) => together(addGroups(folder, lab, 'Material'), addMassByArea(folder, lab)) },
    {
      title: 'Membrane',
      fill: (folder) => fillMembraneFolder(folder, lab),
      applies: ({ structure }) => structure.membrane,
    },
    { title: 'Forces', fill: (folder) => fillForcesFolder(folder, lab) },
    { title: 'Contact', fill: (folder) => fillContactFolder(folder, lab) },
    {
      title: 'Moving pins',
      fill: (folder) =>
        fillEnvironment(folder, lab, ['motion'], 'Move the selected pins (or all pins) along a set path.'),
      count: ({ status }) => status.environment.motion.length,
    },
    {
      title: 'Selected particles',
      fill: (folder) => fillSelectionFolder(folder, lab),
      count: () => lab.selection.particles.length,
    },
    { title: 'View', fill: (folder) => fillViewFolder(folder, lab) },
    { title: 'Instruments', fill: (folder) => fillInstrumentsFolder(folder, lab.page) },
  ];
  return together(...folders.map((folder) => addFolder(parent, lab, folder)));
}

/** Controls to select particles, and to pin, free or cut what is selected; the keyboard alone can use them. */
function fillSelectionFolder(folder: GUI, lab: Lab): PanelPart {
  const box = addParticles(folder, lab, {
    label: 'selected',
    help: 'Particles that are selected.',
    all: false,
    offersSelection: false,
    read: () => lab.selection.particles,
    write: (particles) => lab.selection.select(particles ?? []),
  });
  const all = () => Array.from({ length: lab.frame.structure.particleCount }, (_, i) => i);
  addButtons(folder, 'Select', [
    { label: 'All', help: 'Select all particles', act: () => lab.selection.select(all()) },
    { label: 'None', help: 'Select none', act: () => lab.selection.select([]) },
    {
      label: 'Invert selection',
      help: 'Select the particles that are not selected',
      act: () => lab.selection.select(without(all(), lab.selection.particles)),
    },
    { label: 'Pins', help: 'Select the pinned particles', act: () => lab.selection.select(lab.frame.status.pinned) },
  ]);
  const actions = addButtons(folder, 'Change the selected particles', [
    {
      label: 'Pin',
      help: 'Pin the selected particles; other pins stay',
      act: () => ignoreShownError(pinSelected(lab)),
    },
    { label: 'Free', help: 'Unpin the selected particles', act: () => ignoreShownError(freeSelected(lab)) },
    {
      label: 'Cut springs',
      help: 'Cut every spring between two selected particles; cloth gets a slit across it',
      act: () => ignoreShownError(cutBetween(lab)),
    },
  ]);
  return together(box.update, () => {
    for (const button of actions) button.disabled = lab.selection.particles.length === 0;
  });
}

function without(particles: readonly number[], some: readonly number[]): number[] {
  const out = new Set(some);
  return particles.filter((i) => !out.has(i));
}

async function cutBetween(lab: Lab): Promise<void> {
  const { springs, absent } = lab.frame.structure;
  const selected = new Set(lab.selection.particles);
  const between = [...absent.keys()].filter(
    (j) => absent[j] === 0 && selected.has(springs[2 * j]) && selected.has(springs[2 * j + 1]),
  );
  if (between.length > 0) await lab.cut(between);
  else lab.messages.show({ kind: 'notice', text: 'No spring connects two of the selected particles.' });
}

/** Controls of what the view shows, and of keys and camera. */
function fillViewFolder(folder: GUI, lab: Lab): PanelPart {
  const layers = (Object.keys(VIEW_OPTIONS) as ViewOption[]).map((option) =>
    addSwitch(folder, {
      ...VIEW_OPTIONS[option],
      read: () => lab.options[option],
      write: (on) => lab.show(option, on),
    }),
  );
  const { fields } = lab.catalog;
  const color = addChoice(folder, Object.fromEntries([['–', ''], ...fields.map(({ label, id }) => [label, id])]), {
    label: 'colour by',
    help: 'Field that colours the cloth.',
    read: () => lab.color ?? '',
    write: (id) => lab.colorBy(id || null),
  });
  const keys = addSwitch(folder, {
    label: 'keys',
    help: 'Keyboard shortcuts such as Space and R; “?” lists them.',
    read: () => lab.page.keys,
    write: (keys) => Object.assign(lab.page, { keys }),
  });
  const sound = addSwitch(folder, {
    label: 'sound',
    help: 'A tone that rises as dt nears its limit, and a burst at a blow-up, with captions (N).',
    read: () => lab.page.sound,
    write: (sound) => Object.assign(lab.page, { sound }),
  });
  const language = addChoice(folder, Object.fromEntries(Object.entries(LANGUAGES).map(([tag, name]) => [name, tag])), {
    label: 'language',
    help: 'Language of the page; it loads again, with this setup. Remembered for the next visit.',
    read: currentLanguage,
    write: chooseLanguage,
  });
  Object.keys(LANGUAGES).forEach((tag, i) => {
    language.options[i].lang = tag;
  });
  addButtons(folder, 'Camera', [
    { label: 'Frame all', help: 'Show the whole scene (F)', act: () => lab.view.frameAll() },
    {
      label: 'The view in words',
      help: 'Describe what the view shows now (A)',
      act() {
        lab.page.dialog = 'description';
      },
    },
  ]);
  // For one finger, and without a drag.
  const turns = Object.entries({ '←': 'left', '→': 'right', '↑': 'up', '↓': 'down' }).map(([label, way]) => ({
    label,
    name: t`Rotate: ${way}`,
    help: t`Rotate: ${way}`,
    act: () => turnCamera(lab, `arrow${way}`),
  }));
  addButtons(folder, 'Camera', [
    ...turns,
    { label: '+', name: 'Zoom in', help: 'Zoom in', act: () => zoomCamera(lab, true) },
    { label: '−', name: 'Zoom out', help: 'Zoom out', act: () => zoomCamera(lab, false) },
  ]);
  return together(...[...layers, color, keys, sound, language].map(({ update }) => update), (frame) => {
    for (const field of fields) color.offer(field.id, isAvailable(field, frame));
  });
}

/** Shows the page in another language: now, for the next visits, and by its address. */
function chooseLanguage(next: string): void {
  keep(LANGUAGE, next);
  const url = new URL(location.href);
  url.searchParams.set('lang', next);
  location.assign(url);
}

/** A button for each instrument, which opens and closes it. */
function fillInstrumentsFolder(folder: GUI, page: PageState): PanelPart {
  const buttons = addButtons(
    folder,
    'Open',
    LISTED_INSTRUMENTS.map(({ id, label, help }) => ({
      label,
      help,
      act() {
        if (page.instruments.includes(id)) page.instruments = page.instruments.filter((open) => open !== id);
        else page.instrument = id;
      },
    })),
  );
  return () => {
    for (const [i, { id }] of LISTED_INSTRUMENTS.entries())
      setAttribute(buttons[i], 'aria-pressed', String(page.instruments.includes(id)));
  };
}
