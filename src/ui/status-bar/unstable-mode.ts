/** Names the mode that makes a method unstable at every dt. */
import type { Frame } from '../../runtime/frame/frame';
import { formatNumber, formatQuantity } from '../controls/number-format';
import type { Engine } from '../lab/engine-client';

/** Least time between two searches, ms. */
const PERIOD = 2000;
/** Smaller damping ratios are rounding errors. */
const ROUNDING = 1e-6;

export interface UnstableMode {
  /** Its name, for the meter: `mode of 0.58 Hz`; '' until it is known. */
  readonly label: string;
  /** One sentence about it. */
  readonly sentence: string;
  /** Call while the method is unstable at every dt. */
  update(frame: Frame): void;
}

export function createUnstableMode(engine: Engine): UnstableMode {
  let label = '';
  let sentence = '';
  let scene = '';
  let last = -PERIOD;
  let busy = false;

  async function search(): Promise<void> {
    busy = true;
    try {
      const { omega, damping } = await engine.ask('spectrum', { quality: 'quick' });
      const { growth, h } = await engine.ask('modeGrowth', { omega, damping });
      const worst = growth.indexOf(Math.max(...growth));
      // The motion may have changed meanwhile, so that nothing grows now: the last mode stays named.
      if (growth[worst] > 1) {
        const zeta = omega[worst] > 0 ? damping[worst] / (2 * omega[worst]) : 0;
        label = `mode of ${formatNumber(omega[worst] / (2 * Math.PI), 3)} Hz`;
        sentence = `The ${label}, ${zeta < ROUNDING ? 'which is undamped' : `ζ = ${formatNumber(zeta, 3)}`}, grows at any dt: at this one its amplitude doubles in ${timeText((h * Math.LN2) / Math.log(growth[worst]))}.`;
      }
    } catch {
      // The state is not finite: a message says so.
    }
    busy = false;
  }

  return {
    get label() {
      return label;
    },
    get sentence() {
      return sentence;
    },
    update({ status, structure }) {
      const key = `${structure.generation} ${status.integrator}`;
      if (key !== scene) label = sentence = '';
      const now = performance.now();
      if (busy || (key === scene && now - last < PERIOD)) return;
      scene = key;
      last = now;
      void search();
    },
  };
}

/** `31 s`, `8.7 hours`. @param time s */
function timeText(time: number): string {
  if (time < 120) return formatQuantity(time, 's');
  const [seconds, unit] = time < 7200 ? [60, 'minutes'] : time < 172_800 ? [3600, 'hours'] : [86_400, 'days'];
  return `${formatNumber(time / seconds, 2)} ${unit}`;
}
