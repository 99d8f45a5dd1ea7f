/** The binary part of a glTF file: arrays one after the other, with the accessors that describe them. */

/** What the numbers of an array are, with their count. */
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3 };

/** Codes of OpenGL, as the format has them. */
const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34_962;
const ELEMENT_ARRAY_BUFFER = 34_963;

type Numbers = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

export interface BinaryBuffer {
  readonly arrays: readonly Numbers[];
  readonly bufferViews: readonly object[];
  readonly accessors: readonly object[];
  readonly byteLength: number;
  /** Of vertices: 3 numbers for a position or normal, 2 for a texture coordinate. @returns the accessor's number */
  addVertices(array: Float32Array<ArrayBuffer>, type: 'VEC2' | 'VEC3'): number;
  addIndices(array: Uint32Array<ArrayBuffer>): number;
  /** Of an animation: times, s, or weights. */
  addNumbers(array: Float32Array<ArrayBuffer>): number;
}

export function createBinaryBuffer(): BinaryBuffer {
  const arrays: Numbers[] = [];
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  let byteLength = 0;

  function add(array: Numbers, type: keyof typeof COMPONENTS, componentType: number, target?: number): number {
    const size = COMPONENTS[type];
    const min = Array<number>(size).fill(Number.POSITIVE_INFINITY);
    const max = Array<number>(size).fill(Number.NEGATIVE_INFINITY);
    for (const [k, value] of array.entries()) {
      min[k % size] = Math.min(min[k % size], value);
      max[k % size] = Math.max(max[k % size], value);
    }
    const bufferView =
      bufferViews.push({ buffer: 0, byteOffset: byteLength, byteLength: array.byteLength, target }) - 1;
    arrays.push(array);
    byteLength += array.byteLength;
    return accessors.push({ bufferView, componentType, count: array.length / size, type, min, max }) - 1;
  }

  return {
    arrays,
    bufferViews,
    accessors,
    get byteLength() {
      return byteLength;
    },
    addVertices: (array, type) => add(array, type, FLOAT, ARRAY_BUFFER),
    addNumbers: (array) => add(array, 'SCALAR', FLOAT),
    addIndices: (array) => add(array, 'SCALAR', UNSIGNED_INT, ELEMENT_ARRAY_BUFFER),
  };
}
