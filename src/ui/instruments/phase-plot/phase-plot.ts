import type { Frame } from '../../../runtime/frame/frame';
import { button, element, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../index';
import { createChart } from '../parts/chart';
import { createParticleBox } from '../parts/particle-box';
import { createPhaseTrajectory } from './phase-trajectory';

const AXES = ['x', 'y', 'z'];
/** y. */
const FIRST_AXIS = 1;

/**
 * The way of one particle through phase space, velocity over position along one axis, as the lecture slides Particle
 * Dynamics have it: a spring without damping runs round an ellipse, damping winds it inwards, an error of integration
 * outwards. Until someone chooses an axis it is the one along which the particle moves most.
 */
export function createPhasePlot(lab: Lab): Instrument {
  const way = createPhaseTrajectory();
  const { status } = lab.frame;
  let lastHeld = status.held;
  const particle = createParticleBox(
    status.held ?? lab.selection.particles[0] ?? status.particleCount - 1,
    'Which particle, by its number',
    restart,
  );
  const grabbed = button('Grabbed one', 'The particle that was grabbed last, or else the chosen one', takeGrabbed);
  const axis = element(
    'select',
    { title: 'Along which axis', change: chooseAxis },
    ...AXES.map((name, i) => element('option', { value: i }, name)),
  );
  const clear = button('Clear', 'Begin the way anew', restart);
  const now = element('p', { class: 'now' });
  const place = element('div');
  const node = element(
    'div',
    {},
    element(
      'div',
      { class: 'controls' },
      element('label', {}, 'Particle ', particle.node),
      grabbed,
      element('label', {}, 'Axis ', axis),
      clear,
    ),
    place,
    now,
  );
  let shown = FIRST_AXIS;
  let axisChosen = false;
  let dirty = false;
  let time = -1;
  let generation = -1;
  let chart = makeChart();

  function makeChart() {
    const name = AXES[shown];
    axis.value = String(shown);
    const made = createChart({
      name: `Velocity over position of one particle along ${name}`,
      x: `${name} / m`,
      y: `v${name} / (m/s)`,
      lines: ['way'],
      way: true,
    });
    place.replaceChildren(made.node);
    dirty = true;
    return made;
  }

  function restart(): void {
    way.clear();
    dirty = true;
  }

  function chooseAxis(): void {
    axisChosen = true;
    show(Number(axis.value));
  }

  function show(wanted: number): void {
    if (wanted === shown) return;
    shown = wanted;
    chart.dispose();
    chart = makeChart();
  }

  function grabbedOne(): number | undefined {
    return lastHeld ?? lab.selection.particles[0];
  }

  function takeGrabbed(): void {
    const wanted = grabbedOne();
    if (wanted === undefined) return;
    particle.show(wanted);
    restart();
  }

  /** Where the particle's first component stands in a frame's arrays; negative for one that isn't there. */
  function offsetIn(frame: Frame): number {
    return 4 * particle.in(frame);
  }

  return {
    node,
    follow(frame) {
      const { status, structure, positions, velocities } = frame;
      if (structure.generation !== generation) {
        // Other particles: the one that moves is as a rule the last.
        if (generation >= 0) {
          lastHeld = null;
          particle.show(status.particleCount - 1);
        }
        generation = structure.generation;
        axisChosen = false;
        restart();
      }
      lastHeld = status.held ?? lastHeld;
      if (status.time < time) restart();
      if (status.time === time && way.length > 0) return;
      time = status.time;
      const offset = offsetIn(frame);
      if (offset < 0) return;
      way.add(positions, velocities, offset);
      dirty = true;
    },
    update(frame) {
      const offset = offsetIn(frame);
      if (!axisChosen) show(way.widest(shown));
      grabbed.disabled = grabbedOne() === undefined;
      setText(now, offset < 0 ? particle.complaint(frame) : where(frame, offset));
      if (dirty) chart.draw([way.positions(shown), way.velocities(shown)]);
      dirty = false;
    },
    dispose: () => chart.dispose(),
  };

  function where({ positions, velocities }: Frame, offset: number): string {
    const [x, v] = [positions, velocities].map((values) => values[offset + shown].toFixed(4).replace('-', '−'));
    const name = AXES[shown];
    return `${name} = ${x} m, v${name} = ${v} m/s; ${way.length} points`;
  }
}
