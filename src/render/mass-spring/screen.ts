/** The canvas as shaders know it: its size, and what is drawn with a constant width on it. */

/** Uniforms that all materials share. */
export interface Screen {
  /** Of the drawing buffer, pixels. */
  readonly viewport: { value: [number, number] };
  /** Pixels of the drawing buffer per CSS pixel. */
  readonly pixelRatio: { value: number };
}

/**
 * GLSL: those uniforms and the matrices, `project(p)`, and `normalOf(p, q)`, what moves a point of the line between two projected
 * points by one pixel to its side, times the w of that point.
 */
export const SCREEN = /* glsl */ `
uniform mat4 viewMatrix, projectionMatrix;
uniform vec2 viewport;
uniform float pixelRatio;
vec4 project(vec3 p) { return projectionMatrix * viewMatrix * vec4(p, 1.); }
vec2 normalOf(vec4 p, vec4 q) {
  vec2 along = (q.xy / q.w - p.xy / p.w) * viewport;
  along = dot(along, along) > 0. ? normalize(along) : vec2(1., 0.);
  return vec2(-along.y, along.x) * 2. / viewport;
}
`;
