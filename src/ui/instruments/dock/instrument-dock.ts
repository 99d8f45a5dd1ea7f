import './dock.css';
import './instruments.css';
import '../parts/tables.css';
import type { Frame } from '../../../runtime/frame/frame';
import { element, elementById } from '../../controls/element';
import { LOW, SMALL, scrollToPart } from '../../controls/media';
import type { Lab } from '../../lab/lab';
import { INSTRUMENTS } from '../index';
import { createDockSize, type DockLayout } from './dock-size';
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
  // Not at once: what listens changes sizes too, and the browser would report a loop.
  new ResizeObserver(() => requestAnimationFrame(announceResize)).observe(dock);

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

  function hide(): void {
    restoreFocus();
    dock.hidden = true;
  }

  /** Shows these instruments, and keeps those that are already open. */
  function show(ids: readonly string[]): void {
    const known = ids.filter((id) => INSTRUMENTS.some((each) => each.id === id));
    if (known.length === 0) hide();
    else if (panes.length === 0) open();
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

/** The free part of the view has changed. */
function announceResize(): void {
  dispatchEvent(new Event('resize'));
}
