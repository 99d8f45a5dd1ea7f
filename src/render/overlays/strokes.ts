/** Lines, arrows, rings and dots over everything, in one draw call. */
import { GLSL3, RawShaderMaterial } from 'three';
import type { Rgb } from '../background/theme-colors';
import { createQuads, setInstances } from '../mass-spring/ball';
import { SCREEN } from '../mass-spring/screen';
import type { RenderContext } from './render-context';

/** Flat marks; their width on screen is constant. */
export type StrokeKind = 'line' | 'arrow' | 'ring' | 'dot';
const KINDS: readonly StrokeKind[] = ['line', 'arrow', 'ring', 'dot'];

export type Strokes = ReturnType<typeof createStrokes>;

const VERTEX = /* glsl */ `precision highp float;
${SCREEN}
in vec4 start, end, tint;
flat out vec4 ownColor;
flat out int kind;
flat out float len, width;
out vec2 at;
void main() {
  gl_Position = vec4(2., 2., 2., 1.);
  vec4 p = project(start.xyz), q = project(end.xyz);
  if (p.w <= 0. || q.w <= 0.) return;
  kind = int(start.w);
  width = end.w * pixelRatio;
  ownColor = tint;
  vec2 half_ = viewport * .5, a = p.xy / p.w * half_, b = q.xy / q.w * half_;
  len = kind < 2 ? distance(a, b) : 0.;
  vec2 along = len > .001 ? (b - a) / len : vec2(1., 0.);
  float reach = (kind == 1 ? 3. * width : width) + 3. * pixelRatio;
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  at = vec2(mix(-reach, len + reach, corner.x), mix(-reach, reach, corner.y));
  gl_Position = vec4((a + along * at.x + vec2(-along.y, along.x) * at.y) / half_, 0., 1.);
}
`;

const FRAGMENT = /* glsl */ `precision highp float;
uniform vec3 outlineColor;
uniform float pixelRatio;
flat in vec4 ownColor;
flat in int kind;
flat in float len, width;
in vec2 at;
out vec4 color;
void main() {
  // Signed distance from the stroke, pixels; negative inside.
  float head = kind == 1 ? min(7. * width, .8 * len) : 0.;
  float shaft = max(0., len - head);
  float d = length(vec2(at.x - clamp(at.x, 0., shaft), at.y)) - width * .5;
  float shade = 1.;
  if (kind == 1) {
    float cone = max((abs(at.y) * head - (len - at.x) * 2.6 * width) / length(vec2(head, 2.6 * width)), len - head - at.x);
    if (cone < d) shade = at.y < 0. ? .82 : 1.;
    d = min(d, cone);
  } else if (kind == 2) d = abs(length(at) - width) - .9 * pixelRatio;
  else if (kind == 3) d = length(at) - width;
  float core = clamp(.5 - d, 0., 1.);
  float outline = .55 * clamp(.5 + 1.2 * pixelRatio - d, 0., 1.);
  color = vec4(mix(outlineColor, ownColor.rgb * shade, core), ownColor.a * max(core, outline));
  if (color.a < .01) discard;
}
`;

export function createStrokes({ screen, theme }: RenderContext) {
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    // The outlines make strokes visible on any color.
    uniforms: { ...screen, outlineColor: theme.wall },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  });
  const mesh = createQuads(material);
  let count = 0;
  let start = new Float32Array(0);
  let end = new Float32Array(0);
  let tint = new Float32Array(0);

  /** Replaces the buffers by larger ones. */
  function grow(): void {
    const larger = (old: Float32Array) => {
      const array = new Float32Array(Math.max(64, 2 * old.length));
      array.set(old);
      return array;
    };
    [start, end, tint] = [larger(start), larger(end), larger(tint)];
    setInstances(mesh, count, { start: [start, 4], end: [end, 4], tint: [tint, 4] });
  }

  return {
    mesh,
    clear() {
      count = 0;
    },
    /**
     * @param from,to m; the center of a ring or a dot is `from`
     * @param width CSS pixels; of a ring or a dot, its radius
     */
    add(kind: StrokeKind, from: ArrayLike<number>, to: ArrayLike<number>, color: Rgb, alpha: number, width: number) {
      const o = 4 * count++;
      if (o + 4 > start.length) grow();
      for (let c = 0; c < 3; c++) {
        start[o + c] = from[c];
        end[o + c] = to[c];
        tint[o + c] = color[c];
      }
      start[o + 3] = KINDS.indexOf(kind);
      end[o + 3] = width;
      tint[o + 3] = alpha;
    },
    /** Shows the strokes added since `clear`. */
    finish() {
      mesh.visible = count > 0;
      if (count === 0) return;
      mesh.geometry.instanceCount = count;
      for (const name of ['start', 'end', 'tint']) mesh.geometry.getAttribute(name).needsUpdate = true;
    },
  };
}
