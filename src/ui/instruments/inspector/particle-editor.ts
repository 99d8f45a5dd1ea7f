import type { Frame } from '../../../runtime/frame/frame';
import { element } from '../../controls/element';
import { createNumberBox } from '../../controls/number-box';
import type { Lab } from '../../lab/lab';

/** By which an arrow key changes the mass, and the velocity, m/s. */
const FACTOR = 1.1;
const STEP = 0.1;
const AXES = ['x', 'y', 'z'];

export interface ParticleEditor {
  readonly node: HTMLElement;
  show(frame: Frame, particle: number): void;
}

/** Pin, mass and velocity of one particle, live and to be changed. */
export function createParticleEditor(lab: Lab): ParticleEditor {
  let particle = 0;
  /** What has been entered and isn't in the frame yet. */
  let coming: { mass?: number; velocity?: number[] } = {};
  let entries = 0;
  const massNow = () => coming.mass ?? lab.frame.structure.masses[particle];
  const velocityNow = () =>
    coming.velocity ?? Array.from(lab.frame.velocities.subarray(4 * particle, 4 * particle + 3));

  /** Refused is what makes no sense, with a message that quotes it: text goes along as it is. */
  function change(values: { mass?: number | string; velocity?: (number | string)[] }): void {
    const { mass, velocity } = values;
    if (mass !== undefined) coming = { ...coming, mass: Number(mass) };
    if (velocity) coming = { ...coming, velocity: velocity.map(Number) };
    const entry = ++entries;
    lab
      .send({ type: 'particle', particle, ...values } as Parameters<Lab['send']>[0])
      .catch(() => {})
      .finally(() => {
        if (entry === entries) coming = {};
      });
  }

  const pin = element('input', {
    type: 'checkbox',
    title: 'Whether it stays where it is',
    change: () => {
      lab.pin(particle, pin.checked).catch(() => {});
    },
  });
  const mass = createNumberBox({
    label: 'mass / kg',
    help: 'Its own mass, in kg: reset keeps it, the panel’s mass scales it, a saved scene holds it and a link doesn’t',
    signed: false,
    read: massNow,
    enter: (value) => change({ mass: value }),
    step: (direction) => change({ mass: Number((massNow() * FACTOR ** direction).toPrecision(4)) }),
  });
  const velocity = AXES.map((axis, i) => {
    const read = () => velocityNow()[i];
    const enter = (value: number | string) =>
      change({ velocity: velocityNow().map((old, at) => (at === i ? value : old)) });
    return createNumberBox({
      label: `velocity along ${axis} / (m/s)`,
      help: `Its velocity along ${axis}, in m/s; a pinned particle takes it up when it is freed`,
      signed: true,
      read,
      enter,
      step: (direction) => enter(Number((read() + STEP * direction).toFixed(4))),
    });
  });
  const node = element(
    'div',
    { class: 'controls editor' },
    element('label', {}, pin, 'pinned'),
    element('label', {}, 'm ', mass.input, ' kg'),
    element('span', { class: 'vector' }, 'v ', ...velocity.map(({ input }) => input), ' m/s'),
  );
  return {
    node,
    show({ structure }, shown) {
      if (shown !== particle) coming = {};
      particle = shown;
      pin.checked = structure.pinned[particle] === 1;
      mass.show(massNow());
      velocityNow().forEach((value, i) => {
        velocity[i].show(value);
      });
    },
  };
}
