/** Measures the growth per step of a mode in a run that started from it. */
export interface GrowthMeasurement {
  /** Adds a state. @param step its step count @param positions 4n, m @param velocities 4n, m/s */
  add(step: number, positions: ArrayLike<number>, velocities: ArrayLike<number>): void;
  /** Factor per step; null until there are enough states. */
  readonly growth: number | null;
  /** Number of steps measured. */
  readonly steps: number;
  /** Why the measurement ended; null while it runs. */
  readonly end: 'decayed' | 'left small motion' | null;
  /** Restarts at the next state, as after a change of method. */
  restart(): void;
}

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

/** The mode's coordinate q = φᵀM(x − x₀) oscillates with the amplitude a = √(q² + (q̇/ω)²); that of an unstable mode grows, with
 *  a = |q + q̇/rate| from any start. The growth per step is exp of the
 *  least-squares slope of ln a over the step count. */
export function createGrowthMeasurement({
  shape,
  masses,
  positions: rest,
  omega,
  growthRate,
}: StartState): GrowthMeasurement {
  let first: { step: number; amplitude: number } | null = null;
  let last = -1;
  let sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 };
  let end: GrowthMeasurement['end'] = null;

  return {
    add(step, positions, velocities) {
      if (step <= last || end) return;
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
      if (!(ratio > MIN_AMPLITUDE)) end = 'decayed';
      else if (ratio > MAX_AMPLITUDE) end = 'left small motion';
      if (end) return;
      const [x, y] = [step - first.step, Math.log(ratio)];
      sums = { n: sums.n + 1, x: sums.x + x, y: sums.y + y, xx: sums.xx + x * x, xy: sums.xy + x * y };
    },
    get growth() {
      const { n, x, y, xx, xy } = sums;
      return n < ENOUGH ? null : Math.exp((n * xy - x * y) / (n * xx - x * x));
    },
    get steps() {
      return first ? last - first.step : 0;
    },
    get end() {
      return end;
    },
    restart() {
      first = null;
      last = -1;
      end = null;
      sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 };
    },
  };
}
