import { STRAIN_RANGE, STRAIN_STOPS } from '../../runtime/frame/strain-scale';
import { rgb } from '../background/theme-colors';

const stops = STRAIN_STOPS.map(({ color }) => `vec3(${rgb(color).map((c) => c.toFixed(4))})`);
const last = STRAIN_STOPS.length - 1;

/** GLSL: the colour of a strain, as displayed; straight lines between the stops of the legend. */
export const STRAIN_COLOR = /* glsl */ `
vec3 strainColor(float strain) {
  vec3 stops[${stops.length}] = vec3[](${stops});
  float s = clamp(strain * ${(last / 2 / STRAIN_RANGE).toFixed(4)} + ${(last / 2).toFixed(1)}, 0., ${(last - 1e-3).toFixed(3)});
  int k = int(s);
  return mix(stops[k], stops[k + 1], s - float(k));
}
`;
