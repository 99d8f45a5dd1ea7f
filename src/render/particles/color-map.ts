/** How shaders color cloth and particles: by a value of each particle, or by the object's own color. */
export interface ColorMap {
  /** GLSL: `float mapValue(uint i)`, the value of particle i, and the uniforms that it reads. */
  readonly vertex: string;
  /** GLSL: `vec3 mapColor(vec3 own, float value)`: the color, as displayed, in place of the object's own. */
  readonly fragment: string;
  readonly uniforms: Readonly<Record<string, { value: unknown }>>;
}

/** Keeps the object's own color. */
export const NO_COLOR_MAP: ColorMap = {
  vertex: 'float mapValue(uint i) { return 0.; }',
  fragment: 'vec3 mapColor(vec3 own, float value) { return own; }',
  uniforms: {},
};
