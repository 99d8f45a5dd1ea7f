/** The galleries of scenes and of instruments: dialogs with cards to choose one from, by pointer, touch or keyboard. */
import './gallery.css';
import { t } from '../../language/translate';
import { createDialog, showDialog } from '../controls/dialog';
import { button, element } from '../controls/element';
import { formatCount } from '../controls/number-format';
import { LISTED_INSTRUMENTS } from '../instruments';
import { methodLabel, sceneLabel } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { chooseScene } from '../lab/limit';
import { ignoreShownError } from '../lab/message-list';
import type { PageState } from '../lab/page-state';
import { INSTRUMENT_PICTURES, SCENE_THUMBNAILS } from './pictures';

interface Card {
  id: string;
  /** Heading above it and the others of its group. */
  group: string;
  title: string;
  /** One sentence about it. */
  text: string;
  /** More about it; the tooltip. */
  help: string;
  /** Address of its picture. */
  picture?: string;
  /** The key that chooses it, on the page and in the dialog. */
  key?: string;
}

interface Gallery {
  /** Id of the dialog. */
  id: string;
  title: string;
  /** A line below the title. */
  note: string;
  cards: readonly Card[];
  /** Id of the card that is shown as chosen. */
  current: string | null;
  /** Id of the card that has the focus at first; absent or null: the chosen one, or else the first. */
  focused?: string | null;
  choose(id: string): void;
}

/** Size of a picture, CSS pixels; SIZE in .build/thumbnails has its own pixels. */
const PICTURE = { width: 240, height: 160 };

/** Opens the dialog; does nothing while another dialog is open. The focus returns at the end. */
function openGallery({ id, title, note, cards: unsorted, current, focused = null, choose }: Gallery): void {
  if (document.querySelector('dialog[open]')) return;
  const groups = [...new Set(unsorted.map(({ group }) => group))];
  const cards = groups.flatMap((name) => unsorted.filter(({ group }) => group === name));
  const buttons = cards.map((card) => createCard(card, card.id === current, () => end(card.id)));
  const sections = groups.map((name) => {
    const grid = element('div.cards', ...buttons.filter((_, i) => cards[i].group === name));
    return element('section', element('h3', name), grid);
  });
  const { dialog, closeButton } = createDialog({
    id,
    class: 'modal gallery',
    keydown: (event) => onKey(event as KeyboardEvent),
    focusin: (event) => makeTabStop(event.target as HTMLElement),
  });
  dialog.append(
    element('header', element('div', element('h2', { id: `${id}-title` }, title), element('p', note)), closeButton),
    element('div.groups', ...sections),
  );

  function end(chosen: string): void {
    // The focus returns first: what is chosen may move it.
    dialog.close();
    choose(chosen);
  }

  /** Tab reaches one card only; arrow keys go from card to card. */
  function makeTabStop(focused: HTMLElement): void {
    if (buttons.includes(focused as HTMLButtonElement))
      for (const one of buttons) one.tabIndex = one === focused ? 0 : -1;
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const byKey = cards.find(({ key }) => key === event.key);
    const next = byKey ? null : neighbour(buttons, document.activeElement, event.key);
    if (!byKey && !next) return;
    event.preventDefault();
    if (byKey) end(byKey.id);
    else focusCard(next as HTMLElement);
  }

  showDialog(dialog);
  const chosen = cards.findIndex((card) => card.id === (focused ?? current));
  const first = buttons[Math.max(0, chosen)];
  makeTabStop(first);
  focusCard(first);
}

function focusCard(button: HTMLElement): void {
  button.focus({ preventScroll: true });
  button.scrollIntoView({ block: 'nearest' });
}

function createCard(
  { id, title, text, help, picture, key }: Card,
  isCurrent: boolean,
  choose: () => void,
): HTMLButtonElement {
  const content = [
    ...(picture ? [element('img', { src: picture, alt: '', loading: 'lazy', ...PICTURE })] : []),
    element('b', title),
    element('span', text),
    ...(key ? [element('kbd', { 'aria-hidden': 'true' }, key)] : []),
  ];
  return button(content, help, choose, { class: 'card', 'data-id': id, ...(isCurrent && { 'aria-current': 'true' }) });
}

/**
 * The card that a key goes to: its neighbour, the first or the last, or the next one whose title starts with the typed letter.
 * Null: the key does nothing.
 */
function neighbour(buttons: readonly HTMLElement[], focused: Element | null, key: string): HTMLElement | null {
  const at = buttons.indexOf(focused as HTMLElement);
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1) ?? null;
  if (key === 'ArrowRight') return buttons[Math.min(at + 1, buttons.length - 1)];
  if (key === 'ArrowLeft') return buttons[Math.max(at - 1, 0)];
  if (key === 'ArrowDown' || key === 'ArrowUp')
    return at < 0 ? buttons[0] : inNextRow(buttons, at, key === 'ArrowDown' ? 1 : -1);
  if (!/^\p{L}$/u.test(key)) return null;
  const rest = [...buttons.slice(at + 1), ...buttons.slice(0, at + 1)];
  return rest.find((one) => one.querySelector('b')?.textContent?.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}

/** The nearest card in the row below (1) or above (−1); the card itself in the last row. */
function inNextRow(buttons: readonly HTMLElement[], at: number, direction: number): HTMLElement {
  const boxes = buttons.map((one) => one.getBoundingClientRect());
  const here = boxes[at];
  const beyond = boxes.filter((box) => (direction > 0 ? box.top >= here.bottom : box.bottom <= here.top));
  if (beyond.length === 0) return buttons[at];
  const tops = beyond.map(({ top }) => top);
  const row = direction > 0 ? Math.min(...tops) : Math.max(...tops);
  const inRow = beyond.filter(({ top }) => Math.abs(top - row) < 1);
  const nearest = inRow.reduce((best, box) =>
    Math.abs(box.left - here.left) < Math.abs(best.left - here.left) ? box : best,
  );
  return buttons[boxes.indexOf(nearest)];
}

/** All instruments, in their groups, with a picture and a line about each. */
export function openInstrumentGallery(page: PageState): void {
  openGallery({
    id: 'instrument-list',
    title: 'Instruments',
    note: 'Choose an instrument to open it beside the scene. In each group the simple ones come first.',
    cards: LISTED_INSTRUMENTS.map(({ id, group, label: title, help }) => ({
      ...{ id, group, title, text: help, help, picture: INSTRUMENT_PICTURES[id] },
    })),
    current: page.instrument,
    focused: page.lastInstrument,
    choose(id) {
      page.instrument = id;
    },
  });
}

/** Scenes that a number key loads; see KEYS. */
const WITH_KEY = 9;

/** All scenes, with a picture of each, in the groups of the catalog; with a graphics card large ones too. */
export async function openSceneGallery(lab: Lab): Promise<void> {
  const { catalog, frame } = lab;
  const cards = catalog.scenes.map(({ id, label, group, summary }, i) => ({
    group,
    id,
    title: label,
    text: firstSentence(t(summary)),
    help: summary,
    picture: SCENE_THUMBNAILS[id],
    key: i < WITH_KEY ? String(i + 1) : undefined,
  }));
  const { scene, builtIn } = frame.status;
  openGallery({
    id: 'scenes',
    title: 'Scenes',
    note: 'Choose a scene to load. Your parameters are replaced by those of the scene.',
    cards: [...cards, ...(await largeScenes(lab))],
    current: builtIn ? scene : null,
    choose(id) {
      if (id.startsWith('#')) location.hash = id;
      else ignoreShownError(chooseScene(lab, id));
    },
  });
}

/** A sentence ends at a full stop, colon or question mark before a space. */
function firstSentence(text: string): string {
  return text.match(/^.*?([.:?](?=\s|$)|[。：？])/)?.[0].replace(/:$/, '.') ?? text;
}

// Nets that one processor steps too slowly, for computers with a graphics card.

/** Rows and columns, and the link that loads the net. */
const LARGE_SCENES = [
  {
    ...{ scene: 'cloth', side: 1025, integrator: 'implicit-euler' },
    params: 'dt=0.016667&stiffness=1000&mass=1.9e-7&drag=1e-7',
  },
  {
    ...{ scene: 'cloth', side: 513, integrator: 'implicit-euler' },
    params: 'dt=0.016667&stiffness=1000&mass=7.6e-7&drag=4e-7',
  },
  { scene: 'cloth', side: 513, integrator: 'symplectic-euler', params: 'dt=0.00001&mass=7.6e-7&drag=4e-7' },
  { scene: 'silk-scarf', side: 513, integrator: 'implicit-euler', params: 'material=silk' },
] as const;

/** Their cards, whose id is the link; none without a graphics card that the page may use. */
async function largeScenes({ catalog }: Lab) {
  if (!(await hasGraphicsCard())) return [];
  return LARGE_SCENES.map(({ scene, side, integrator, params }) => {
    const text = `${t`${formatCount(side ** 2)} particles`} · ${t(methodLabel(catalog, integrator))}`;
    return {
      group: t('With a graphics card'),
      id: `#scene=${scene}&rows=${side}&columns=${side}&integrator=${integrator}&${params}`,
      title: `${t(sceneLabel(catalog, { scene, builtIn: true }))}, ${formatCount(side)}²`,
      text,
      help: text,
      picture: SCENE_THUMBNAILS[scene],
    };
  });
}

/** False also where WebGPU computes in software. */
async function hasGraphicsCard(): Promise<boolean> {
  const adapter = await (navigator as { gpu?: GPU }).gpu?.requestAdapter().catch(() => null);
  return !!adapter && !adapter.info?.isFallbackAdapter;
}
