import { button, element } from './element';

export interface MenuItem {
  label: string;
  /** What it does; the tooltip. */
  help: string;
  act(): unknown;
}

/** Widest that a menu is assumed to be when it is placed, CSS pixels. */
const MAX_WIDTH = 240;

/** Makes `opener` open a menu below itself, or above where that is roomier. Arrow keys choose, Escape closes, and the focus returns to the opener. */
export function addMenu(opener: HTMLButtonElement, label: string, items: readonly MenuItem[]): void {
  const menu = element('div.menu', {
    role: 'menu',
    popover: 'auto',
    'aria-label': label,
    keydown: (event) => onKey(event as KeyboardEvent),
    beforetoggle: place,
    toggle: () => isOpen() && entries[0].focus(),
  });
  const entries = items.map(({ label: name, help, act }) =>
    button(
      name,
      help,
      () => {
        menu.hidePopover();
        act();
      },
      { role: 'menuitem', tabindex: -1 },
    ),
  );
  menu.append(...entries);
  opener.after(menu);
  opener.popoverTargetElement = menu;
  opener.setAttribute('aria-haspopup', 'menu');
  opener.setAttribute('aria-expanded', 'false');

  const isOpen = () => menu.matches(':popover-open');

  function place(event: Event): void {
    const opens = (event as ToggleEvent).newState === 'open';
    opener.setAttribute('aria-expanded', String(opens));
    if (!opens) return;
    const { left, top, bottom } = opener.getBoundingClientRect();
    const above = top > innerHeight / 2;
    menu.style.top = above ? 'auto' : `${bottom + 4}px`;
    menu.style.bottom = above ? `${innerHeight - top + 4}px` : 'auto';
    menu.style.maxHeight = `${(above ? top : innerHeight - bottom) - 8}px`;
    menu.style.left = `${Math.max(4, Math.min(left, innerWidth - MAX_WIDTH))}px`;
  }

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = entries.indexOf(document.activeElement as HTMLButtonElement);
    const next = step ? at + step : { Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') menu.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    entries.at(next % entries.length)?.focus();
  }
}
