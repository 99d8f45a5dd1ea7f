/** Draws the rods that hold rows of pins, with their shadows. */
import type { DrawableFrame, Structure } from '../../runtime/frame/frame';
import { createLit } from '../background/lighting';
import { rgb } from '../background/theme-colors';
import type { EnvironmentBounds } from '../camera/environment-bounds';
import { instancesOf, setInstances } from '../mass-spring/ball';
import { FETCH_PARTICLE } from '../mass-spring/particle-store';
import { findStruts, type Strut } from './find-struts';
import type { RenderContext } from './render-context';

/** Corners around a rod. */
const SIDES = 14;
/** Walnut. */
const COLOR = rgb('#7b5a3c');

/** Four rings of corners: the tips of the rod, and its ends. */
function cornersOfRod(): number[] {
  const corners: number[] = [];
  for (let ring = 0; ring < 3; ring++) {
    for (let k = 0; k < SIDES; k++) {
      const [a, b] = [ring * SIDES + k, ring * SIDES + ((k + 1) % SIDES)];
      corners.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
    }
  }
  return corners;
}

const PLACE = /* glsl */ `
${FETCH_PARTICLE}
in uvec2 ends;
in vec3 from, to;
in vec2 thickness;
vec3 place(out vec3 n) {
  int ring = gl_VertexID / ${SIDES};
  float angle = float(gl_VertexID % ${SIDES}) * ${(2 * Math.PI) / SIDES};
  vec3 a = particle(ends.x) + from, b = particle(ends.y) + to;
  vec3 axis = normalize(b - a);
  vec3 u = normalize(abs(axis.y) < .9 ? cross(axis, vec3(0., 1., 0.)) : cross(axis, vec3(1., 0., 0.)));
  vec3 around = u * cos(angle) + cross(axis, u) * sin(angle);
  float end = ring < 2 ? -1. : 1.;
  bool tip = ring == 0 || ring == 3;
  n = tip ? end * axis : around;
  return (ring < 2 ? a : b) + end * axis * (thickness.y + (tip ? thickness.x : 0.)) + (tip ? vec3(0.) : around * thickness.x);
}
vec3 lift(vec3 n) { return 3. * thickness.x * toLight; }
`;

/** Polished: with a highlight. */
const SHADE = /* glsl */ `void main() {
  vec3 N = normalize(n), V = normalize(toEye);
  bool inside = all(lessThan(abs(shadowAt - .5), vec3(.5)));
  float lit = inside ? texture(shadowDepth, shadowAt) : 1.;
  float glint = pow(max(0., dot(N, normalize(toLight + V))), 40.);
  float grazing = 1. - abs(dot(N, V));
  vec3 light = key * max(0., dot(N, toLight)) * lit + mix(bounce, sky, N.y * .5 + .5);
  vec3 sheen = key * lit * glint * .25 + rim * grazing * grazing * grazing * .2;
  color = vec4(sqrt(baseColor * baseColor * light + sheen), 1.);
}`;

export function createPinRods({ lighting, store }: RenderContext) {
  const uniforms = { ...lighting, particles: store.uniform, baseColor: { value: COLOR } };
  const mesh = createLit(uniforms, PLACE, SHADE)(instancesOf(cornersOfRod()));
  let known: { structure: Structure; bounds: EnvironmentBounds } | null = null;

  return {
    mesh,
    /** Finds the rods again if pins or bounds have changed. */
    update(frame: DrawableFrame, bounds: EnvironmentBounds) {
      if (frame.structure === known?.structure && bounds === known.bounds) return;
      known = { structure: frame.structure, bounds };
      const struts = findStruts(frame, store.positions, bounds);
      const floats = (of: (strut: Strut) => readonly number[]) => Float32Array.from(struts.flatMap(of));
      setInstances(mesh, struts.length, {
        ends: [Uint32Array.from(struts.flatMap(({ ends }) => ends)), 2],
        from: [floats(({ offsets }) => offsets[0]), 3],
        to: [floats(({ offsets }) => offsets[1]), 3],
        thickness: [floats(({ radius, overhang }) => [radius, overhang]), 2],
      });
      mesh.visible = struts.length > 0;
    },
  };
}
