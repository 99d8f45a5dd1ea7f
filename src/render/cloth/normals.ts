import { FETCH_IN_RINGS } from './triangle-rings';

/** Bend of a particle whose triangles are beyond all measure: they are not to be drawn. */
export const TORN = 1e30;

/**
 * GLSL: `shapeAt(i, a)`: the unit normal of a mesh at particle i, which is at a, and how it bends there, m:
 *   n_a = Σ (b − a) × (c − a), normalized         (weighted by area)
 *   bend_a = n_a · Σ (b + c − 2a)                 over the triangles at a: positive in a hollow, negative on a ridge
 * A particle of no triangle, or of collapsed ones only, gets no normal: it is then seen in ambient light. One with more
 * than `largest`, m², as |Σ (b − a) × (c − a)|, is TORN, and so is one where that is no number.
 * Every vertex gathers its own triangles, so that only positions travel to the GPU, and all passes need nothing else.
 */
export const SHAPE_AT = /* glsl */ `
${FETCH_IN_RINGS}
uniform float largest;
vec4 shapeAt(uint i, vec3 a) {
  vec3 area = vec3(0.), hollow = vec3(0.);
  uvec2 ring = ringAt(i);
  for (uint k = ring.x; k < ring.y; k++) {
    uvec2 corners = ringAt(k);
    vec3 ab = particle(corners.x) - a, ac = particle(corners.y) - a;
    area += cross(ab, ac);
    hollow += ab + ac;
  }
  float size = length(area);
  vec3 n = size > 0. ? area / size : vec3(0.);
  return vec4(n, size <= largest ? dot(n, hollow) : ${TORN});
}
`;
