/** Binary glTF 2.0: the mesh at one moment, in metres, y up. Source: Khronos, glTF 2.0 specification. */
import type { Floats } from '../../../../physics';
import type { ExportFormat } from '../export-format';
import { createBinaryBuffer } from '../mesh/binary-buffer';
import { type Mesh, meshOf, normalsOf } from '../mesh/mesh';

/** Kinds of primitives, as the format has them. */
const POINTS = 0;
const LINES = 1;
const TRIANGLES = 4;
/** The letters `glTF`, `JSON` and `BIN`. */
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

export const glb: ExportFormat = {
  id: 'glb',
  label: 'glTF mesh',
  help: 'The surface with normals and texture coordinates, or the springs as lines; metres, y up',
  options: {},
  async write({ frame }) {
    const { structure, positions, status } = frame;
    return glbFile(meshOf(structure, positions), positions, status.scene);
  },
};

/** @param positions 4n; m @param name of the scene */
export function glbFile(mesh: Mesh, positions: Floats, name: string): Blob {
  const { particleCount, triangles, lines, coordinates } = mesh;
  const buffer = createBinaryBuffer();
  const places = Float32Array.from({ length: 3 * particleCount }, (_, k) => positions[4 * Math.floor(k / 3) + (k % 3)]);
  const attributes = { POSITION: buffer.addVertices(places, 'VEC3') };
  const primitives: object[] = [];
  if (triangles.length > 0) {
    // An image begins at its upper edge here, and at its lower one in the coordinates.
    const fromAbove = coordinates.map((value, k) => (k % 2 === 1 ? 1 - value : value));
    const surface = {
      ...attributes,
      NORMAL: buffer.addVertices(normalsOf(mesh, positions), 'VEC3'),
      TEXCOORD_0: buffer.addVertices(fromAbove, 'VEC2'),
    };
    const indices = buffer.addIndices(Uint32Array.from(triangles));
    primitives.push({ mode: TRIANGLES, attributes: surface, indices, material: 0 });
  }
  if (lines.length > 0) {
    primitives.push({ mode: LINES, attributes, indices: buffer.addIndices(Uint32Array.from(lines)), material: 0 });
  }
  if (primitives.length === 0) primitives.push({ mode: POINTS, attributes, material: 0 });
  const { accessors, bufferViews, byteLength } = buffer;
  const description = {
    asset: { version: '2.0', generator: 'Hooke' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    meshes: [{ name, primitives }],
    materials: [{ doubleSided: true, pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.8 } }],
    buffers: [{ byteLength }],
    bufferViews,
    accessors,
  };
  return packed(description, buffer.arrays, byteLength);
}

/** A header, and two chunks: the description as JSON, and the arrays. Each chunk has a whole number of four bytes. */
function packed(description: object, arrays: readonly BlobPart[], byteLength: number): Blob {
  const text = new TextEncoder().encode(JSON.stringify(description));
  const json = new Uint8Array((text.length + 3) & ~3).fill(' '.charCodeAt(0));
  json.set(text);
  const all = 12 + 8 + json.length + 8 + byteLength;
  const words = (...numbers: number[]) => {
    const view = new DataView(new ArrayBuffer(4 * numbers.length));
    for (const [i, number] of numbers.entries()) view.setUint32(4 * i, number, true);
    return view;
  };
  const header = words(MAGIC, 2, all, json.length, JSON_CHUNK);
  return new Blob([header, json, words(byteLength, BINARY_CHUNK), ...arrays], { type: 'model/gltf-binary' });
}
