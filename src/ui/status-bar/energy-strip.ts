import type { Status } from '../../runtime/frame/frame';
import { element, setAttribute, setText } from '../controls/element';
import { formatNumber, prefixOf, roundDown } from '../controls/number-format';

/** A number of the bar: a caption above its value, in a place of fixed width. @param name also the class that gives it its width */
export function createFigure(into: HTMLElement, name: string, caption: string, help: string) {
  const words = element('small', caption);
  const value = element('b', '–');
  const shown = element('span', { class: `figure ${name}`, title: help }, element('span', words, value));
  into.append(shown);
  return { shown, caption: words, value };
}

/** Number of samples in the strip; one for each update of the bar. */
const SAMPLES = 90;
/** Size of the strip, and where its plot begins: the labels of the axis are left of it. CSS pixels. */
const [WIDTH, HEIGHT, LEFT] = [144, 34, 48];
/** Space above and below the plot, for the labels. */
const EDGE = 6;

const SVG = 'http://www.w3.org/2000/svg';

function part<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>) {
  const created = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, String(value));
  return created;
}

/** Adds a line chart of the total energy over the last seconds, with an axis, to its figure. */
export function addEnergyStrip(into: ReturnType<typeof createFigure>): { draw(status: Status): void } {
  const picture = part('svg', { 'aria-hidden': 'true', viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
  const line = part('polyline', {});
  const [top, bottom, zero] = [EDGE, HEIGHT - EDGE, EDGE].map((y) =>
    part('line', { x1: LEFT, x2: WIDTH, y1: y, y2: y, class: 'tick' }),
  );
  const [high, low] = [EDGE, HEIGHT - EDGE].map((y) => part('text', { x: LEFT - 4, y: y + 3.5 }));
  picture.append(top, bottom, zero, high, low, line);
  into.shown.append(picture);

  const samples: number[] = [];
  let axis = energyAxis(0, 0);
  let step = -1;
  let scene = '';

  function paint(): void {
    axis = energyAxis(Math.min(...samples), Math.max(...samples));
    const y = (energy: number) => HEIGHT - EDGE - ((energy - axis.low) / (axis.high - axis.low)) * (HEIGHT - 2 * EDGE);
    const right = WIDTH - samples.length;
    setAttribute(line, 'points', samples.map((energy, i) => `${right + i},${y(energy).toFixed(1)}`).join(' '));
    setText(high, axis.label(axis.high));
    setText(low, axis.label(axis.low));
    const inside = axis.low < 0 && axis.high > 0;
    for (const end of ['y1', 'y2']) setAttribute(zero, end, (inside ? y(0) : EDGE).toFixed(1));
  }

  return {
    draw({ energy, stepCount, scene: present }) {
      if (stepCount < step || present !== scene) {
        samples.length = 0;
        step = -1;
      }
      if (stepCount !== step && Number.isFinite(energy.total)) {
        samples.push(energy.total);
        if (samples.length > SAMPLES) samples.shift();
        paint();
      }
      step = stepCount;
      scene = present;
      setText(into.value, axis.value(energy.total));
    },
  };
}

/** Least span of the axis over the largest energy, so that rounding errors stay invisible. */
const MIN_SPAN = 0.02;

/** The shortest axis from one round number to another that has all samples, J. */
export function energyAxis(least: number, most: number) {
  const size = Math.max(Math.abs(least), Math.abs(most));
  const span = Math.max(most - least, MIN_SPAN * size, 1e-9);
  const middle = (least + most) / 2;
  const step = roundDown(span / 2);
  const text = energyText(size, 3);
  const [factor] = prefixOf(size);
  return {
    /** J; the ends of the axis. */
    low: Math.floor(Math.min(least, middle - span / 2) / step + 1e-9) * step,
    high: Math.ceil(Math.max(most, middle + span / 2) / step - 1e-9) * step,
    /** Energy, J, as text in the unit of the axis, which the text leaves out. */
    label: (energy: number) => minus(formatNumber(Number((energy / factor).toPrecision(6)), 4)),
    /** The same with the unit, and as many decimals as the largest energy needs. */
    value: text,
  };
}

/**
 * Writes energies, J, all in the same unit: that of the largest, which has `digits` figures.
 * @param size the largest of them, J
 */
export function energyText(size: number, digits: number): (energy: number) => string {
  const [factor, prefix] = prefixOf(size);
  const decimals = Math.max(0, digits - 1 - Math.max(0, Math.floor(Math.log10(size / factor || 1))));
  const isHuge = size >= 1e5 * factor;
  return (energy) => {
    const value = energy / factor;
    return `${minus(isHuge ? value.toExponential(1) : value.toFixed(decimals))} ${prefix}J`;
  };
}

const minus = (text: string) => text.replace('-', '−');
