import { t, withLocalNumbers } from '../../../language/translate';
import type { Frame } from '../../../runtime/frame/frame';
import { button, checkbox, controlRow, element, setText } from '../../controls/element';
import { decimalInput } from '../../controls/number-box';
import { formatCount, formatNumber, parseNumber } from '../../controls/number-format';
import { sizeOf } from '../../lab/extent';
import type { Lab } from '../../lab/lab';
import { factorText, growthText, largestDisplacement, type ModeNow } from './mode-list';

const INVALID = 'The largest displacement must be a positive number.';
/** Default of the largest displacement, relative to the scene's size. */
const DISPLACEMENT = 1e-3;

/** @param onStart called before the particles are placed */
export function createModeStart(lab: Lab, onStart: () => void) {
  const distance = decimalInput({
    title: 'Largest displacement of a particle, mm; small, because modes describe small motion',
    input() {
      if (readout.textContent === INVALID && parseNumber(distance.value) > 0) setText(readout, '');
    },
  });
  const paused = checkbox('Stay paused, to take single steps (key .)');
  const go = button(
    'Start from this mode',
    'Displace the particles along this mode, at rest, and measure whether it grows or decays',
    () => void start().catch(() => {}),
  );
  const readout = element('p.now', { role: 'status' });
  const node = element(
    'div',
    controlRow(go, element('label', 'Largest displacement / mm ', distance), element('label', paused, ' stay paused')),
    readout,
  );
  let offered: { mode: ModeNow; positions: ArrayLike<number> } | null = null;
  let measurement: GrowthMeasurement | null = null;
  let generation = -1;
  let predicted = Number.NaN;

  async function start(): Promise<void> {
    if (!offered) return;
    const { mode, positions } = offered;
    const { structure, status } = lab.frame;
    const scale = parseNumber(distance.value) / 1000 / largestDisplacement(mode.shape);
    if (!(scale > 0)) {
      setText(readout, INVALID);
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
    measurement = createGrowthMeasurement({ ...mode, masses: structure.masses, positions });
    if (!paused.checked) lab.play();
  }

  function showMeasurement(now: GrowthMeasurement): void {
    const prediction = t`predicted ${factorText(predicted)} per step`;
    if (now.growth === null) {
      const ended = now.end ? t`. ${ENDS[now.end]} before it could be measured: start paused and step` : '';
      setText(readout, t`Started: ${prediction}${ended}.`);
      return;
    }
    const { dt } = lab.frame.status.params;
    const ended = now.end ? ` ${t(ENDS[now.end])}.` : '';
    const measured = t`Measured ${factorText(now.growth)} per step over ${formatCount(now.steps)} steps`;
    setText(
      readout,
      `${measured} (${growthText(now.growth, dt)}); ${prediction} (${growthText(predicted, dt)}).${ended}`,
    );
  }

  return {
    node,
    /** Sets the mode to start from; null for none. */
    offer(mode: ModeNow | null, positions: ArrayLike<number>) {
      const changed = mode && (!offered || sizeOf(offered.positions) !== sizeOf(positions));
      offered = mode && { mode, positions };
      go.disabled = distance.disabled = paused.disabled = mode === null;
      if (changed) distance.value = withLocalNumbers(formatNumber(1000 * DISPLACEMENT * sizeOf(positions), 3));
    },
    follow({ structure, status, positions, velocities }: Frame) {
      if (!measurement) return;
      if (structure.generation !== generation) return this.end();
      measurement.add(status.stepCount, positions, velocities);
      showMeasurement(measurement);
    },
    /** Predicted growth of the offered mode per step. */
    predict(growth: number) {
      if (growth === predicted) return;
      predicted = growth;
      measurement?.restart();
    },
    end() {
      measurement = null;
      setText(readout, '');
    },
  };
}

/** Why a measurement ended. */
const ENDS = { decayed: 'The mode decayed completely', 'left small motion': 'The mode grew beyond small motion' };

type GrowthMeasurement = ReturnType<typeof createGrowthMeasurement>;

interface StartState {
  /** φ, 3n; φᵀMφ = 1. */
  shape: ArrayLike<number>;
  /** n, kg. */
  masses: ArrayLike<number>;
  /** x₀, 4n, m: the state about which the mode oscillates. */
  positions: ArrayLike<number>;
  /** rad/s. */
  omega: number;
  /** 1/s; of an unstable mode. */
  growthRate: number;
}

/** Least number of states. */
const ENOUGH = 4;
/** Limits of the amplitude relative to its start: below, rounding dominates; above, the motion is no longer small. */
const MIN_AMPLITUDE = 0.01;
const MAX_AMPLITUDE = 30;

/**
 * Measures the growth per step of a mode in a run that started from it. Its coordinate q = φᵀM(x − x₀) oscillates with the amplitude
 * a = √(q² + (q̇/ω)²); that of an unstable mode grows, with a = |q + q̇/rate| from any start. The growth per step is exp of the
 * least-squares slope of ln a over the step count.
 */
export function createGrowthMeasurement({ shape, masses, positions: rest, omega, growthRate }: StartState) {
  let first: { step: number; amplitude: number } | null = null;
  let last = -1;
  let sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 };

  const measurement = {
    /** Why the measurement ended; null while it runs. */
    end: null as keyof typeof ENDS | null,
    /** Adds a state. @param step its step count @param positions 4n, m @param velocities 4n, m/s */
    add(step: number, positions: ArrayLike<number>, velocities: ArrayLike<number>): void {
      if (step <= last || measurement.end) return;
      last = step;
      let q = 0;
      let rate = 0;
      for (let i = 0; i < shape.length; i++) {
        const particle = Math.floor(i / 3);
        const at = i + particle;
        const weight = shape[i] * masses[particle];
        q += weight * (positions[at] - rest[at]);
        rate += weight * velocities[at];
      }
      const amplitude =
        omega > 0 ? Math.hypot(q, rate / omega) : Math.abs(q + (growthRate > 0 ? rate / growthRate : 0));
      first ??= { step, amplitude };
      const ratio = amplitude / first.amplitude;
      if (!(ratio > MIN_AMPLITUDE)) measurement.end = 'decayed';
      else if (ratio > MAX_AMPLITUDE) measurement.end = 'left small motion';
      if (measurement.end) return;
      const [x, y] = [step - first.step, Math.log(ratio)];
      sums = { n: sums.n + 1, x: sums.x + x, y: sums.y + y, xx: sums.xx + x * x, xy: sums.xy + x * y };
    },
    /** Factor per step; null until there are enough states. */
    get growth() {
      const { n, x, y, xx, xy } = sums;
      return n < ENOUGH ? null : Math.exp((n * xy - x * y) / (n * xx - x * x));
    },
    /** Number of steps measured. */
    get steps() {
      return first ? last - first.step : 0;
    },
    /** Restarts at the next state, as after a change of method. */
    restart(): void {
      first = null;
      last = -1;
      sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 };
      measurement.end = null;
    },
  };
  return measurement;
}
