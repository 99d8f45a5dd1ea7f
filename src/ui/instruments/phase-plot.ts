import type { Frame } from '../../runtime/protocol';
import { element } from '../element';
import type { Lab } from '../lab';
import { createChart } from './chart';
import type { Instrument } from './index';

/** Points of the way that are kept. */
const MOST = 3000;
const AXES = ['x', 'y', 'z'] as const;

/**
 * The way of one particle through phase space, velocity over position along one axis, as the lecture slides Particle
 * Dynamics have it: a spring without damping runs round an ellipse, damping winds it inwards, an error of integration
 * outwards.
 */
export function createPhasePlot(lab: Lab): Instrument {
  const { status } = lab.frame;
  const first = status.held ?? lab.chosen[0] ?? status.particleCount - 1;
  const particle = element('input', {
    type: 'number',
    min: 0,
    step: 1,
    value: first,
    title: 'The particle, by its number',
  });
  const axis = element(
    'select',
    { title: 'Along which axis' },
    ...AXES.map((name) => element('option', { value: name }, name)),
  );
  axis.value = 'y';
  const clear = element('button', { type: 'button', title: 'Begin the way anew', click: restart }, 'Clear');
  const now = element('p', { class: 'now' });
  const controls = element(
    'p',
    { class: 'controls' },
    element('label', {}, 'particle ', particle),
    element('label', {}, 'axis ', axis),
    clear,
  );
  const place = element('div');
  const node = element('div', {}, controls, place, now);
  let chart = makeChart();
  let x: number[] = [];
  let v: number[] = [];
  let time = -1;
  let generation = -1;
  let dirty = false;

  function makeChart() {
    const name = axis.value;
    const made = createChart('Velocity over position', `${name} / m`, `v${name} / m/s`, ['way'], true);
    place.replaceChildren(made.node);
    return made;
  }

  function restart(): void {
    x = [];
    v = [];
    dirty = true;
  }

  axis.addEventListener('change', () => {
    chart.dispose();
    chart = makeChart();
    restart();
  });
  particle.addEventListener('change', restart);

  return {
    node,
    follow(frame) {
      const { status, structure, positions, velocities } = frame;
      // Another scene, or back to its start: another way.
      if (structure.generation !== generation || status.time < time) restart();
      generation = structure.generation;
      if (status.time === time && x.length > 0) return;
      time = status.time;
      const o = indexIn(frame);
      if (o < 0) return;
      x.push(positions[o]);
      v.push(velocities[o]);
      if (x.length > MOST) {
        x = x.slice(-MOST / 2);
        v = v.slice(-MOST / 2);
      }
      dirty = true;
    },
    update(frame) {
      const o = indexIn(frame);
      const name = axis.value;
      now.textContent =
        o < 0
          ? `There is no particle ${particle.value}; they count from 0 to ${frame.status.particleCount - 1}.`
          : `${name} = ${frame.positions[o].toFixed(4)} m, v${name} = ${frame.velocities[o].toFixed(4)} m/s`;
      if (dirty) chart.draw([x, v]);
      dirty = false;
    },
    dispose: () => chart.dispose(),
  };

  /** Where the chosen component stands in a frame's arrays; −1 for a particle that isn't there. */
  function indexIn({ status }: Frame): number {
    const i = particle.valueAsNumber;
    if (!Number.isInteger(i) || i < 0 || i >= status.particleCount) return -1;
    return 4 * i + AXES.indexOf(axis.value as (typeof AXES)[number]);
  }
}
