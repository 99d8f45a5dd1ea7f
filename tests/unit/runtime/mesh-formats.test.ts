import { describe, expect, test } from 'vitest';
import { createMeshNotes } from '../../../src/physics/scenes/mesh/mesh-report';
import { readObj } from '../../../src/physics/scenes/mesh/obj-file';
import { runToEnd } from '../../../src/physics/slices';
import { readFormat } from '../../../src/runtime/jobs/mesh-formats';
import { readMesh } from '../../../src/runtime/jobs/read-file';
import { asciiPly, asciiStl, glb, gltf, OBJ, ply, stl, VERTICES } from '../../fixtures/sheet-files';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = async (name: string, bytes: Uint8Array) => runToEnd(await readMesh(name, bytes));

describe('a mesh is the same cloth in every format', () => {
  test.each([
    ['sheet.glb', glb(gltf())],
    ['sheet.gltf', bytesOf(JSON.stringify(gltf().json))],
    ['sheet.stl', stl()],
    ['sheet', stl()],
    ['sheet.stl', bytesOf(asciiStl())],
    ['sheet.ply', ply()],
    ['sheet.ply', bytesOf(asciiPly())],
  ])('%s', async (name, bytes) => {
    const expected = readObj(OBJ, 'sheet', { unit: 'm' }).file;
    const { file, report } = await read(name, bytes);
    // The vertices of an STL are in the order of its triangles.
    const order = file.particles.positions.map((at) =>
      expected.particles.positions.findIndex((other) => other.every((value, axis) => value === at[axis])),
    );
    expect([...order].sort((a, b) => a - b)).toEqual(VERTICES.map((_, i) => i));
    const masses = expected.particles.masses as number[];
    (file.particles.masses as number[]).forEach((mass, i) => {
      expect(mass).toBeCloseTo(masses[order[i]], 12);
    });
    const springsOf = ({ springs }: typeof file, at: (i: number) => number) =>
      springs?.pairs.map((pair, j) => `${springs.kinds?.[j]} ${pair.map(at).sort((a, b) => a - b)}`).sort();
    expect(springsOf(file, (i) => order[i])).toEqual(springsOf(expected, (i) => i));
    expect(file.name).toBe('sheet');
    expect(report.pieces).toBe(1);
  });
});

test('glTF is in metres, as it says: a cloth of 40 m stays so', async () => {
  const scaled = gltf({ nodes: [{ children: [1] }, { scale: [50, 50, 50], mesh: 0 }] });
  expect((await read('sail.glb', glb(scaled))).report.options.unit).toBe('m');
});

test('lines become springs', async () => {
  const lines = gltf({ meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 3 }] }] });
  const { file } = await read('rope.glb', glb(lines));
  expect(file.springs?.pairs).toEqual(VERTICES.slice(1).map((_, i) => [i, i + 1]));
});

test('what is wrong is left out, with the number of the face', async () => {
  const broken = asciiPly().replace('3 0 4 5', '3 0 0 5').replace('3 1 5 6', '3 1 5 66');
  const { report } = await read('sheet.ply', bytesOf(broken));
  expect(report.places).toBe('face');
  expect(report.omissions).toEqual([
    { what: 'face', line: 1, reason: 'a corner occurs twice in the face' },
    { what: 'face', line: 3, reason: 'there is no vertex 67; there are 12' },
  ]);
});

test('a face and a line of one number are both left out, and the parts of one line once', () => {
  const { omit, report } = createMeshNotes('face');
  for (const what of ['face', 'line', 'line'] as const) omit(what, 1, 'there is no vertex 7');
  expect(report.omitted).toEqual({ face: 1, line: 1, vertex: 0 });
});

test('a large file is read in slices of at most 2^14 vertices and corners', async () => {
  const triangles = 40_000;
  const file = new DataView(new ArrayBuffer(84 + 50 * triangles));
  file.setUint32(80, triangles, true);
  const slices = [...(await readFormat('stl', file.buffer, createMeshNotes('face')))];
  expect(slices).toHaveLength(Math.floor((2 * 3 * triangles) / 2 ** 14));
  expect(slices).toEqual(slices.toSorted((a, b) => a - b));
  expect([slices[0] > 0, slices[slices.length - 1] <= 1]).toEqual([true, true]);
});

test.each([
  ['a.glb', glb(gltf({ extensionsRequired: ['KHR_draco_mesh_compression'] })), /compressed \(KHR_draco/],
  ['a.glb', glb(gltf({ asset: { version: '1.0' } })), /glTF 1\.0; Hooke reads glTF 2\.0/],
  [
    'a.gltf',
    bytesOf(JSON.stringify(gltf({ buffers: [{ uri: 'a.bin', byteLength: 9 }] }).json)),
    /another file, a\.bin/,
  ],
  ['a.ply', bytesOf('ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n'), /without faces/],
  ['a.stl', bytesOf('solid a\nfacet\nendsolid'), /damaged, or ends early/],
])('%s is refused in words: %#', async (name, bytes, message) => {
  await expect(read(name, bytes)).rejects.toThrow(message);
});

test('a file that ends early is read in part or refused, never with another kind of failure', async () => {
  for (const [name, whole] of [
    ['a.glb', glb(gltf())],
    ['a.stl', stl()],
    ['a.ply', ply()],
  ] as const) {
    for (let length = 0; length < whole.length; length += 37) {
      const result = await read(name, whole.slice(0, length)).catch((error: Error) => error.message);
      expect(typeof result === 'string' ? result : result.file.hooke).toSatisfy((value) => value === 1 || value !== '');
    }
  }
});
