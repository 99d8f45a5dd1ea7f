/** What cloth and balls are coloured by, particle by particle. */
export interface ColorMap {
  /** GLSL: `float amountOf(uint i)` for particle i, and the uniforms that it reads. */
  readonly vertex: string;
  /** GLSL: `vec3 dyed(vec3 plain, float amount)`: the colour, as displayed, in the place of the thing's own. */
  readonly fragment: string;
  readonly uniforms: Readonly<Record<string, { value: unknown }>>;
}

/** Everything in its own colour. */
export const NO_COLOR_MAP: ColorMap = {
  vertex: 'float amountOf(uint i) { return 0.; }',
  fragment: 'vec3 dyed(vec3 plain, float amount) { return plain; }',
  uniforms: {},
};
