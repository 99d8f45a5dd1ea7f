import { t } from '../../../language/translate';
import { element, setAttribute } from '../../controls/element';
import { keep, recall } from '../../controls/storage';

/** Where the dock is: at the left of the view, or below it. */
export type DockLayout = 'left' | 'below';

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
export function createDockSize(dock: HTMLElement) {
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
    let start: { at: number; size: number } | null = null;
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
    handle.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      start = { at: along(event), size: sizeOf(side) };
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener('pointermove', (event) => {
      if (start && along(event) !== start.at) choose(side, start.size + along(event) - start.at);
    });
    for (const type of ['pointerup', 'pointercancel'] as const) {
      handle.addEventListener(type, () => {
        start = null;
      });
    }
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
