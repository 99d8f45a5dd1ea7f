import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { element } from '../controls/element';
import { createNumberBox } from '../controls/number-box';
import { createPendingChange } from '../controls/pending-change';
import type { Lab } from '../lab/lab';

/** An arrow key multiplies the mass by this factor, or adds this to the velocity, m/s. */
const MASS_FACTOR = 1.1;
const VELOCITY_STEP = 0.1;
const AXES = ['x', 'y', 'z'];

/** Editable pin, mass and velocity of one particle. */
export function createParticleEditor(lab: Lab) {
  let particle = 0;
  /** Values entered that the frame does not have yet. */
  let pending: { mass?: number; velocity?: number[] } = {};
  let entries = 0;
  const massNow = () => pending.mass ?? lab.frame.structure.masses[particle];
  const velocityNow = () =>
    pending.velocity ?? Array.from(lab.frame.velocities.subarray(4 * particle, 4 * particle + 3));

  /** Invalid text is sent as it is: the engine's error message quotes it. */
  function change(values: { mass?: number | string; velocity?: (number | string)[] }): void {
    const { mass, velocity } = values;
    if (mass !== undefined) pending = { ...pending, mass: Number(mass) };
    if (velocity) pending = { ...pending, velocity: velocity.map(Number) };
    const entry = ++entries;
    lab
      .send({ type: 'particle', particle, ...values } as Parameters<Lab['send']>[0])
      .catch(() => {})
      .finally(() => {
        if (entry === entries) pending = {};
      });
  }

  const pinChange = createPendingChange();
  const pin = element('input', {
    type: 'checkbox',
    title: 'Pin the particle at its position',
    change: () => pinChange.wait(lab.pin(particle, pin.checked)),
  });
  const mass = createNumberBox({
    label: 'mass / kg',
    help: 'Mass of this particle, kg. Reset keeps it, the panel’s mass scales it, scene files store it, links do not',
    signed: false,
    read: massNow,
    enter: (value) => change({ mass: value }),
    step: (direction) => change({ mass: Number((massNow() * MASS_FACTOR ** direction).toPrecision(4)) }),
  });
  const velocity = AXES.map((axis, i) => {
    const read = () => velocityNow()[i];
    const enter = (value: number | string) =>
      change({ velocity: velocityNow().map((old, at) => (at === i ? value : old)) });
    return createNumberBox({
      label: t`velocity along ${axis} / (m/s)`,
      help: t`Velocity along ${axis}, m/s; a pinned particle gets it when it is unpinned`,
      signed: true,
      read,
      enter,
      step: (direction) => enter(Number((read() + VELOCITY_STEP * direction).toFixed(4))),
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
    show({ structure }: Frame, shown: number): void {
      if (shown !== particle) pending = {};
      particle = shown;
      if (pinChange.settled) pin.checked = structure.pinned[particle] === 1;
      mass.show(massNow());
      velocityNow().forEach((value, i) => {
        velocity[i].show(value);
      });
    },
  };
}
