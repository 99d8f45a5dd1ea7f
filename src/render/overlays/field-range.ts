/** Bins in which values are counted. */
const BINS = 256;
/** The part of the particles at either end that the palette may leave out: one corner under a pin doesn't set the scale. */
const TAIL = 0.02;
/** Times that the values are sorted into bins, at most. */
const PASSES = 5;
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

  /** Sorts what lies between into the bins; the number of values below. */
  function sort(values: Float32Array, from: number, to: number): number {
    const perBin = BINS / (to - from);
    let below = 0;
    bins.fill(0);
    for (let i = 0; i < values.length; i++) {
      if (values[i] < from) below += Number.isFinite(values[i]) ? 1 : 0;
      else if (values[i] <= to) bins[Math.min(BINS - 1, Math.floor((values[i] - from) * perBin))]++;
    }
    return below;
  }

  /** The bin that holds the value with `rank` others below it; `below` are below all bins. */
  function binOf(rank: number, below: number): number {
    let k = 0;
    for (let sum = below + bins[0]; sum <= rank && k < BINS - 1; sum += bins[++k]);
    return k;
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
      let count = 0;
      for (let i = 0; i < values.length; i++) {
        if (!Number.isFinite(values[i])) continue;
        min = Math.min(min, values[i]);
        max = Math.max(max, values[i]);
        count++;
      }
      if (count === 0) return;
      let toLow = min;
      let toHigh = max;
      // Each pass looks closer: a single value far out would have put all others into one bin.
      for (let pass = 0; pass < PASSES && toHigh > toLow; pass++) {
        const below = sort(values, toLow, toHigh);
        const width = (toHigh - toLow) / BINS;
        const first = binOf(TAIL * (count - 1), below);
        const last = binOf((1 - TAIL) * (count - 1), below);
        toHigh = toLow + width * (last + 1);
        toLow += width * first;
        // A quarter of the bins: the ends are known to a sixty-fourth of the range.
        if (last - first >= BINS / 4) break;
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
