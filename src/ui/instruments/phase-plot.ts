import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { button, choice, controlRow, element, labelled, setText } from '../controls/element';
import { createParticleBox } from '../controls/number-box';
import { prefixed } from '../controls/number-format';
import { isAtRest, sizeOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { createChart } from './parts/chart';
import { capitalized, type Instrument, nothingToSee, untilBlowUp } from './parts/instrument';

const AXES = ['x', 'y', 'z'];
/** A swing that is shorter than this part of the longest side of the scene is not counted. */
const MIN_SWING = 1e-4;
/** y, before any motion. */
const FIRST_AXIS = 1;

/**
 * The trajectory of one particle in phase space: velocity over position along one axis, as in the lecture slides Particle
 * Dynamics. An undamped spring gives an ellipse; damping turns it into an inward spiral, an integration error into an outward
 * one. The axis is that of the largest motion until the user chooses one.
 */
export function createPhasePlot(lab: Lab): Instrument {
  const trajectory = createPhaseTrajectory();
  const { status } = lab.frame;
  let lastHeld = status.held;
  const particle = createParticleBox(
    status.held ?? lab.selection.particles[0] ?? status.particleCount - 1,
    'Number of the particle',
    restart,
  );
  const grabbed = button(
    'Grabbed one',
    'Show the particle that was grabbed last, or else the selected one',
    showGrabbed,
  );
  const axis = choice(
    { title: 'Axis of position and velocity', change: chooseAxis },
    AXES.map((name, i) => [i, name]),
  );
  const clear = button('Clear', 'Delete the trajectory so far', restart);
  const now = element('p', { class: 'now' });
  const place = element('div');
  const node = element(
    'div',
    {},
    controlRow(labelled('Particle ', particle.node), grabbed, labelled('Axis ', axis), clear),
    place,
    now,
  );
  let shown = FIRST_AXIS;
  let axisChosen = false;
  let dirty = false;
  /** s; of the newest point. */
  let time = -1;
  /** Number of the next sample. */
  let next = lab.frame.samples.end;
  /** True if the newest point is the present between two samples. */
  let provisional = false;
  let { sceneNumber } = lab.frame.structure;
  let chart = makeChart();

  function makeChart() {
    const name = AXES[shown];
    axis.value = String(shown);
    const made = createChart({
      name: t`Velocity over position of one particle along ${name}`,
      x: `${name} / m`,
      y: `v${name} / (m/s)`,
      lines: ['trajectory'],
      kind: 'trajectory',
    });
    place.replaceChildren(made.node);
    dirty = true;
    return made;
  }

  function restart(): void {
    trajectory.clear();
    time = -1;
    provisional = false;
    dirty = true;
  }

  function chooseAxis(): void {
    axisChosen = true;
    show(Number(axis.value));
  }

  function show(next: number): void {
    if (next === shown) return;
    shown = next;
    chart.dispose();
    chart = makeChart();
  }

  function grabbedOne(): number | undefined {
    return lastHeld ?? lab.selection.particles[0];
  }

  function showGrabbed(): void {
    const grabbedParticle = grabbedOne();
    if (grabbedParticle === undefined) return;
    particle.show(grabbedParticle);
    restart();
  }

  /** Adds a point; a time that goes back starts a new trajectory. */
  function add(at: number, positions: ArrayLike<number>, velocities: ArrayLike<number>, offset: number): void {
    if (provisional) trajectory.removeLast();
    if (at < time) trajectory.clear();
    provisional = false;
    time = at;
    trajectory.add(positions, velocities, offset);
    dirty = true;
  }

  /** Index of the particle's x in a frame's arrays; negative if it does not exist. */
  function offsetIn(frame: Frame): number {
    return 4 * particle.in(frame);
  }

  return {
    node,
    follow(frame) {
      const { status, structure, positions, velocities } = frame;
      if (structure.sceneNumber !== sceneNumber) {
        // A new scene: usually its last particle moves.
        lastHeld = null;
        particle.show(status.particleCount - 1);
        sceneNumber = structure.sceneNumber;
        axisChosen = false;
        restart();
      }
      lastHeld = status.held ?? lastHeld;
      const chosen = particle.in(frame);
      lab.watch(trajectory, chosen);
      const sampled = frame.samples.from(next);
      next = frame.samples.end;
      if (chosen < 0) return;
      for (const sample of sampled) {
        const at = sample.particles.indexOf(chosen);
        if (at >= 0) add(sample.time, sample.positions, sample.velocities, 3 * at);
      }
      if (status.time === time && trajectory.length > 0) return;
      // The present, until the next sample.
      add(status.time, positions, velocities, 4 * chosen);
      provisional = true;
    },
    conclude(frame) {
      const chosen = particle.in(frame);
      if (chosen < 0) return { text: 'Choose a particle of the scene.' };
      if (frame.structure.pinned[chosen] === 1) return { text: t`Particle ${chosen} is pinned: choose another one.` };
      const x = trajectory.positions(shown);
      const swings = swingsOf(x, trajectory.velocities(shown), MIN_SWING * sizeOf(frame.positions));
      if (isAtRest(frame) && swings.length < 2) return nothingToSee(frame);
      return { text: `${capitalized(untilBlowUp(frame.status) + curveText(AXES[shown], swings))}.` };
    },
    update(frame) {
      const offset = offsetIn(frame);
      if (!axisChosen) show(trajectory.widest(shown));
      grabbed.disabled = grabbedOne() === undefined;
      setText(now, offset < 0 ? particle.complaint(frame) : valuesNow(frame, offset));
      if (dirty) chart.draw([trajectory.positions(shown), trajectory.velocities(shown)]);
      dirty = false;
    },
    dispose() {
      lab.watch(trajectory, -1);
      chart.dispose();
    },
  };

  function valuesNow({ positions, velocities }: Frame, offset: number): string {
    const [x, v] = [positions, velocities].map((values) => values[offset + shown].toFixed(4).replace('-', '−'));
    const name = AXES[shown];
    return t`${name} = ${x} m, v${name} = ${v} m/s; ${trajectory.length} points`;
  }
}

/** Points kept at most; the older half is dropped when it is full. */
const CAPACITY = 4000;
/** Another axis counts as the widest if its extent is larger by this factor. */
const CLEARLY = 1.5;

/** The trajectory of one particle in phase space: positions and velocities on all three axes. */
export function createPhaseTrajectory() {
  const axes = [0, 1, 2].map(() => ({ x: [] as (number | null)[], v: [] as (number | null)[] }));
  const low = [0, 0, 0];
  const high = [0, 0, 0];

  function clear(): void {
    for (const { x, v } of axes) x.length = v.length = 0;
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
  }
  clear();

  return {
    get length() {
      return axes[0].x.length;
    },
    /**
     * Adds a point; a gap where it is not finite.
     * @param positions 4n, m @param velocities 4n, m/s @param offset index of the particle's x
     */
    add(positions: ArrayLike<number>, velocities: ArrayLike<number>, offset: number): void {
      axes.forEach(({ x, v }, axis) => {
        if (x.length >= CAPACITY) for (const column of [x, v]) column.splice(0, CAPACITY / 2);
        const [position, velocity] = [positions[offset + axis], velocities[offset + axis]];
        const finite = Number.isFinite(position) && Number.isFinite(velocity);
        x.push(finite ? position : null);
        v.push(finite ? velocity : null);
        if (!finite) return;
        low[axis] = Math.min(low[axis], position);
        high[axis] = Math.max(high[axis], position);
      });
    },
    removeLast(): void {
      for (const { x, v } of axes) {
        x.pop();
        v.pop();
      }
    },
    /** m; the live array. */
    positions: (axis: number) => axes[axis].x,
    /** m/s; the live array. */
    velocities: (axis: number) => axes[axis].v,
    /** The axis with the largest motion; the present one unless another is clearly ahead. */
    widest(present: number): number {
      const extents = axes.map((_, axis) => high[axis] - low[axis]);
      const widest = extents.indexOf(Math.max(...extents));
      return widest >= 0 && extents[widest] > CLEARLY * extents[present] ? widest : present;
    },
    clear,
  };
}

// What a phase plot shows, in one sentence: which kind of curve it is, by the swings from one turning point to the next.

/** Swings below this part of the largest one are not counted. */
const COUNTED = 0.02;
/** The curve is closed if the last swings are as large as the first ones up to this part. */
const CLOSED = 0.1;

/**
 * The lengths of the swings, m: the way between two turning points, at which the velocity changes its sign.
 * @param x positions, m; null: not finite @param v velocities, m/s @param least m; shorter swings are not counted
 */
export function swingsOf(x: readonly (number | null)[], v: readonly (number | null)[], least: number): number[] {
  const turns: number[] = [];
  let sign = 0;
  for (let i = 0; i < x.length; i++) {
    const [position, velocity] = [x[i], v[i]];
    if (position === null || velocity === null || velocity === 0) continue;
    if (sign !== 0 && Math.sign(velocity) !== sign) turns.push(position);
    sign = Math.sign(velocity);
  }
  const swings = turns.slice(1).map((turn, i) => Math.abs(turn - turns[i]));
  const counted = swings.reduce((largest, swing) => Math.max(largest, COUNTED * swing), least);
  return swings.filter((swing) => swing > counted);
}

/** @param axis as in `y` @param swings m */
export function curveText(axis: string, swings: readonly number[]): string {
  if (swings.length < 2) return t`along ${axis} the particle has not yet turned three times`;
  const part = Math.max(1, Math.floor(swings.length / 3));
  const [first, last] = [mean(swings.slice(0, part)), mean(swings.slice(-part))];
  const times = t`along ${axis} the particle has made ${swings.length} swings`;
  if (Math.abs(last / first - 1) < CLOSED)
    return t`${times} of about ${prefixed(last, 'm')}: the curve is closed, a loop`;
  const [verb, kind] = last < first ? [t('shrink'), t('inwards')] : [t('grow'), t('outwards')];
  return t`${times}, which ${verb} from ${prefixed(first, 'm')} to ${prefixed(last, 'm')}: the curve is a spiral ${kind}`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
