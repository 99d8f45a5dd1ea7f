/** The light of the scene as uniforms: the key light with its shadow, and what the room reflects. */
import type { SoftShadow } from './soft-shadow';
import type { Rgb, ThemeColors } from './theme-colors';

/** Light, linear: key light, sky from above, reflection from the floor, rim from behind. */
const LIGHTS = ['key', 'sky', 'bounce', 'rim'] as const;

export type LightUniforms = Record<(typeof LIGHTS)[number], { value: Rgb }> & {
  shadowMatrix: SoftShadow['matrix'];
  shadowDepth: SoftShadow['depth'];
  toLight: SoftShadow['toLight'];
};

export function lightUniforms({ matrix, depth, toLight }: SoftShadow): LightUniforms {
  const dark = (): { value: Rgb } => ({ value: [0, 0, 0] });
  return {
    ...{ key: dark(), sky: dark(), bounce: dark(), rim: dark() },
    shadowMatrix: matrix,
    shadowDepth: depth,
    toLight,
  };
}

export function setLight(uniforms: LightUniforms, colors: ThemeColors): void {
  for (const name of LIGHTS) uniforms[name].value = colors[name];
}
