/** A run that was started from a mode: how the mode has grown per step, as measured. */
export interface ModeTrial {
  /** Takes the run as it is after so many steps. Velocities and positions 4n. */
  add(step: number, positions: ArrayLike<number>, velocities: ArrayLike<number>): void;
  /** Factor per step; null until there is enough to tell. */
  readonly growth: number | null;
  /** Steps that have been measured. */
  readonly steps: number;
  /** Why it is not measured any longer. */
  readonly end: 'died away' | 'outgrown' | null;
  /** Begins anew from here on, as after a change of method. */
  restart(): void;
}

interface Started {
  /** φ, 3n; φᵀMφ = 1. */
  shape: ArrayLike<number>;
  /** n; kg. */
  masses: ArrayLike<number>;
  /** x₀, 4n, m: what the mode is about. */
  positions: ArrayLike<number>;
  /** rad/s. */
  omega: number;
}

/** Frames from which on there is something to tell. */
const ENOUGH = 4;
/** Of the amplitude at the start: outside of this it is lost in rounding, or no small motion. */
const LEAST = 0.01;
const MOST = 30;

/** The mode's share in the motion, q = φᵀM(x − x₀), swings: its amplitude is a = √(q² + (q̇/ω)²). What that is multiplied
 *  by in a step is the slope of ln a over the count of steps, by least squares. */
export function createModeTrial({ shape, masses, positions: rest, omega }: Started): ModeTrial {
  let first: { step: number; amplitude: number } | null = null;
  let last = -1;
  let sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 };
  let end: ModeTrial['end'] = null;

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
      const amplitude = omega > 0 ? Math.hypot(q, rate / omega) : Math.abs(q);
      first ??= { step, amplitude };
      const share = amplitude / first.amplitude;
      if (!(share > LEAST)) end = 'died away';
      else if (share > MOST) end = 'outgrown';
      if (end) return;
      const [x, y] = [step - first.step, Math.log(share)];
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
