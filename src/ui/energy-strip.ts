import type { Status } from '../runtime/protocol';
import { element, setAttribute, setText } from './element';
import { formatQuantity } from './number-format';

/** Samples that the strip is wide; one for every update of the bar. */
const SAMPLES = 90;
/** CSS pixels. */
const HEIGHT = 22;

/** Total energy over the last seconds, drawn thin; pressing it shows what the total is made of. */
export function createEnergyStrip(into: HTMLElement): { draw(status: Status): void } {
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  const total = element('b', { style: 'min-width:8ch' });
  const parts = element('span', { hidden: true });
  const button = element(
    'button',
    {
      type: 'button',
      class: 'figure energy',
      title: 'Total energy over time; press for kinetic, elastic and gravity',
      'aria-expanded': 'false',
    },
    'energy',
    canvas,
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
    const scale = devicePixelRatio;
    const width = Math.round(SAMPLES * scale);
    if (canvas.width !== width) {
      canvas.width = width;
      canvas.height = Math.round(HEIGHT * scale);
    }
    const pen = canvas.getContext('2d');
    if (!pen) return;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, SAMPLES, HEIGHT);
    const low = Math.min(...samples);
    const high = Math.max(...samples);
    // Rounding must not be blown up to a mountain range.
    const span = Math.max(high - low, 1e-4 * Math.max(Math.abs(high), Math.abs(low)), 1e-12);
    const middle = (high + low) / 2;
    pen.strokeStyle = getComputedStyle(canvas).color;
    pen.lineWidth = 1.25;
    pen.lineJoin = 'round';
    pen.beginPath();
    samples.forEach((energy, i) => {
      pen.lineTo(i + 0.5, HEIGHT / 2 - ((energy - middle) / span) * (HEIGHT - 4));
    });
    pen.stroke();
  }

  return {
    draw({ energy, stepCount, scene: present }) {
      if (stepCount < step || present !== scene) samples.length = 0;
      if (stepCount !== step && Number.isFinite(energy.total)) {
        samples.push(energy.total);
        if (samples.length > SAMPLES) samples.shift();
      }
      step = stepCount;
      scene = present;
      paint();
      setText(total, formatQuantity(energy.total, 'J'));
      const { kinetic, elastic, gravity } = energy;
      setText(
        parts,
        `= kinetic ${formatQuantity(kinetic, 'J')} + elastic ${formatQuantity(elastic, 'J')} + gravity ${formatQuantity(gravity, 'J')}`,
      );
    },
  };
}
