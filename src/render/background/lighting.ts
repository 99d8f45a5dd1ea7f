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

/** Fragment shader of an obstacle: matte, with soft shadows. Its inputs are n, toEye and shadowAt; its uniforms also have `baseColor`. */
export const MATTE = /* glsl */ `precision highp float;
precision mediump sampler2DShadow;
uniform sampler2DShadow shadowDepth;
uniform vec3 toLight, baseColor, key, sky, bounce, rim;
in vec3 n, toEye, shadowAt;
out vec4 color;
void main() {
  vec3 N = normalize(n);
  float lit = 0.;
  for (int k = 0; k < 9; k++) {
    vec2 d = (vec2(float(k % 3), float(k / 3)) - 1.) / 500.;
    lit += texture(shadowDepth, shadowAt + vec3(d, 0.)) / 9.;
  }
  float wrapped = max(0., (dot(N, toLight) + .1) / 1.1);
  float grazing = 1. - abs(dot(N, normalize(toEye)));
  vec3 light = key * wrapped * lit * .75 + mix(bounce * .8, sky, N.y * .5 + .5);
  color = vec4(sqrt(baseColor * baseColor * light + rim * (grazing * grazing * grazing * .12)), 1.);
}`;

/** Fragment shader for the shadow map, where only the depth counts. */
export const DEPTH_ONLY = 'precision highp float; out vec4 color; void main() { color = vec4(1.); }';
