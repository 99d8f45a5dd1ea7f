/** The shaders of the cloth: its depth in the shadow map, and its appearance. */
import type { ColorMap } from '../particles/color-map';
import { FETCH_PARTICLE } from '../particles/particle-store';
import { SHAPE_AT, TORN } from './normals';

export const SHADOW_VERTEX = /* glsl */ `precision highp float;
${FETCH_PARTICLE}
${SHAPE_AT}
uniform mat4 viewMatrix, projectionMatrix;
out float bend;
void main() {
  vec3 p = particle(uint(gl_VertexID));
  bend = shapeAt(uint(gl_VertexID), p).w;
  gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
}
`;

export const SHADOW_FRAGMENT = /* glsl */ `precision highp float;
in float bend;
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
uniform float thickness, bendScale;
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
  thread = rest;
  toEye = cameraPosition - p;
  // Offset towards the light, so that the cloth does not shadow itself.
  vec3 offset = n * (dot(n, toLight) < 0. ? -thickness : thickness);
  shadowAt = (shadowMatrix * vec4(p + offset, 1.)).xyz;
  gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
}
`;

/**
 * Linen: wrapped diffuse light, some light through the cloth, ambient light from sky and floor, darker in hollows and lighter on
 * ridges, and a sheen at grazing angles.
 */
export const clothFragment = ({ fragment }: ColorMap) => /* glsl */ `precision highp float;
precision mediump sampler2DShadow;
${fragment}
uniform sampler2D weave;
uniform sampler2DShadow shadowDepth;
uniform vec3 toLight, cloth, check, key, sky, bounce, rim;
in vec3 n, toEye, shadowAt;
in vec2 thread;
in float bend, value;
out vec4 color;
void main() {
  if (bend > ${TORN / 1e6}) discard;
  float side = gl_FrontFacing ? 1. : -1.;
  vec3 N = normalize(n) * side;
  vec3 V = normalize(toEye);
  vec2 yarn = texture(weave, thread).rg;
  vec3 albedo = mix(mapColor(cloth, value), check, yarn.g * .55);
  albedo *= albedo * (.45 + 1.1 * yarn.r);

  const vec2 d = vec2(1.1, .4) / 512.;
  float lit = .25 * (texture(shadowDepth, shadowAt + vec3(d, 0.)) + texture(shadowDepth, shadowAt - vec3(d, 0.))
    + texture(shadowDepth, shadowAt + vec3(-d.y, d.x, 0.)) + texture(shadowDepth, shadowAt + vec3(d.y, -d.x, 0.)));
  float facing = dot(N, toLight);
  float wrapped = max(0., (facing + .15) / 1.15);
  float through = max(0., -facing) * .22;
  float grazing = 1. - abs(dot(N, V));
  float cavity = clamp(1. - .02 * side * bend, .62, 1.12);

  vec3 fill = mix(bounce, sky, N.y * .5 + .5) * cavity;
  vec3 light = key * (wrapped * wrapped * lit + through * lit) + fill;
  float glint = max(0., dot(N, normalize(toLight + V)));
  glint *= glint; glint *= glint; glint *= glint;
  vec3 sheen = (key * (.06 * glint * glint * lit) + rim * (grazing * grazing * grazing * .5)) * (.4 + yarn.r);
  color = vec4(sqrt(albedo * light + sheen * mix(vec3(.25), cloth, .6)), 1.);
}
`;
