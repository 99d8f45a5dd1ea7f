/** Colors particles by the field in the fourth number of their texels. */
import { DataTexture, LinearFilter } from 'three';
import { FIELD_STOPS } from '../../runtime/frame/color-scales';
import { rgb, type ThemeUniforms } from '../background/theme-colors';

/** Texels of the palette. */
const TEXELS = 256;

/** @param stops evenly spaced colors; linear between them */
function createPalette(stops: readonly string[]): DataTexture {
  const texels = new Uint8Array(4 * TEXELS);
  const colors = stops.map(rgb);
  for (let i = 0; i < TEXELS; i++) {
    const s = (i / (TEXELS - 1)) * (colors.length - 1);
    const k = Math.min(Math.floor(s), colors.length - 2);
    for (let c = 0; c < 3; c++) texels[4 * i + c] = 255 * (colors[k][c] + (s - k) * (colors[k + 1][c] - colors[k][c]));
    texels[4 * i + 3] = 255;
  }
  const palette = new DataTexture(texels, TEXELS, 1);
  palette.magFilter = palette.minFilter = LinearFilter;
  palette.needsUpdate = true;
  return palette;
}

/** The palette is read per pixel: interpolated colors would leave it. */
export function createFieldColorMap({ key }: ThemeUniforms) {
  const palettes = {
    diverging: createPalette(FIELD_STOPS.diverging),
    sequential: createPalette(FIELD_STOPS.sequential),
  };
  const uniforms = {
    palette: { value: palettes.sequential },
    /** Low end, and 1 / (high − low). */
    fieldScale: { value: [0, 1] },
    keyLight: key,
  };
  return {
    uniforms,
    vertex: `uniform vec2 fieldScale;
      float mapValue(uint i) { return clamp((texel(i).w - fieldScale.x) * fieldScale.y, 0., 1.); }`,
    fragment: `uniform sampler2D palette;
      uniform vec3 keyLight;
      vec3 mapColor(vec3 own, float value) {
        // Compensates the brightness of the key light, so that colors match the legend.
        return 1.25 * inversesqrt(keyLight.g) * texture(palette, vec2(value * ${(TEXELS - 1) / TEXELS} + ${0.5 / TEXELS}, .5)).rgb;
      }`,
    setScale(diverging: boolean, low: number, high: number) {
      uniforms.palette.value = diverging ? palettes.diverging : palettes.sequential;
      // All values are equal: the middle of a diverging palette, the low end of a sequential one.
      uniforms.fieldScale.value = high > low ? [low, 1 / (high - low)] : diverging ? [low - 1, 0.5] : [low, 0];
    },
  };
}

// The range of a field's values that the palette spans.

/** Of the histogram. */
const BINS = 256;
/** Fraction of the particles at either end that may lie outside the palette: one corner at a pin does not set the scale. */
const TAIL = 0.02;
/** Most histograms per update. */
const PASSES = 5;
/** Fraction of the way to its new value that an end of the range moves per frame: outwards, and inwards. */
const OUT = 0.2;
const IN = 0.03;
/** Pictures of the same values after which the run rests: then the range goes on to its end. */
const REST = 10;
/** Pictures in which it does: what is left of the way is then 0.8^30 = 0.1 %, which can't be seen. */
const WAY = 30;

/** Smoothed from frame to frame, so that colors don't flicker. */
export function createFieldRange() {
  const bins = new Uint32Array(BINS);
  let low = 0;
  let high = 0;
  let known = false;
  /** What it moves to, and pictures since the last values. */
  let [toLow, toHigh, rested] = [0, 0, 0];

  function move(out: number, inwards: number): void {
    low += (toLow - low) * (toLow < low ? out : inwards);
    high += (toHigh - high) * (toHigh > high ? out : inwards);
  }

  /** Counts the values in the bins between `from` and `to`. @returns the number of values below */
  function countInBins(values: Float32Array, from: number, to: number): number {
    const perBin = BINS / (to - from);
    let below = 0;
    bins.fill(0);
    for (let i = 0; i < values.length; i++) {
      if (values[i] < from) below += Number.isFinite(values[i]) ? 1 : 0;
      else if (values[i] <= to) bins[Math.min(BINS - 1, Math.floor((values[i] - from) * perBin))]++;
    }
    return below;
  }

  /** The bin of the value with `rank` values below it. @param below values below all bins */
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
    /** Ignores values that are not finite. @param values n @param diverging the range is symmetric about 0 */
    update(values: Float32Array, diverging: boolean) {
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
      [toLow, toHigh, rested] = [min, max, 0];
      // Each pass narrows the bins: with a single outlier all other values are in one bin.
      for (let pass = 0; pass < PASSES && toHigh > toLow; pass++) {
        const below = countInBins(values, toLow, toHigh);
        const width = (toHigh - toLow) / BINS;
        const first = binOf(TAIL * (count - 1), below);
        const last = binOf((1 - TAIL) * (count - 1), below);
        toHigh = toLow + width * (last + 1);
        toLow += width * first;
        // The values span a quarter of the bins: the ends are known to 1/64 of the range.
        if (last - first >= BINS / 4) break;
      }
      if (diverging) {
        toHigh = Math.max(Math.abs(toLow), Math.abs(toHigh));
        toLow = -toHigh;
      } else if (min >= 0 && toLow < 0.3 * toHigh) toLow = 0;
      if (known) move(OUT, IN);
      else [low, high] = [toLow, toHigh];
      known = true;
    },
    /** False while it moves to that of the last values. */
    get settled() {
      return low === toLow && high === toHigh;
    },
    /** To be called in place of `update` while the values are the same: the colors of a run that rests depend on its state alone. */
    rest() {
      if (++rested < REST) return;
      if (rested < REST + WAY) move(OUT, OUT);
      else [low, high] = [toLow, toHigh];
    },
    /** The next values are of another field: the range jumps to theirs. */
    reset() {
      known = false;
    },
  };
}
