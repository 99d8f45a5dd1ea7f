/** Pins as brass balls, and the marks of pointer and grab, drawn over everything. */
import { BufferAttribute, BufferGeometry, Mesh } from 'three';
import { HANDS } from '../../physics/model/model';
import type { Structure } from '../../runtime/frame/frame';
import { IN_FRONT, shaderMaterial } from '../background/shader-material';
import type { ThemeUniforms } from '../background/theme-colors';
import { bodyRadius, type SceneBounds } from '../camera/scene-bounds';
import type { PointerGrab } from '../view';
import { type BallUniforms, createBallMaterial, createQuads, setInstances } from './ball';
import { MAX_RADIUS } from './particle-dots';
import { FETCH_PARTICLE, type ParticleStore } from './particle-store';
import { SCREEN, type Screen } from './screen';

/** CSS pixels; radii of the ring around the hovered particle, of the dot on the held one, and of the ring at the target. */
const HOVER = 9;
const HELD = 6;
const TARGET = 5;

/** First vertex of each quad of the marks. */
const QUADS = Array.from({ length: 3 * HANDS + 1 }, (_, quad) => 4 * quad);

/** Largest radius of a pin, CSS pixels. */
const MAX_PIN_RADIUS = 7;
/** Radius of a pinned particle in that of a free one, in a scene without cloth. */
const SHELL = 1.2;

const MARKS_VERTEX = /* glsl */ `${FETCH_PARTICLE}
${SCREEN}
uniform int hover, held[${HANDS}];
uniform vec3 target[${HANDS}];
flat out int kind;
flat out float radius;
out vec2 at;
void main() {
  // Three quads of each hand: line to the target, ring at the target, held particle; and one: hovered particle.
  int quad = gl_VertexID >> 2, hand = min(quad / 3, ${HANDS - 1});
  kind = quad == ${3 * HANDS} ? 3 : quad % 3;
  int which = kind == 3 ? hover : held[hand];
  gl_Position = vec4(2., 2., 2., 1.);
  if (which < 0) return;
  for (int k = 0; k < ${HANDS}; k++) if (kind == 3 && hover == held[k]) return;
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1 & 1)) * 2. - 1.;
  vec4 p = project(particle(uint(which))), q = project(target[hand]);
  if (p.w <= 0. || (kind < 2 && q.w <= 0.)) return;
  vec2 px = 2. / viewport;
  radius = pixelRatio * (kind == 0 ? 1. : kind == 1 ? ${TARGET}. : kind == 2 ? ${HELD}. : ${HOVER}.);
  if (kind == 0) {
    at = vec2(0., corner.y * (radius + 1.));
    gl_Position = corner.x < 0. ? p : q;
    gl_Position.xy += normalOf(p, q) * at.y * gl_Position.w;
  } else {
    at = corner * (radius + 2. * pixelRatio);
    gl_Position = kind == 1 ? q : p;
    gl_Position.xy += at * px * gl_Position.w;
  }
}
`;

const MARKS_FRAGMENT = /* glsl */ `uniform vec3 accent;
uniform float pixelRatio;
flat in int kind;
flat in float radius;
in vec2 at;
out vec4 color;
void main() {
  float r = length(at);
  float edge = .9 * pixelRatio;
  float outer = clamp(radius + .5 - r, 0., 1.);
  float ring = clamp(edge + .5 - abs(r - radius + edge), 0., 1.);
  // The held particle: a filled dot with a light rim, visible on any color.
  if (kind == 2) color = vec4(mix(accent, vec3(1.), ring), outer);
  else if (kind == 0) color = vec4(accent, outer * .85);
  // The hovered or chosen particle: a ring with a light rim outside and inside, visible on any pattern.
  else if (kind == 3) {
    float wide = clamp(2.4 * edge + .5 - abs(r - radius + 1.6 * edge), 0., 1.);
    float middle = clamp(edge + .5 - abs(r - radius + 1.6 * edge), 0., 1.);
    color = vec4(mix(vec3(1.), accent, middle), wide);
  }
  else color = vec4(mix(accent, vec3(1.), .15), ring + .16 * outer * (1. - ring));
  if (color.a < .01) discard;
}
`;

export function createPinsAndGrab(store: ParticleStore, screen: Screen, { accent }: ThemeUniforms) {
  const brass: BallUniforms = {
    ...screen,
    particles: store.uniform,
    radius: { value: 0 },
    limits: { value: [2.5, MAX_PIN_RADIUS] },
    bright: { value: [0.98, 0.83, 0.5] },
    dark: { value: [0.36, 0.23, 0.07] },
  };
  const brassMaterial = createBallMaterial(
    brass,
    'in uint pin; uint which() { return pin; } float scale() { return 1.; }',
  );
  const pins = createQuads(brassMaterial);
  const uniforms = {
    ...screen,
    particles: store.uniform,
    accent,
    hover: { value: -1 },
    held: { value: new Int32Array(HANDS).fill(-1) },
    target: { value: new Float32Array(3 * HANDS) },
  };
  const marksMaterial = shaderMaterial({ ...IN_FRONT, uniforms }, MARKS_VERTEX, MARKS_FRAGMENT);
  const quads = new BufferGeometry();
  quads.setIndex(new BufferAttribute(new Uint16Array(QUADS.flatMap((q) => [q, q + 1, q + 2, q + 2, q + 1, q + 3])), 1));
  const marks = new Mesh(quads, marksMaterial);
  marks.frustumCulled = false;
  /** The last hover and grabs. */
  let shown = '';

  function update(structure: Structure): void {
    const pinned = pins.geometry.getAttribute('pin');
    let count = 0;
    for (let i = 0; i < structure.particleCount; i++) if (structure.pinned[i]) pinned.array[count++] = i;
    pinned.needsUpdate = true;
    pins.geometry.instanceCount = count;
    pins.visible = count > 0;
  }

  return {
    pins,
    marks,
    /** @param noCloth a pin is a shell around its particle */
    rebuild(structure: Structure, bounds: SceneBounds, noCloth: boolean) {
      setInstances(pins, 0, { pin: [new Uint32Array(structure.particleCount), 1] });
      brass.radius.value = noCloth ? SHELL * bodyRadius(bounds) : Math.min(0.0085 * bounds.size, 0.45 * bounds.spacing);
      brass.limits.value[1] = noCloth ? SHELL * MAX_RADIUS : MAX_PIN_RADIUS;
      update(structure);
    },
    update,
    /** True if it differs from the last one. */
    setGrab({ hover, hands }: PointerGrab) {
      const next = JSON.stringify([hover, hands]);
      if (next === shown) return false;
      shown = next;
      uniforms.hover.value = hover;
      hands.forEach(({ held, target }, k) => {
        uniforms.held.value[k] = held;
        uniforms.target.value.set(target, 3 * k);
      });
      marks.visible = hover >= 0 || hands.some(({ held }) => held >= 0);
      return true;
    },
  };
}
