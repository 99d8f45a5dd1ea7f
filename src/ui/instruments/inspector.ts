import { t } from '../../language/translate';
import './parts/run.css';
import type { Vec3 } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { checkbox, controlRow, element, labelled, setText } from '../controls/element';
import { createNumberBox, createParticleBox } from '../controls/number-box';
import { prefixed } from '../controls/number-format';
import { createPendingChange } from '../controls/pending';
import { sizeOf, vectorAt } from '../lab/extent';
import type { Lab } from '../lab/lab';
import {
  type ArrowScale,
  arrowsOf,
  createForceTable,
  createSpringTable,
  fitScale,
  lengthOf,
  type ParticleNow,
  partsOf,
  splitSprings,
} from './particle-forces';
import { formatEntry } from './parts/axis';
import { createAsker, type Instrument } from './parts/instrument';

/** ms between two queries. */
const PERIOD = 50;
/** Largest distance between click and particle, CSS pixels: with a mouse or pen, and with a finger. */
const REACH = { fine: 16, touch: 24 };

/**
 * One particle: the forces on it, as arrows in the view and as numbers with their formulas, and its pin, mass and velocity,
 * which can be edited. It is the particle clicked, grabbed, selected or typed last.
 */
export function createInspector(lab: Lab): Instrument {
  const { view } = lab;
  const { status } = lab.frame;
  const first = status.held ?? lab.selection.particles[0] ?? middleOf(lab.frame);
  const box = createParticleBox(first, 'Number of the particle; or click one in the view', startOver);
  const split = checkbox('One arrow for each spring, labelled with the particle at its other end');
  const editor = createParticleEditor(lab);
  const forces = createForceTable();
  const springs = createSpringTable(inspect);
  const summary = element('p.now');
  const scaleText = element('p.now');
  const parts = element('div', editor.node, forces.node, scaleText, springs.node);
  const node = element(
    'div',
    controlRow(labelled('Particle ', box.node), element('label', split, 'show each spring')),
    summary,
    parts,
  );

  let now: ParticleNow | null = null;
  let scale: ArrowScale | null = null;
  // RangeError: the scene has changed meanwhile.
  const asker = createAsker(lab, (message, error) => !(error instanceof RangeError) && setText(summary, message));
  let queried: Frame | null = null;
  let held = status.held;
  let chosen = lab.selection.particles;
  let { sceneNumber } = lab.frame.structure;

  function inspect(particle: number): void {
    box.show(particle);
    startOver();
  }

  /** For another particle: its numbers come with the next query. */
  function startOver(): void {
    now = null;
    queried = null;
    scale = null;
    const particle = box.in(lab.frame);
    if (particle >= 0) editor.show(lab.frame, particle);
    highlight();
  }

  function highlight(): void {
    const particle = box.in(lab.frame);
    view.markParticles(particle >= 0 ? [particle] : []);
    if (particle < 0) view.setArrows([]);
  }

  function press(event: PointerEvent): void {
    if (event.button !== 0) return;
    const reach = event.pointerType === 'touch' ? REACH.touch : REACH.fine;
    const particle = view.particleAt(event.clientX, event.clientY, reach);
    if (particle >= 0) inspect(particle);
  }

  /** Changes the particle with the grab, the selection and the scene. */
  function followSelection({ status, structure }: Frame): void {
    if (structure.sceneNumber !== sceneNumber) {
      sceneNumber = structure.sceneNumber;
      inspect(middleOf(lab.frame));
    }
    if (status.held !== null && status.held !== held) inspect(status.held);
    held = status.held;
    if (lab.selection.particles !== chosen) {
      if (lab.selection.particles.length > 0) inspect(lab.selection.particles[0]);
      else highlight();
    }
    chosen = lab.selection.particles;
  }

  function drawArrows(frame: Frame): void {
    if (!now) return;
    const parts = partsOf(now);
    const shown = split.checked ? splitSprings(now, parts) : parts;
    scale = fitScale(sizeOf(frame.positions), Math.max(...shown.map(({ force }) => lengthOf(force))), scale);
    view.setArrows(scale ? arrowsOf(shown, scale, vectorAt(frame.texels, now.particle)) : []);
  }

  view.canvas.addEventListener('pointerdown', press);
  highlight();

  return {
    node,
    conclude(frame) {
      if (now) return forcesSentence(now, frame.status.pinned);
      return box.in(frame) < 0 ? 'Choose a particle of the scene.' : 'The forces are being computed.';
    },
    follow(frame) {
      followSelection(frame);
      drawArrows(frame);
      const particle = box.in(frame);
      if (particle < 0 || frame === queried || !asker.isFree(PERIOD)) return;
      queried = frame;
      void asker.ask('inspect', { particle }, (answer) => {
        if (box.in(lab.frame) === particle) now = answer;
      });
    },
    update(frame) {
      const particle = box.in(frame);
      parts.hidden = particle < 0;
      if (particle < 0) return setText(summary, box.complaint(frame));
      editor.show(frame, particle);
      if (!now) return;
      forces.show(partsOf(now));
      springs.show(now.springs);
      setText(summary, particleText(now));
      setText(scaleText, scale ? t`Scale: an arrow of ${scale.metres} m is a force of ${scale.newtons} N.` : '');
    },
    dispose() {
      view.canvas.removeEventListener('pointerdown', press);
      view.setArrows([]);
      view.markParticles(lab.selection.particles);
    },
  };
}

/** The particle in the middle of a cloth; of other bodies the free one nearest to their middle, or else the last one. */
function middleOf({ structure, positions, status }: Frame): number {
  const { grid, pinned } = structure;
  if (grid) return Math.floor(grid.rows / 2) * grid.columns + Math.floor(grid.columns / 2);
  const middle = [0, 0, 0];
  for (let at = 0; at < positions.length; at++) if (at % 4 < 3) middle[at % 4] += positions[at] / status.particleCount;
  let nearest = status.particleCount - 1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < status.particleCount; i++) {
    const distance = Math.hypot(...middle.map((x, axis) => positions[4 * i + axis] - x));
    if (pinned[i] === 0 && distance < least) [nearest, least] = [i, distance];
  }
  return nearest;
}

/** Of the largest force: a smaller sum is none that can be seen. */
const BALANCED = 1e-3;

/** What holds or moves the particle, in one sentence. */
function forcesSentence(now: ParticleNow, pinned: readonly number[]): string {
  const forces = partsOf(now).filter(({ id }) => id !== 'sum');
  if (forces.length === 0) return t`No force acts on particle ${now.particle}.`;
  const largest = forces.reduce((a, b) => (lengthOf(b.force) > lengthOf(a.force) ? b : a));
  const of = t`${prefixed(lengthOf(largest.force), 'N')} of ${t(largest.label) === largest.label ? largest.label.toLowerCase() : largest.label}`;
  const sum = lengthOf(now.sum);
  if (pinned.includes(now.particle)) return t`Particle ${now.particle} is pinned: the largest force on it is ${of}.`;
  if (sum <= BALANCED * lengthOf(largest.force)) {
    return t`The forces on particle ${now.particle} cancel: the largest is ${of}.`;
  }
  return t`The largest force on particle ${now.particle} is ${of}; the sum of all gives it an acceleration of ${prefixed(lengthOf(now.acceleration), 'm/s²')}.`;
}

function particleText({ particle, position, acceleration, mass, springs }: ParticleNow): string {
  const vector = (v: Vec3) => `(${v.map(formatEntry).join(', ')})`;
  const count = springs.length === 1 ? t`1 spring` : t`${springs.length} springs`;
  return (
    t`Particle ${particle} at x = ${vector(position)} m, with ${count}. ` +
    t`a\u00a0=\u00a0Σf\u00a0/\u00a0m = ${vector(acceleration)}\u00a0m/s², m\u00a0=\u00a0${formatEntry(mass)}\u00a0kg.`
  );
}

/** An arrow key multiplies the mass by this factor, or adds this to the velocity, m/s. */
const MASS_FACTOR = 1.1;
const VELOCITY_STEP = 0.1;
const AXES = ['x', 'y', 'z'];

/** Editable pin, mass and velocity of one particle. */
function createParticleEditor(lab: Lab) {
  let particle = 0;
  /** Values entered that the frame does not have yet. */
  let pending: { mass?: number; velocity?: number[] } = {};
  let entries = 0;
  const massNow = () => pending.mass ?? lab.frame.structure.masses[particle];
  const velocityNow = () => pending.velocity ?? vectorAt(lab.frame.velocities, particle);

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
  const pin = checkbox('Pin the particle at its position', {
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
    'div.controls.editor',
    element('label', pin, 'pinned'),
    element('label', 'm ', mass.input, ' kg'),
    element('span.vector', 'v ', ...velocity.map(({ input }) => input), ' m/s'),
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
