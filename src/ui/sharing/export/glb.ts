/** Binary glTF 2.0: the mesh at one moment, or over time, in metres, y up. Source: Khronos, glTF 2.0 specification. */
import type { Floats } from '../../../physics';
import { packGlb } from '../../../runtime/jobs/glb-file';
import { type ExportFormat, RANGE_OPTIONS } from './export-format';
import { type Motion, meshOf, normalsOf, ownComments, readMotion } from './mesh';

/** Kinds of primitives, as the format has them. */
const POINTS = 0;
const LINES = 1;
const TRIANGLES = 4;

/** Most moments: a morph target each. */
const MAX_POSES = 120;

/** The particles at one moment: s, and 4n, m. */
type Pose = { readonly time: number; readonly positions: Floats };

export const glb: ExportFormat = {
  id: 'glb',
  label: 'glTF mesh',
  help: 'The surface with normals and texture coordinates, or the springs as lines; metres, y up',
  options: RANGE_OPTIONS,
  async write(lab, options, watch) {
    const { structure, positions, status } = lab.frame;
    const { time, scene } = status;
    if (Object.keys(options).length === 0) {
      return glbFile(
        { mesh: meshOf(structure, positions), poses: [{ time, positions }], scene },
        ownComments(structure),
      );
    }
    const motion = await readMotion(lab, options, watch);
    const count = motion.poses.length;
    if (count > MAX_POSES) throw new RangeError(`interval: ${count} moments, at most ${MAX_POSES} in a glTF file`);
    return glbFile(motion, ownComments(structure));
  },
};

/** The mesh at the first pose, and the others as morph targets that an animation goes through. */
function glbFile(
  { mesh, poses, scene: name }: Pick<Motion, 'mesh' | 'scene'> & { poses: readonly Pose[] },
  own: string,
): Blob {
  const { triangles, lines, coordinates } = mesh;
  const buffer = createBinaryBuffer();
  const [first, ...others] = poses;
  const addMoving = (valuesOf: (positions: Floats) => Float32Array<ArrayBuffer>) => {
    const start = valuesOf(first.positions);
    const change = ({ positions }: Pose) => valuesOf(positions).map((value, k) => value - start[k]);
    return {
      base: buffer.addVertices(start, 'VEC3'),
      targets: others.map((pose) => buffer.addVertices(change(pose), 'VEC3')),
    };
  };
  const places = addMoving((x) =>
    Float32Array.from({ length: (3 * x.length) / 4 }, (_, k) => x[4 * Math.floor(k / 3) + (k % 3)]),
  );
  const attributes = { POSITION: places.base };
  const targets = others.length > 0 ? places.targets.map((POSITION) => ({ POSITION })) : undefined;
  const primitives: object[] = [];
  if (triangles.length > 0) {
    // An image begins at its upper edge here, and at its lower one in the coordinates.
    const fromAbove = coordinates.map((value, k) => (k % 2 === 1 ? 1 - value : value));
    const normals = addMoving((x) => normalsOf(mesh, x));
    const surface = { ...attributes, NORMAL: normals.base, TEXCOORD_0: buffer.addVertices(fromAbove, 'VEC2') };
    const indices = buffer.addIndices(Uint32Array.from(triangles));
    const moving = targets?.map((target, k) => ({ ...target, NORMAL: normals.targets[k] }));
    primitives.push({ mode: TRIANGLES, attributes: surface, indices, material: 0, targets: moving });
  }
  if (lines.length > 0) {
    primitives.push({
      mode: LINES,
      attributes,
      indices: buffer.addIndices(Uint32Array.from(lines)),
      material: 0,
      targets,
    });
  }
  if (primitives.length === 0) primitives.push({ mode: POINTS, attributes, material: 0, targets });
  const motion = targets && {
    channels: [{ sampler: 0, target: { node: 0, path: 'weights' } }],
    samplers: [
      {
        input: buffer.addNumbers(Float32Array.from(poses, ({ time }) => time - first.time)),
        output: buffer.addNumbers(
          Float32Array.from(poses.flatMap((_, i) => others.map((__, k) => (i === k + 1 ? 1 : 0)))),
        ),
      },
    ],
  };
  const { accessors, bufferViews, byteLength } = buffer;
  const description = {
    // Other programs write an asset of their own: what they have changed does not come with masses and springs that no longer fit.
    asset: { version: '2.0', generator: 'Hooke', extras: { hooke: own } },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    meshes: [{ name, primitives, weights: targets?.map(() => 0) }],
    animations: motion && [motion],
    materials: [{ doubleSided: true, pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.8 } }],
    buffers: [{ byteLength }],
    bufferViews,
    accessors,
  };
  return packGlb(description, buffer.arrays, byteLength);
}

// The binary part of a glTF file: arrays one after the other, with the accessors that describe them.

/** What the numbers of an array are, with their count. */
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3 };

/** Codes of OpenGL, as the format has them. */
const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34_962;
const ELEMENT_ARRAY_BUFFER = 34_963;

type Numbers = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

function createBinaryBuffer() {
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
    /** Of vertices: 3 numbers for a position or normal, 2 for a texture coordinate. @returns the accessor's number */
    addVertices: (array: Float32Array<ArrayBuffer>, type: 'VEC2' | 'VEC3') => add(array, type, FLOAT, ARRAY_BUFFER),
    /** Of an animation: times, s, or weights. */
    addNumbers: (array: Float32Array<ArrayBuffer>) => add(array, 'SCALAR', FLOAT),
    addIndices: (array: Uint32Array<ArrayBuffer>) => add(array, 'SCALAR', UNSIGNED_INT, ELEMENT_ARRAY_BUFFER),
  };
}
