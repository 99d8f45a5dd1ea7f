import type { Status } from '../../runtime/frame/frame';
import { element, setAttribute, setText } from '../controls/element';
import { formatQuantity } from '../controls/number-format';

/** Number of samples in the strip; one for each update of the bar. */
const SAMPLES = 90;
/** Height of the strip, CSS pixels. */
const HEIGHT = 22;

const SVG = 'http://www.w3.org/2000/svg';

/** A line chart of the total energy over the last seconds; a click shows its parts. */
export function createEnergyStrip(into: HTMLElement): { draw(status: Status): void } {
  const picture = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'polyline');
  picture.setAttribute('aria-hidden', 'true');
  picture.append(line);
  const total = element('b', { style: 'min-width:8ch' });
  const parts = element('span', { hidden: true });
  const button = element(
    'button',
    {
      type: 'button',
      class: 'figure energy',
      title: 'Total energy over time; click for kinetic, elastic and gravity',
      'aria-expanded': 'false',
    },
    'energy',
    picture,
    total,
    parts,
  );
  button.addEventListener('click', () => {
    parts.hidden = !parts.hidden;
    setAttribute(button, 'aria-expanded', String(!parts.hidden));
  });
  into.append(button);

  const samples: number[] = [];
  let step = -1;
  let scene = '';

  function paint(): void {
    const low = Math.min(...samples);
    const high = Math.max(...samples);
    // The scale has a least span, so that rounding errors stay invisible.
    const span = Math.max(high - low, 1e-4 * Math.max(Math.abs(high), Math.abs(low)), 1e-12);
    const middle = (high + low) / 2;
    const heights = samples.map((energy) => HEIGHT / 2 - ((energy - middle) / span) * (HEIGHT - 4));
    line.setAttribute('points', heights.map((y, i) => `${i + 0.5},${y.toFixed(1)}`).join(' '));
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
      setText(total, formatQuantity(energy.total, 'J'));
      const { kinetic, elastic, gravity } = energy;
      setText(
        parts,
        `= kinetic ${formatQuantity(kinetic, 'J')} + elastic ${formatQuantity(elastic, 'J')} + gravity ${formatQuantity(gravity, 'J')}`,
      );
    },
  };
}
