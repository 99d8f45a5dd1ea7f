import type { Frame } from '../../../runtime/frame/frame';
import { button, element, setText } from '../../controls/element';
import { formatNumber } from '../../controls/number-format';
import { sizeOf } from '../../lab/extent';
import type { Lab } from '../../lab/lab';
import { createModeTrial, type ModeTrial } from './growth-measurement';
import { type ModeNow, reachOf } from './mode-animation';
import { factor, fateOf } from './mode-text';

/** Of the scene's size: how far the particle starts that starts the farthest. */
const SMALL = 1e-3;

/** Starts the run from a mode, and measures what becomes of it. */
export interface ModeStart {
  readonly node: HTMLElement;
  /** Whether a run is being measured. */
  readonly running: boolean;
  /** What can be started from; null: nothing. */
  offer(mode: ModeNow | null, positions: ArrayLike<number>): void;
  follow(frame: Frame): void;
  /** What the method does to the mode that was offered last, per step. */
  predict(growth: number): void;
  end(): void;
}

/** @param onStart called when the particles are about to be placed */
export function createModeStart(lab: Lab, onStart: () => void): ModeStart {
  const far = element('input', {
    type: 'number',
    min: 0,
    step: 'any',
    title:
      'How far the particle is moved that moves the most, in millimetres: small, as modes are those of small motion',
  });
  const paused = element('input', {
    type: 'checkbox',
    title: 'Wait there, so that single steps (key .) can be taken',
  });
  const go = button(
    'Start from this mode',
    'Put the particles where this mode would, at rest, and watch it grow or decay',
    () => void start().catch(() => {}),
  );
  const readout = element('p', { class: 'now trial', role: 'status' });
  const node = element(
    'div',
    {},
    element(
      'div',
      { class: 'controls' },
      go,
      element('label', {}, 'by ', far, ' mm'),
      element('label', {}, paused, ' paused'),
    ),
    readout,
  );
  let offered: { mode: ModeNow; positions: ArrayLike<number> } | null = null;
  let trial: ModeTrial | null = null;
  let generation = -1;
  let predicted = Number.NaN;

  async function start(): Promise<void> {
    if (!offered) return;
    const { mode, positions } = offered;
    const { structure, status } = lab.frame;
    const scale = far.valueAsNumber / 1000 / reachOf(mode.shape);
    if (!(scale > 0)) {
      setText(readout, 'The distance must be a positive number.');
      return;
    }
    onStart();
    if (paused.checked) lab.pause();
    const placed = Float64Array.from(positions);
    mode.shape.forEach((value, i) => {
      placed[i + Math.floor(i / 3)] += scale * value;
    });
    await lab.send({
      type: 'place',
      positions: placed,
      velocities: new Float64Array(placed.length),
      time: status.time,
    });
    generation = structure.generation;
    trial = createModeTrial({ shape: mode.shape, masses: structure.masses, positions, omega: mode.omega });
    if (!paused.checked) lab.play();
  }

  function tell(now: ModeTrial): void {
    const foretold = `predicted ${factor(predicted)} a step`;
    if (now.growth === null) {
      const gone = now.end ? `, but it had ${now.end} before there was enough to measure: start paused and step` : '';
      setText(readout, `Started: ${foretold}${gone}.`);
      return;
    }
    const { dt } = lab.frame.status.params;
    const why = now.end ? `, until it had ${now.end}` : '';
    const measured = `Measured ${factor(now.growth)} a step over ${now.steps.toLocaleString('en-US')} steps${why}`;
    setText(readout, `${measured} (${fateOf(now.growth, dt)}); ${foretold} (${fateOf(predicted, dt)}).`);
  }

  return {
    node,
    get running() {
      return trial !== null;
    },
    offer(mode, positions) {
      const changed = mode && (!offered || sizeOf(offered.positions) !== sizeOf(positions));
      offered = mode && { mode, positions };
      go.disabled = far.disabled = paused.disabled = mode === null;
      if (changed) far.value = formatNumber(1000 * SMALL * sizeOf(positions), 3);
    },
    follow({ structure, status, positions, velocities }) {
      if (!trial) return;
      if (structure.generation !== generation) return this.end();
      trial.add(status.stepCount, positions, velocities);
      tell(trial);
    },
    predict(growth) {
      if (growth === predicted) return;
      predicted = growth;
      trial?.restart();
    },
    end() {
      trial = null;
      setText(readout, '');
    },
  };
}
