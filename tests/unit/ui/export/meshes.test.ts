import { strFromU8, unzipSync } from 'fflate';
import { type BufferAttribute, BufferGeometry, LineSegments, Mesh, type Points, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSimulation, SCENES, SPRING_KINDS } from '../../../../src/physics';
import { createMeshNotes } from '../../../../src/physics/scenes/mesh/mesh-report';
import { meshAsCloth, type ReadMesh, readObj } from '../../../../src/physics/scenes/mesh/obj-file';
import { runToEnd } from '../../../../src/physics/slices';
import { readFormat } from '../../../../src/runtime/jobs/mesh-formats';
import type { Exporting, ExportOptions } from '../../../../src/ui/lab/scripting';
import { createExporting } from '../../../../src/ui/sharing/export/exporting';
import { type LabInNode, openLabInNode } from '../../../fixtures/lab-in-node';
import { LONG } from '../../../fixtures/run-length';

/** m. */
const TOLERANCE = 1e-6;

let lab: LabInNode;
let exporting: Exporting;
beforeEach(() => {
  lab = openLabInNode();
  exporting = createExporting(lab);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Parts = (Mesh | LineSegments | Points)[];

/** Every format, by three's own reader of it: parts with positions. */
const READERS: Record<string, (file: Blob) => Promise<Parts>> = {
  obj: async (file) => new OBJLoader().parse(await file.text()).children as Parts,
  async glb(file) {
    const { scene } = await new GLTFLoader().parseAsync(await file.arrayBuffer(), '');
    const parts: Parts = [];
    scene.traverse((one) => {
      if ('geometry' in one) parts.push(one as Mesh);
    });
    return parts;
  },
};

async function read(format: string): Promise<Parts> {
  return READERS[format](await exporting.export(format));
}

/** Corner by corner, without indices. */
const cornersOf = ({ geometry }: Parts[number]) => (geometry.index ? geometry.toNonIndexed() : geometry).attributes;

function expectPlaces(found: ArrayLike<number>, particles: ArrayLike<number>): void {
  const { positions } = lab.frame;
  expect(found.length).toBe(3 * particles.length);
  let farthest = 0;
  for (let k = 0; k < particles.length; k++) {
    for (let c = 0; c < 3; c++) {
      farthest = Math.max(farthest, Math.abs(found[3 * k + c] - positions[4 * particles[k] + c]));
    }
  }
  expect(farthest).toBeLessThanOrEqual(TOLERANCE);
}

describe.each(Object.keys(READERS))('a file in the format %s', (format) => {
  test.each(['cloth', 'jelly-cube'])('of %s has its surface where the page has it, with normals', async (scene) => {
    await lab.send({ type: 'scene', scene });
    await lab.step(10);
    const [mesh] = await read(format);
    expect(mesh).toBeInstanceOf(Mesh);
    const { position, normal, uv } = cornersOf(mesh);
    const { surface } = lab.frame.structure;
    expectPlaces(position.array, surface);
    expect(uv.count).toBe(surface.length);
    // A normal is of length 1, and on the side from which its triangle is counterclockwise.
    const wrong: number[] = [];
    const corner = (k: number, from: typeof position) => new Vector3().fromBufferAttribute(from as BufferAttribute, k);
    for (let k = 0; k < surface.length; k += 3) {
      const [a, b, c] = [k, k + 1, k + 2].map((one) => corner(one, position));
      const area = b.sub(a).cross(c.sub(a));
      const n = corner(k, normal);
      if (Math.abs(n.length() - 1) > 1e-5 || !(n.dot(area) > 0)) wrong.push(k);
    }
    expect(wrong).toEqual([]);
  });

  test('of a scene without a surface has its springs as lines', async () => {
    await lab.send({ type: 'scene', scene: 'chain' });
    await lab.step(3);
    const { springs } = lab.frame.structure;
    const lines = await read(format);
    expect(lines.every((one) => one instanceof LineSegments)).toBe(true);
    expectPlaces(
      lines.flatMap((one) => [...cornersOf(one).position.array]),
      springs,
    );
  });
});

/** By the id of the export: the format as which it is read. */
const IMPORTS = { glb: 'gltf', ply: 'ply', stl: 'stl' } as const;

/** Reads what was exported, as a file that is dropped. */
async function readBack(format: 'obj' | keyof typeof IMPORTS, name: string): Promise<ReadMesh> {
  const file = await exporting.export(format);
  if (format === 'obj') return readObj(await file.text(), name);
  const notes = createMeshNotes('face');
  const mesh = runToEnd(await readFormat(IMPORTS[format], await file.arrayBuffer(), notes));
  return runToEnd(meshAsCloth(mesh, notes, name));
}

const EXPORTS = SCENES.flatMap(({ id }) => (['obj', 'glb', 'ply'] as const).map((format) => [format, id] as const));

/** By default every third scene in one of the formats, in turn; the long run has the rest. */
const IN_TURN = EXPORTS.filter((_, i) => [0, 10, 20].includes(i % 27) !== LONG);

test.each(IN_TURN)('a file in the format %s of %s is read back whole', { tags: ['sampled'] }, async (format, scene) => {
  const size = scene === 'membrane' || SCENES.find(({ id }) => id === scene)?.grid ? { rows: 8, columns: 7 } : {};
  await lab.send({ type: 'scene', scene, params: size });
  await lab.step(3);
  const { structure, positions } = lab.frame;
  const { file, report } = await readBack(format, scene);
  const { particleCount, masses, pinned, springs, kinds, absent, surface } = structure;
  const present = [...kinds.keys()].filter((j) => absent[j] === 0);
  expect(report).toMatchObject({ omitted: { face: 0, line: 0, vertex: 0 }, statements: [], welded: 0 });
  expect(file.particles.positions.flat().map(Math.fround)).toEqual(
    Array.from({ length: 3 * particleCount }, (_, k) => positions[4 * Math.floor(k / 3) + (k % 3)]).map(Math.fround),
  );
  expect((file.particles.masses as number[]).map(Math.fround)).toEqual(
    [...masses.slice(0, particleCount)].map(Math.fround),
  );
  expect(file.particles.pinned).toEqual([...pinned.keys()].filter((i) => pinned[i]));
  expect(file.springs?.pairs).toEqual(present.map((j) => [springs[2 * j], springs[2 * j + 1]]));
  expect(file.springs?.kinds).toEqual(present.map((j) => SPRING_KINDS[kinds[j]]));
  expect(file.surface?.flat()).toEqual([...surface]);
  expect(createSimulation({ scene: file }).step(2).ok).toBe(true);
});

test('a PLY file has normals, texture coordinates and edges as other programs read them', async () => {
  await lab.send({ type: 'scene', scene: 'cloth', params: { rows: 5, columns: 4 } });
  await lab.step(10);
  const geometry = new PLYLoader().parse(await (await exporting.export('ply')).arrayBuffer());
  const { position, normal, uv } = geometry.attributes;
  expectPlaces(position.array, [...Array(20).keys()]);
  expect([...(geometry.index?.array ?? [])]).toEqual([...lab.frame.structure.surface]);
  expect([normal.count, uv.count]).toEqual([20, 20]);
  await lab.send({ type: 'scene', scene: 'chain' });
  const { springs, particleCount } = lab.frame.structure;
  const [head, body] = (await (await exporting.export('ply')).text()).split('end_header\n');
  expect(head).toContain(`element edge ${springs.length / 2}\nproperty int vertex1\nproperty int vertex2\n`);
  expect(body.trimEnd().split('\n').slice(particleCount).join(' ')).toBe(springs.join(' '));
});

test('an STL file has the triangles of the surface', async () => {
  await lab.send({ type: 'scene', scene: 'cloth', params: { rows: 5, columns: 4 } });
  await lab.step(10);
  const { file } = await readBack('stl', 'cloth');
  const { positions } = lab.frame;
  const corners = file.surface?.flat().map((i) => file.particles.positions[i]);
  expect(corners).toEqual([...lab.frame.structure.surface].map((i) => [...positions.subarray(4 * i, 4 * i + 3)]));
  const { normal, position } = new STLLoader().parse(await (await exporting.export('stl')).arrayBuffer()).attributes;
  const places = new BufferGeometry().setAttribute('position', position);
  places.computeVertexNormals();
  const errors = [...normal.array].map((value, k) => Math.abs(value - places.attributes.normal.array[k]));
  expect(Math.max(...errors)).toBeLessThan(1e-5);
  await lab.send({ type: 'scene', scene: 'chain' });
  await expect(exporting.export('stl')).rejects.toThrow('the scene has no surface');
});

test('a sequence of OBJ files has the run at its moments, with progress', async () => {
  const setup = { scene: 'cloth', params: { rows: 5, columns: 5, dt: 1e-3 } };
  await lab.send({ type: 'scene', ...setup });
  await lab.step(100);
  const done: number[] = [];
  const watch = { onProgress: (part: number) => done.push(part) };
  const file = await exporting.export('obj', { from: 0.01, interval: 0.01 }, watch);
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
  expect(Object.keys(files)).toEqual(
    Array.from({ length: 10 }, (_, k) => `mesh-${String(k + 1).padStart(2, '0')}.obj`),
  );
  const simulation = createSimulation({ ...setup, kernel: 'js' });
  for (const bytes of Object.values(files)) {
    simulation.step(10);
    const vertices = strFromU8(bytes).match(/^v .*$/gm) ?? [];
    const places = vertices.flatMap((line) => line.split(' ').slice(1).map(Number));
    const particles = Array(25).keys();
    expect(places.map(Math.fround)).toEqual([...particles].flatMap((i) => simulation.particle(i).position));
  }
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.at(-1)).toBe(1);
});

test('an animated glTF file has the run at its moments, and at most 120 of them', async () => {
  const setup = { scene: 'cloth', params: { rows: 5, columns: 5, dt: 1e-3 } };
  await lab.send({ type: 'scene', ...setup });
  await lab.step(130);
  const file = await exporting.export('glb', { from: 0.01, to: 0.05, interval: 0.01 });
  const { scene, animations } = await new GLTFLoader().parseAsync(await file.arrayBuffer(), '');
  const [{ geometry }] = scene.children as Mesh[];
  const { position } = geometry.attributes;
  const [track] = animations[0].tracks;
  expect([...track.times].map((time) => Math.round(1000 * time))).toEqual([0, 10, 20, 30, 40]);
  const weights = Array.from({ length: 5 }, (_, i) => Array.from({ length: 4 }, (__, k) => (i === k + 1 ? 1 : 0)));
  expect([...track.values]).toEqual(weights.flat());
  expect(geometry.morphTargetsRelative).toBe(true);
  const simulation = createSimulation({ ...setup, kernel: 'js' });
  for (let moment = 0; moment < 5; moment++) {
    simulation.step(10);
    const change = moment === 0 ? null : geometry.morphAttributes.position?.[moment - 1].array;
    const expected = Array.from({ length: 25 }, (_, i) => simulation.particle(i).position).flat();
    const errors = expected.map((value, k) => Math.abs(position.array[k] + (change?.[k] ?? 0) - value));
    expect(Math.max(...errors)).toBeLessThanOrEqual(TOLERANCE);
  }
  const message = 'interval: 131 moments, at most 120 in a glTF file';
  await expect(exporting.export('glb', { interval: 1e-3 })).rejects.toThrow(message);
});

describe('what can’t be exported is refused by name:', () => {
  test.each([
    ['a format', 'fbx', {}, 'there is no format "fbx"; there are csv, glb, obj, ply, png, report, stl, svg, usda'],
    ['an option', 'obj', { colour: 1 }, 'export obj: there is no option "colour"'],
    ['options that are no object', 'obj', 'all', 'the options must be an object, got all'],
  ])('%s', async (_, format, options, message) => {
    await expect(exporting.export(format, options as ExportOptions)).rejects.toThrow(message);
    await expect(exporting.export(format, options as ExportOptions)).rejects.toThrow(RangeError);
  });
});
