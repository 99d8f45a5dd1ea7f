import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { button, choice, controlRow, element, labelled, setText } from '../controls/element';
import { prefixed } from '../controls/number-format';
import { isAtRest, sizeOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { extremes, mean } from './parts/axis';
import { createChartPlace } from './parts/chart';
import { capitalized, type Instrument, nothingToSee, untilBlowUp } from './parts/instrument';
import { createPlotRecord, createRecorder, type Moment } from './plot-record';

const AXES = ['x', 'y', 'z'];
/** A swing that is shorter than this part of the longest side of the scene is not counted. */
const MIN_SWING = 1e-4;
/** y, before any motion. */
const FIRST_AXIS = 1;
/** Points kept at most. */
const CAPACITY = 4000;
/** Another axis counts as the widest if its extent is larger by this factor. */
const CLEARLY = 1.5;

/** Positions along the three axes, m, and then velocities, m/s. */
const MOTION = (['positions', 'velocities'] as const).flatMap((key) =>
  AXES.map((_, axis) => ({ read: (moment: Moment) => moment[key][moment.o + axis] })),
);

/**
 * The trajectory of one particle in phase space: velocity over position along one axis, as in the lecture slides Particle
 * Dynamics. An undamped spring gives an ellipse; damping turns it into an inward spiral, an integration error into an outward
 * one. The axis is that of the largest motion until the user chooses one.
 */
export function createPhasePlot(lab: Lab): Instrument {
  const record = createPlotRecord(MOTION, CAPACITY);
  const { status } = lab.frame;
  let lastHeld = status.held;
  const recorder = createRecorder(lab, {
    record,
    first: status.held ?? lab.selection.particles[0] ?? status.particleCount - 1,
    title: 'Number of the particle',
  });
  const { particle, restart } = recorder;
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
  const now = element('p.now');
  const place = createChartPlace();
  const node = element(
    'div',
    controlRow(labelled('Particle ', particle.node), grabbed, labelled('Axis ', axis), clear),
    place.node,
    now,
  );
  let shown = FIRST_AXIS;
  let axisChosen = false;
  let chart = makeChart();

  function makeChart() {
    const name = AXES[shown];
    axis.value = String(shown);
    recorder.isNew = true;
    return place.chart({
      name: t`Velocity over position of one particle along ${name}`,
      x: `${name} / m`,
      y: `v${name} / (m/s)`,
      lines: ['trajectory'],
      kind: 'trajectory',
    });
  }

  const positions = () => AXES.map((_, i) => record.values(i));
  const velocities = () => record.values(AXES.length + shown);

  function chooseAxis(): void {
    axisChosen = true;
    show(Number(axis.value));
  }

  function show(next: number): void {
    if (next === shown) return;
    shown = next;
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

  return {
    node,
    follow(frame) {
      if (recorder.follow(frame)) {
        lastHeld = null;
        axisChosen = false;
      }
      lastHeld = frame.status.held ?? lastHeld;
    },
    conclude(frame) {
      const chosen = particle.in(frame);
      if (chosen < 0) return 'Choose a particle of the scene.';
      if (frame.structure.pinned[chosen] === 1) return t`Particle ${chosen} is pinned: choose another one.`;
      const swings = swingsOf(record.values(shown), velocities(), MIN_SWING * sizeOf(frame.positions));
      if (isAtRest(frame) && swings.length < 2) return nothingToSee(frame);
      return `${capitalized(untilBlowUp(frame.status) + curveText(AXES[shown], swings))}.`;
    },
    update(frame) {
      const offset = 4 * particle.in(frame);
      if (!axisChosen) show(widestAxis(positions(), shown));
      grabbed.disabled = grabbedOne() === undefined;
      setText(now, offset < 0 ? particle.complaint(frame) : valuesNow(frame, offset));
      if (recorder.isNew) chart.draw([record.values(shown), velocities()]);
      recorder.isNew = false;
    },
    dispose: recorder.close,
  };

  function valuesNow({ positions, velocities }: Frame, offset: number): string {
    const [x, v] = [positions, velocities].map((values) => values[offset + shown].toFixed(4).replace('-', '−'));
    const name = AXES[shown];
    return t`${name} = ${x} m, v${name} = ${v} m/s; ${record.times.length} points`;
  }
}

/** The axis whose values extend farthest; the present one unless another is clearly ahead. @param x positions along each axis, m */
export function widestAxis(x: readonly (readonly (number | null)[])[], present: number): number {
  const extents = x.map((values) => {
    const [low, high] = extremes(values) ?? [0, 0];
    return high - low;
  });
  const widest = extents.indexOf(Math.max(...extents));
  return extents[widest] > CLEARLY * extents[present] ? widest : present;
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
