import { element } from './element';
import { formatNumber } from './number-format';

export interface NumberBox {
  readonly input: HTMLInputElement;
  /** Shows a shortened value, except while the box has the focus. */
  show(value: number): void;
}

interface Source {
  /** Name and unit, for screen readers. */
  label: string;
  help: string;
  /** True if values may be negative: some on-screen keypads have no minus. */
  signed: boolean;
  /** The present value. */
  read(): number;
  /** Text that is not a number is passed on, so that the error can quote it. */
  enter(value: number | string): void;
  /** Arrow up (1) and down (−1). */
  step(direction: number): void;
}

/** A text box for a number. It shows all digits while it has the focus. */
export function createNumberBox({ label, help, signed, read, enter, step }: Source): NumberBox {
  const input = element('input', {
    type: 'text',
    inputmode: signed ? 'text' : 'decimal',
    spellcheck: 'false',
    autocomplete: 'off',
    title: help,
    'aria-label': label,
    focus: () => {
      input.value = String(read());
      input.select();
    },
    change: () => {
      const text = input.value.trim();
      if (text === '' || text === String(read())) return;
      const typed = Number(text);
      enter(Number.isNaN(typed) ? text : typed);
    },
    blur: () => {
      input.value = formatNumber(read());
    },
    keydown: (event) => onKey(event as KeyboardEvent),
  });

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') input.value = String(read());
    if (event.key === 'Escape' || event.key === 'Enter') input.blur();
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    step(direction);
    input.value = String(read());
  }

  return {
    input,
    show(value) {
      if (document.activeElement !== input) input.value = formatNumber(value);
    },
  };
}
