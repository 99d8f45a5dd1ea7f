import { FETCH_PARTICLE } from '../particles/particle-store';
import type { ColorMap } from './color-map';
import { SHAPE_AT, TORN } from './normals';

export const SHADOW_VERTEX = /* glsl */ `precision highp float;
${FETCH_PARTICLE}
${SHAPE_AT}
uniform mat4 viewMatrix, projectionMatrix;
out float hollow;
void main() {
  vec3 p = particle(uint(gl_VertexID));
  hollow = shapeAt(uint(gl_VertexID), p).w;
  gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
}
`;

export const SHADOW_FRAGMENT = /* glsl */ `precision highp float;
in float hollow;
out vec4 color;
void main() {
  if (hollow > ${TORN / 1e6}) discard;
  color = vec4(1.);
}
`;

export const clothVertex = ({ vertex }: ColorMap) => /* glsl */ `precision highp float;
${FETCH_PARTICLE}
${SHAPE_AT}
${vertex}
uniform mat4 viewMatrix, projectionMatrix, shadowMatrix;
uniform vec3 cameraPosition, lamp;
uniform float thickness, bending;
in vec2 rest;
out vec3 n, toEye, shadowAt;
out vec2 thread;
out float hollow, amount;
void main() {
  vec3 p = particle(uint(gl_VertexID));
  amount = amountOf(uint(gl_VertexID));
  vec4 shape = shapeAt(uint(gl_VertexID), p);
  n = shape.xyz;
  hollow = min(shape.w * bending, ${TORN});
  thread = rest;
  toEye = cameraPosition - p;
  // Looked up a little off the sheet, on the side of the lamp: else it would shade itself.
  vec3 off = n * (dot(n, lamp) < 0. ? -thickness : thickness);
  shadowAt = (shadowMatrix * vec4(p + off, 1.)).xyz;
  gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
}
`;

/**
 * Linen: the lamp wraps a little round the folds and shines a little through the cloth; sky and floor fill in; hollows
 * are darker and ridges lighter than their surroundings; fibres standing off the yarn catch light at grazing angles.
 */
export const clothFragment = ({ fragment }: ColorMap) => /* glsl */ `precision highp float;
precision mediump sampler2DShadow;
${fragment}
uniform sampler2D weave;
uniform sampler2DShadow shadowDepth;
uniform vec3 lamp, cloth, check, key, sky, bounce, rim;
in vec3 n, toEye, shadowAt;
in vec2 thread;
in float hollow, amount;
out vec4 color;
void main() {
  if (hollow > ${TORN / 1e6}) discard;
  float side = gl_FrontFacing ? 1. : -1.;
  vec3 N = normalize(n) * side;
  vec3 V = normalize(toEye);
  vec2 yarn = texture(weave, thread).rg;
  vec3 albedo = mix(dyed(cloth, amount), check, yarn.g * .55);
  albedo *= albedo * (.45 + 1.1 * yarn.r);

  const vec2 d = vec2(1.1, .4) / 512.;
  float lit = .25 * (texture(shadowDepth, shadowAt + vec3(d, 0.)) + texture(shadowDepth, shadowAt - vec3(d, 0.))
    + texture(shadowDepth, shadowAt + vec3(-d.y, d.x, 0.)) + texture(shadowDepth, shadowAt + vec3(d.y, -d.x, 0.)));
  float facing = dot(N, lamp);
  float wrapped = max(0., (facing + .15) / 1.15);
  float through = max(0., -facing) * .22;
  float grazing = 1. - abs(dot(N, V));
  float cavity = clamp(1. - .02 * side * hollow, .62, 1.12);

  vec3 fill = mix(bounce, sky, N.y * .5 + .5) * cavity;
  vec3 light = key * (wrapped * wrapped * lit + through * lit) + fill;
  float glint = max(0., dot(N, normalize(lamp + V)));
  glint *= glint; glint *= glint; glint *= glint;
  vec3 sheen = (key * (.06 * glint * glint * lit) + rim * (grazing * grazing * grazing * .5)) * (.4 + yarn.r);
  color = vec4(sqrt(albedo * light + sheen * mix(vec3(.25), cloth, .6)), 1.);
}
`;
