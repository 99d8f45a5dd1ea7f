/** Bins in which values are counted. */
const BINS = 256;
/** The part of the particles at either end that the palette may leave out: one corner under a pin doesn't set the scale. */
const TAIL = 0.02;
/** How much of the way to its new place an end of the range goes from one frame to the next: outwards, and inwards. */
const OUT = 0.2;
const IN = 0.03;

export interface FieldRange {
  /** Where the palette ends at present. */
  readonly low: number;
  readonly high: number;
  /** Takes the values of a frame; what is not finite is passed over. @param diverging the range is alike on both sides of 0 */
  update(values: Float32Array, diverging: boolean): void;
  /** The next values are of another kind: nothing is smoothed between. */
  reset(): void;
}

/** Where most values of a field lie, frame by frame, smoothed so that colours don't flicker. */
export function createFieldRange(): FieldRange {
  const bins = new Uint32Array(BINS);
  let low = 0;
  let high = 0;
  let known = false;

  /** The value with `rank` of the counted ones below it. */
  function quantile(rank: number, min: number, width: number): number {
    let below = 0;
    for (let k = 0; k < BINS; k++) {
      if (below + bins[k] > rank) return min + width * (k + (rank - below + 0.5) / bins[k]);
      below += bins[k];
    }
    return min + BINS * width;
  }

  return {
    get low() {
      return low;
    },
    get high() {
      return high;
    },
    update(values, diverging) {
      let min = Infinity;
      let max = -Infinity;
      for (let i = 0; i < values.length; i++) {
        if (!Number.isFinite(values[i])) continue;
        min = Math.min(min, values[i]);
        max = Math.max(max, values[i]);
      }
      if (min > max) return;
      let toLow = min;
      let toHigh = max;
      const width = (max - min) / BINS;
      if (width > 0) {
        bins.fill(0);
        let count = 0;
        for (let i = 0; i < values.length; i++) {
          if (!Number.isFinite(values[i])) continue;
          bins[Math.min(BINS - 1, Math.floor((values[i] - min) / width))]++;
          count++;
        }
        toLow = quantile(TAIL * (count - 1), min, width);
        toHigh = quantile((1 - TAIL) * (count - 1), min, width);
      }
      if (diverging) {
        toHigh = Math.max(Math.abs(toLow), Math.abs(toHigh));
        toLow = -toHigh;
      } else if (min >= 0 && toLow < 0.3 * toHigh) toLow = 0;
      low += (toLow - low) * (known ? (toLow < low ? OUT : IN) : 1);
      high += (toHigh - high) * (known ? (toHigh > high ? OUT : IN) : 1);
      known = true;
    },
    reset() {
      known = false;
    },
  };
}
