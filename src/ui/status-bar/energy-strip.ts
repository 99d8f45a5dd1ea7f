import type { Status } from '../../runtime/frame/frame';
import { setAttribute, setText } from '../controls/element';
import { energyAxis } from './energy-axis';
import type { Figure } from './figure';

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
export function addEnergyStrip(into: Figure): { draw(status: Status): void } {
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
