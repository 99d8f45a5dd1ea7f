/** The shaders of the cloth: its depth in the shadow map, and its appearance. */
import { type ColorMap, FETCH_PARTICLE } from '../mass-spring/particle-store';
import { SHAPE_AT, TORN } from './normals';

export const SHADOW_VERTEX = /* glsl */ `${FETCH_PARTICLE}
${SHAPE_AT}
uniform mat4 viewMatrix, projectionMatrix;
out float bend;
void main() {
  vec3 p = particle(uint(gl_VertexID));
  bend = shapeAt(uint(gl_VertexID), p).w;
  gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
}
`;

export const SHADOW_FRAGMENT = /* glsl */ `in float bend;
out vec4 color;
void main() {
  if (bend > ${TORN / 1e6}) discard;
  color = vec4(1.);
}
`;

export const clothVertex = ({ vertex }: ColorMap) => /* glsl */ `precision highp float;
${FETCH_PARTICLE}
${SHAPE_AT}
${vertex}
uniform mat4 viewMatrix, projectionMatrix, shadowMatrix;
uniform vec3 cameraPosition, toLight;
uniform float thickness, bendScale, tiles;
in vec2 rest;
out vec3 n, toEye, shadowAt;
out vec2 thread;
out float bend, value;
void main() {
  vec3 p = particle(uint(gl_VertexID));
  value = mapValue(uint(gl_VertexID));
  vec4 shape = shapeAt(uint(gl_VertexID), p);
  n = shape.xyz;
  bend = min(shape.w * bendScale, ${TORN});
  thread = rest * tiles;
  toEye = cameraPosition - p;
  // Offset towards the light, so that the cloth does not shadow itself.
  vec3 offset = n * (dot(n, toLight) < 0. ? -thickness : thickness);
  shadowAt = (shadowMatrix * vec4(p + offset, 1.)).xyz;
  gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
}
`;

/**
 * Cloth of any look, from uniforms alone: wrapped diffuse light, some light through the cloth, ambient light from sky and floor,
 * darker in hollows and lighter on ridges, a highlight, and fuzz at grazing angles.
 */
export const clothFragment = ({ fragment }: ColorMap) => /* glsl */ `precision highp float;
precision mediump sampler2DShadow;
${fragment}
uniform sampler2D weave;
uniform sampler2DShadow shadowDepth;
uniform vec3 toLight, yarns[4], key, sky, bounce, rim;
uniform float gloss, sharpness, satin, fuzz, through, opacity;
in vec3 n, toEye, shadowAt;
in vec2 thread;
in float bend, value;
out vec4 color;
void main() {
  if (bend > ${TORN / 1e6}) discard;
  float side = gl_FrontFacing ? 1. : -1.;
  vec3 N = n * side * inversesqrt(max(dot(n, n), 1e-20));
  vec3 V = normalize(toEye);
  vec4 yarn = texture(weave, thread);
  float body = 1. - opacity;
  vec3 own = mapColor(yarns[0] * (1. - yarn.r - yarn.g - yarn.b) + yarns[1] * yarn.r + yarns[2] * yarn.g + yarns[3] * yarn.b, value);
  vec3 albedo = own * own * (.45 + 1.1 * yarn.a);

  const vec2 d = vec2(1.1, .4) / 512.;
  float lit = .25 * (texture(shadowDepth, shadowAt + vec3(d, 0.)) + texture(shadowDepth, shadowAt - vec3(d, 0.))
    + texture(shadowDepth, shadowAt + vec3(-d.y, d.x, 0.)) + texture(shadowDepth, shadowAt + vec3(d.y, -d.x, 0.)));
  lit = mix(lit, 1., body);
  float facing = dot(N, toLight);
  float wrap = .15 + body;
  float wrapped = max(0., (facing + wrap) / (1. + wrap));
  float grazing = 1. - abs(dot(N, V));
  float edge = grazing * grazing * grazing;
  float cavity = clamp(1. - .02 * side * bend, .62, 1.12);

  vec3 fill = mix(bounce, sky, N.y * .5 + .5) * cavity;
  vec3 light = key * lit * (wrapped * wrapped + max(0., -facing) * through) + fill;
  vec3 H = normalize(toLight + V);
  float spot = max(0., dot(N, H));
  if (satin > 0.) {
    // The direction of the weft on screen; the highlight lies across it.
    vec3 weft = normalize(dFdx(toEye) * dFdy(thread.y) - dFdy(toEye) * dFdx(thread.y));
    float along = dot(weft, H);
    spot = mix(spot, sqrt(max(0., 1. - along * along)) * (.55 + .45 * spot), satin);
  }
  vec3 sheen = key * lit * gloss * max(0., wrapped) * spot / (sharpness - sharpness * spot + spot) + rim * edge * fuzz;
  color = vec4(sqrt(albedo * light + sheen * (.4 + yarn.a) * mix(vec3(.25), own, .6)), mix(1., opacity + edge, step(.01, body)));
}
`;
