import { DataTexture, LinearFilter } from 'three';
import { FIELD_STOPS } from '../../runtime/frame/field-scale';
import { type Rgb, rgb } from '../background/theme-colors';
import type { ColorMap } from '../cloth/color-map';

/** Texels of the palette. */
const TEXELS = 256;

/** @param stops colours, evenly spaced, with straight lines between them */
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
  /** Lit as the legend shows them, whatever the lamp. @param key as in StudioColors */
  setLamp(key: Rgb): void;
  setScale(diverging: boolean, low: number, high: number): void;
  dispose(): void;
}

/** Colours by what the store holds beside each position; the palette is read per pixel, so that bands run true. */
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
      float amountOf(uint i) { return clamp((texel(i).w - fieldScale.x) * fieldScale.y, 0., 1.); }`,
    fragment: `uniform sampler2D palette;
      uniform float fieldGain;
      vec3 dyed(vec3 plain, float amount) {
        return fieldGain * texture(palette, vec2(amount * ${(TEXELS - 1) / TEXELS} + ${0.5 / TEXELS}, .5)).rgb;
      }`,
    setLamp(key) {
      uniforms.fieldGain.value = 1.25 / Math.sqrt(key[1]);
    },
    setScale(diverging, low, high) {
      uniforms.palette.value = diverging ? palettes.diverging : palettes.sequential;
      // All alike: the middle of what diverges from zero, the low end of what does not.
      uniforms.fieldScale.value = high > low ? [low, 1 / (high - low)] : diverging ? [low - 1, 0.5] : [low, 0];
    },
    dispose() {
      palettes.diverging.dispose();
      palettes.sequential.dispose();
    },
  };
}
