import { t, withLocalNumbers } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { type Attribute, element } from './element';
import { COMMA_HELP, type NumberText, PLAIN } from './number-format';

interface Source {
  /** Name and unit, for screen readers. */
  label: string;
  help: string;
  /** True if values may be negative: some on-screen keypads have no minus. */
  signed: boolean;
  /** Absent: a plain number. */
  text?: NumberText;
  /** The present value. */
  read(): number;
  /** Text that is not a number is passed on, so that the error can quote it. */
  enter(value: number | string): void;
  /** Arrow up (1) and down (−1). */
  step(direction: number): void;
}

/** A text box for a number. It shows all digits while it has the focus. */
export function createNumberBox({ label, help, signed, text = PLAIN, read, enter, step }: Source) {
  const input = element('input', {
    type: 'text',
    inputmode: signed ? 'text' : 'decimal',
    spellcheck: 'false',
    autocomplete: 'off',
    title: `${t(help)} ${t(COMMA_HELP)}`,
    'aria-label': label,
    focus: () => {
      input.value = text.full(read());
      input.select();
    },
    change: () => {
      const typed = input.value.trim();
      if (typed !== '' && typed !== text.full(read())) enter(text.parse(typed));
    },
    blur: () => {
      input.value = text.short(read());
    },
    keydown: (event) => onKey(event as KeyboardEvent),
  });

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') input.value = text.full(read());
    if (event.key === 'Escape' || event.key === 'Enter') input.blur();
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    step(direction);
    input.value = text.full(read());
  }

  return {
    input,
    /** Shows a shortened value, except while the box has the focus. */
    show(value: number): void {
      if (document.activeElement !== input) input.value = text.short(value);
    },
  };
}

/** A number box for a particle. */
export function createParticleBox(first: number, title: string, change: () => void) {
  const node = element('input', { type: 'number', min: 0, step: 1, value: first, title, change });
  return {
    node,
    /** The particle entered; −1 where the scene has no such particle. */
    in({ status }: Frame): number {
      const i = node.valueAsNumber;
      return Number.isInteger(i) && i >= 0 && i < status.particleCount ? i : -1;
    },
    show(particle: number): void {
      node.value = String(particle);
    },
    /** The error message for a particle that does not exist. */
    complaint: ({ status }: Frame) =>
      t`Particle “${node.value}” does not exist: particles are numbered from 0 to ${status.particleCount - 1}.`,
  };
}

/**
 * An input for a number that may have a decimal comma, which those of the browser take in some languages only; `parseNumber` reads it.
 * @param attributes as of an element
 */
export function decimalInput({
  title,
  value = '',
  ...attributes
}: { title: string; value?: number | string } & Record<string, Attribute>): HTMLInputElement {
  return element('input', {
    ...attributes,
    value: withLocalNumbers(String(value)),
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    title: `${t(title)}. ${t(COMMA_HELP)}`,
  });
}

/** The range of a slider and the values that it accepts. */
export interface SliderScale {
  range: readonly [number, number];
  scale?: 'linear' | 'logarithmic';
  accepts: string;
}

export const scaleOf = ({ range, scale }: Pick<SliderScale, 'range' | 'scale'>) =>
  scale ?? (range[0] > 0 ? 'logarithmic' : 'linear');

/** Kinds of values that are integers. */
const WHOLE = ['count', 'grid', 'whole'];

/** Positions of a logarithmic slider; an arrow key changes the value by a few per cent. */
const LOGARITHMIC_STEPS = 240;

/**
 * The values of a slider's positions, ascending and all different, so that each arrow key press changes the value. A logarithmic
 * scale has no zero: if zero is allowed, it is the leftmost value.
 */
export function sliderValues({ accepts, ...slider }: SliderScale): number[] {
  const [low, high] = slider.range;
  const whole = WHOLE.includes(accepts);
  const values: number[] = [];
  if (scaleOf(slider) === 'linear') {
    // A power of ten, for values with few digits.
    const step = whole ? 1 : 10 ** Math.floor(Math.log10(high - low)) / 100;
    const count = Math.round((high - low) / step);
    for (let i = 0; i <= count; i++) values.push(Number((low + ((high - low) * i) / count).toPrecision(6)));
  } else {
    if (accepts === 'non-negative' || accepts === 'any') values.push(0);
    for (let i = 0; i <= LOGARITHMIC_STEPS; i++) {
      const value = low * (high / low) ** (i / LOGARITHMIC_STEPS);
      values.push(whole ? Math.round(value) : Number(value.toPrecision(3)));
    }
  }
  return values.filter((value, i) => i === 0 || value > values[i - 1]);
}

/** Index of the nearest of the ascending `values`. */
export function nearestIndex(values: readonly number[], value: number): number {
  const above = values.findIndex((candidate) => candidate >= value);
  if (above < 0) return values.length - 1;
  return above > 0 && value - values[above - 1] < values[above] - value ? above - 1 : above;
}
