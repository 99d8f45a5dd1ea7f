/** The springs as textures: with attributes their data would be repeated for each of the six corners. */
import { DataTexture, FloatType, RGFormat, RGIntegerFormat, UnsignedIntType } from 'three';
import type { Structure } from '../../runtime/frame/frame';

/** Texels in a row; a power of two. */
const WIDTH = 1024;

/** GLSL: the ends of spring j; its rest length, m, or −1 if it is absent, and 1 for a rod, else 0. */
export const FETCH_SPRING = /* glsl */ `
uniform highp usampler2D springEnds;
uniform highp sampler2D springLengths;
ivec2 springTexel(uint j) { return ivec2(int(j & ${WIDTH - 1}u), int(j >> 10u)); }
uvec2 endsOf(uint j) { return texelFetch(springEnds, springTexel(j), 0).xy; }
vec2 lengthOf(uint j) { return texelFetch(springLengths, springTexel(j), 0).xy; }
`;

export function createSpringTable() {
  const springEnds: { value: DataTexture | null } = { value: null };
  const springLengths: { value: DataTexture | null } = { value: null };
  let lengths = new Float32Array(0);

  /** Springs were cut, mended or switched. */
  function update({ kinds, absent, restLengths }: Structure): void {
    for (let j = 0; j < kinds.length; j++) lengths[2 * j] = absent[j] ? -1 : restLengths[j];
    if (springLengths.value) springLengths.value.needsUpdate = true;
  }

  return {
    springEnds,
    springLengths,
    /** The springs are new ones. @param rods m; 1 for a rod */
    rebuild(structure: Structure, rods: Float32Array) {
      for (const { value } of [springEnds, springLengths]) value?.dispose();
      const rows = Math.max(1, Math.ceil(rods.length / WIDTH));
      const ends = new Uint32Array(2 * WIDTH * rows);
      ends.set(structure.springs);
      springEnds.value = new DataTexture(ends, WIDTH, rows, RGIntegerFormat, UnsignedIntType);
      springEnds.value.needsUpdate = true;
      lengths = new Float32Array(2 * WIDTH * rows);
      for (let j = 0; j < rods.length; j++) lengths[2 * j + 1] = rods[j];
      springLengths.value = new DataTexture(lengths, WIDTH, rows, RGFormat, FloatType);
      update(structure);
    },
    update,
  };
}
