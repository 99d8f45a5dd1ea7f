import './dock.css';
import './instruments.css';
import '../parts/tables.css';
import { t } from '../../../language/translate';
import type { Frame } from '../../../runtime/frame/frame';
import { element, elementById, onDrag, setAttribute } from '../../controls/element';
import { LOW, SMALL, scrollToPart, watchTheme } from '../../controls/media';
import { keep, recall } from '../../controls/storage';
import type { Lab } from '../../lab/lab';
import { INSTRUMENTS } from '..';
import { repaintCanvases } from '../parts/canvas';
import { createInstrumentPane } from './instrument-pane';

type InstrumentPane = ReturnType<typeof createInstrumentPane>;

/** Windows in which two instruments fit side by side. */
const WIDE = '(min-width: 1200px)';
/** Windows that are too narrow for an instrument beside the view; the second one: if the lesson is open too. */
const NARROW = '(max-width: 1000px)';
const NARROW_WITH_LESSON = '(max-width: 1600px)';
/** What opens first beside another instrument. */
const COMPANIONS = ['plots', 'stability-region'];

/** The dock that shows one instrument, or two side by side. */
export function createInstrumentDock(lab: Lab): { update(frame: Frame): void } {
  const { page } = lab;
  const root = document.documentElement;
  const dock = element('aside', { id: 'instruments', 'aria-label': 'Instruments', hidden: true });
  const size = createDockSize(dock);
  dock.append(...size.handles);
  elementById('dock').prepend(dock);
  // The free part of the view has changed. Not at once: what listens changes sizes too, and the browser would report a loop.
  new ResizeObserver(() => requestAnimationFrame(() => dispatchEvent(new Event('resize')))).observe(dock);
  watchTheme(repaintCanvases);

  let panes: InstrumentPane[] = [];
  let shown: readonly string[] = [];
  let layout: DockLayout | null = null;
  let opener: Element | null = null;

  function createPane(): InstrumentPane {
    const pane: InstrumentPane = createInstrumentPane(lab, {
      choose(id) {
        page.instruments = page.instruments.map((each) => (each === pane.shown ? id : each));
      },
      addBeside() {
        const id = COMPANIONS.find((each) => !page.instruments.includes(each)) ?? INSTRUMENTS[0].id;
        page.instruments = [...page.instruments, id];
      },
      close(event) {
        // After a click the focus goes to the window, so that its keyboard shortcuts work.
        if (event instanceof MouseEvent && event.detail > 0) opener = null;
        page.instruments = page.instruments.filter((each) => each !== pane.shown);
      },
    });
    return pane;
  }

  /** Returns the focus to the element that opened the dock. */
  function restoreFocus(): void {
    if (!dock.contains(document.activeElement)) return;
    const from = opener instanceof HTMLElement && opener.isConnected ? opener : null;
    from?.focus({ preventScroll: true });
    // On a phone the panel with that element is closed.
    if (from && document.activeElement !== from) elementById('panel-toggle').focus({ preventScroll: true });
    if (dock.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
  }

  function open(): void {
    opener = document.activeElement === document.body ? null : document.activeElement;
    dock.hidden = false;
    if (matchMedia(SMALL).matches) page.panel = page.lesson = false;
  }

  /** Shows these instruments, and keeps those that are already open. */
  function show(ids: readonly string[]): void {
    const known = ids.filter((id) => INSTRUMENTS.some((each) => each.id === id));
    if (known.length === 0) {
      restoreFocus();
      dock.hidden = true;
    } else if (panes.length === 0) open();
    const hadFocus = dock.contains(document.activeElement);
    // A pane that closes at the left leaves the other instrument its place.
    const gone = panes.filter(({ shown }) => !known.includes(shown));
    while (panes.length > known.length) {
      const pane = gone.pop() ?? panes[panes.length - 1];
      panes = panes.filter((each) => each !== pane);
      pane.dispose();
    }
    const before = panes.length;
    for (const [i, id] of known.entries()) {
      panes[i] ??= createPane();
      if (!panes[i].node.isConnected) dock.append(panes[i].node);
      if (panes[i].shown !== id) panes[i].show(id);
    }
    if (panes.length > before) panes[panes.length - 1].title.focus({ preventScroll: true });
    else if (hadFocus && !dock.contains(document.activeElement)) panes[0]?.title.focus({ preventScroll: true });
    if (panes.length > before) scrollToPart(dock);
    dock.classList.toggle('two', panes.length === 2);
    shown = page.instruments;
  }

  /** Fits the dock to the window and to what else is open. */
  function arrange(): void {
    const reads = page.lesson || page.course.chapter !== null;
    const narrow = matchMedia(NARROW).matches || (reads && matchMedia(NARROW_WITH_LESSON).matches);
    const isWide = INSTRUMENTS.some(({ id, wide }) => wide && panes.some(({ shown: own }) => own === id));
    const isBelow = (narrow || isWide || panes.length === 2) && !matchMedia(LOW).matches;
    const next = panes.length === 0 ? null : isBelow ? 'below' : 'left';
    if (next !== layout) {
      layout = next;
      root.classList.toggle('with-instrument', next !== null);
      if (next) root.dataset.dock = next;
      else delete root.dataset.dock;
      size.setLayout(next ?? 'left');
    }
    const mayAdd = panes.length === 1 && matchMedia(WIDE).matches;
    for (const [i, pane] of panes.entries()) {
      const others = shown.filter((id) => id !== pane.shown);
      pane.setPlace(i + 1, others, mayAdd);
    }
  }

  return {
    update(frame) {
      // What was opened last replaces the other.
      const closes = shown.length > 0 && (page.panel || page.lesson) && matchMedia(SMALL).matches;
      if (closes && page.instruments === shown) page.instruments = [];
      if (page.instruments.length > 1 && !matchMedia(WIDE).matches) page.instruments = page.instruments.slice(-1);
      if (page.instruments !== shown) show(page.instruments);
      arrange();
      for (const pane of panes) pane.update(frame);
    },
  };
}

/** Where the dock is: at the left of the view, or below it. */
type DockLayout = 'left' | 'below';

/** CSS pixels by which an arrow key changes a size; ten times as much with Shift. */
const STEP = 16;
const STORE = 'hooke-dock';

/** The sizes that a handle changes, with the keys that make the dock larger and smaller. */
const SIDES = {
  height: {
    label: 'Height of the instruments',
    property: '--chosen-height',
    orientation: 'horizontal',
    larger: 'ArrowUp',
    smaller: 'ArrowDown',
    help: 'Drag to change the height; or arrow keys, Home and End. A double click restores it.',
  },
  width: {
    label: 'Width of the instruments',
    property: '--chosen-width',
    orientation: 'vertical',
    larger: 'ArrowRight',
    smaller: 'ArrowLeft',
    help: 'Drag to change the width; or arrow keys, Home and End. A double click restores it.',
  },
} as const;
type Side = keyof typeof SIDES;

/** Chosen sizes and what they were before, CSS pixels; each layout has a height of its own. */
type Sizes = Partial<Record<Side | 'heightBelow', { size: number; before: number }>>;

/** Resizes the dock by mouse, finger and keyboard, within the limits of the style sheet. The sizes last until the tab is closed. */
function createDockSize(dock: HTMLElement) {
  const sizes = JSON.parse(recall(STORE, 'sessionStorage') ?? '{}') as Sizes;
  let layout: DockLayout = 'left';
  const keyOf = (side: Side) => (side === 'height' && layout === 'below' ? 'heightBelow' : side);
  const sizeOf = (side: Side) => Math.round(dock.getBoundingClientRect()[side]);

  /** Sets a size; null: the default. */
  function choose(side: Side, size: number | null): void {
    const before = sizes[keyOf(side)]?.before ?? sizeOf(side);
    if (size === null) delete sizes[keyOf(side)];
    else sizes[keyOf(side)] = { size: Math.round(size), before };
    apply();
    // The style sheet has limited it.
    if (size !== null) {
      sizes[keyOf(side)] = { size: sizeOf(side), before };
      apply();
    }
    keep(STORE, JSON.stringify(sizes), 'sessionStorage');
  }

  function apply(): void {
    const { style } = document.documentElement;
    const set = (property: string, pixels: number | undefined) =>
      pixels === undefined ? style.removeProperty(property) : style.setProperty(property, `${pixels}px`);
    for (const side of Object.keys(SIDES) as Side[]) set(SIDES[side].property, sizes[keyOf(side)]?.size);
    const height = sizes[keyOf('height')];
    set('--growth', height && height.size - height.before);
    dock.classList.toggle('sized', height !== undefined);
    for (const { describe } of all) describe();
  }

  function createHandle(side: Side) {
    const { label, orientation, help, larger, smaller } = SIDES[side];
    const along = ({ clientX, clientY }: PointerEvent) => (side === 'width' ? clientX : -clientY);
    const handle = element('div', {
      class: `resize ${side}`,
      role: 'separator',
      tabindex: 0,
      title: help,
      'aria-label': label,
      'aria-orientation': orientation,
      'aria-valuenow': 0,
      dblclick: () => choose(side, null),
    });
    onDrag(handle, (event) => {
      const [at, size] = [along(event), sizeOf(side)];
      return (moved) => {
        if (along(moved) !== at) choose(side, size + along(moved) - at);
      };
    });
    handle.addEventListener('keydown', (event) => {
      const step = event.shiftKey ? 10 * STEP : STEP;
      const to: Record<string, number> = {
        [larger]: sizeOf(side) + step,
        [smaller]: sizeOf(side) - step,
        Home: 0,
        End: 1e5,
      };
      if (!(event.key in to) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      choose(side, Math.max(1, to[event.key]));
    });
    return {
      handle,
      describe() {
        const size = sizeOf(side);
        setAttribute(handle, 'aria-valuenow', String(size));
        setAttribute(handle, 'aria-valuemin', '0');
        setAttribute(handle, 'aria-valuemax', String(side === 'width' ? innerWidth : innerHeight));
        setAttribute(handle, 'aria-valuetext', t`${size} pixels`);
      },
    };
  }

  const all = (Object.keys(SIDES) as Side[]).map(createHandle);
  apply();
  return {
    /** The handles: children of the dock. */
    handles: all.map(({ handle }) => handle),
    /** Call when the layout has changed. */
    setLayout(next: DockLayout): void {
      layout = next;
      apply();
    },
  };
}
