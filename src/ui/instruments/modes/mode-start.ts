import { t, withLocalNumbers } from '../../../language/translate';
import type { Frame } from '../../../runtime/frame/frame';
import { button, controlRow, element, setText } from '../../controls/element';
import { decimalInput } from '../../controls/number-box';
import { formatCount, formatNumber } from '../../controls/number-format';
import { parseNumber } from '../../controls/number-text';
import { sizeOf } from '../../lab/extent';
import type { Lab } from '../../lab/lab';
import { createGrowthMeasurement, type GrowthMeasurement } from './growth-measurement';
import { largestDisplacement, type ModeNow } from './mode-animation';
import { factorText, growthText } from './mode-text';

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
  const paused = element('input', {
    type: 'checkbox',
    title: 'Stay paused, to take single steps (key .)',
  });
  const go = button(
    'Start from this mode',
    'Displace the particles along this mode, at rest, and measure whether it grows or decays',
    () => void start().catch(() => {}),
  );
  const readout = element('p', { class: 'now', role: 'status' });
  const node = element(
    'div',
    {},
    controlRow(
      go,
      element('label', {}, 'Largest displacement / mm ', distance),
      element('label', {}, paused, ' stay paused'),
    ),
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
    measurement = createGrowthMeasurement({
      shape: mode.shape,
      masses: structure.masses,
      positions,
      omega: mode.omega,
      growthRate: mode.growthRate,
    });
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
const ENDS: Record<NonNullable<GrowthMeasurement['end']>, string> = {
  decayed: 'The mode decayed completely',
  'left small motion': 'The mode grew beyond small motion',
};
