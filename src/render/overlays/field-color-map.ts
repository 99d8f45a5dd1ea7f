/** Colors particles by the field in the fourth number of their texels. */
import { DataTexture, LinearFilter } from 'three';
import { FIELD_STOPS } from '../../runtime/frame/color-scales';
import { type Rgb, rgb } from '../background/theme-colors';
import type { ColorMap } from '../mass-spring/particle-store';

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

export interface FieldColorMap extends ColorMap {
  /** Compensates the brightness of the key light, so that colors match the legend. @param key as in ThemeColors */
  setLight(key: Rgb): void;
  setScale(diverging: boolean, low: number, high: number): void;
}

/** The palette is read per pixel: interpolated colors would leave it. */
export function createFieldColorMap(): FieldColorMap {
  const palettes = {
    diverging: createPalette(FIELD_STOPS.diverging),
    sequential: createPalette(FIELD_STOPS.sequential),
  };
  const uniforms = {
    palette: { value: palettes.sequential },
    /** Low end, and 1 / (high − low). */
    fieldScale: { value: [0, 1] },
    fieldGain: { value: 1 },
  };
  return {
    uniforms,
    vertex: `uniform vec2 fieldScale;
      float mapValue(uint i) { return clamp((texel(i).w - fieldScale.x) * fieldScale.y, 0., 1.); }`,
    fragment: `uniform sampler2D palette;
      uniform float fieldGain;
      vec3 mapColor(vec3 own, float value) {
        return fieldGain * texture(palette, vec2(value * ${(TEXELS - 1) / TEXELS} + ${0.5 / TEXELS}, .5)).rgb;
      }`,
    setLight(key) {
      uniforms.fieldGain.value = 1.25 / Math.sqrt(key[1]);
    },
    setScale(diverging, low, high) {
      uniforms.palette.value = diverging ? palettes.diverging : palettes.sequential;
      // All values are equal: the middle of a diverging palette, the low end of a sequential one.
      uniforms.fieldScale.value = high > low ? [low, 1 / (high - low)] : diverging ? [low - 1, 0.5] : [low, 0];
    },
  };
}
