import type { Vec3 } from '../../physics';
import type { Frame } from '../../runtime/protocol';
import { element } from '../element';
import type { Lab } from '../lab';
import { createNumberBox } from '../number-box';

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
  /** As it was shown last, or has been changed since. */
  let now: { particle: number; mass: number; velocity: Vec3 } | null = null;
  /** Refused is what makes no sense, with a message that quotes it: text goes along as it is. */
  const change = (values: { mass?: number | string; velocity?: (number | string)[] }): void => {
    if (!now) return;
    const command = { type: 'particle', particle: now.particle, ...values };
    lab.send(command as Parameters<Lab['send']>[0]).catch(() => {});
    if (values.mass !== undefined) now = { ...now, mass: Number(values.mass) };
    if (values.velocity) now = { ...now, velocity: values.velocity.map(Number) as Vec3 };
  };
  const pin = element('input', {
    type: 'checkbox',
    title: 'Whether it stays where it is',
    change: () => {
      if (now) lab.pin(now.particle, pin.checked).catch(() => {});
    },
  });
  const mass = createNumberBox({
    label: 'mass / kg',
    help: 'Its own mass, in kg: reset keeps it, the panel’s mass scales it, a saved scene holds it and a link doesn’t',
    signed: false,
    read: () => now?.mass ?? 0,
    enter: (value) => change({ mass: value }),
    step: (direction) => change({ mass: Number(((now?.mass ?? 0) * FACTOR ** direction).toPrecision(4)) }),
  });
  const velocity = AXES.map((axis, i) => {
    const read = () => now?.velocity[i] ?? 0;
    const enter = (value: number | string) =>
      change({ velocity: (now?.velocity ?? [0, 0, 0]).map((old, at) => (at === i ? value : old)) });
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
    show({ structure, velocities }, particle) {
      const v = Array.from(velocities.subarray(4 * particle, 4 * particle + 3)) as Vec3;
      now = { particle, mass: structure.masses[particle], velocity: v };
      pin.checked = structure.pinned[particle] === 1;
      mass.show(now.mass);
      velocity.forEach((box, i) => {
        box.show(v[i]);
      });
    },
  };
}
