/** Reads meshes as glTF, PLY and STL, by the loaders of three. */
import type { BufferGeometry, Object3D, Vector3 } from 'three';
import type { Vec3 } from '../../physics/model/model';
import type { MeshNotes } from '../../physics/scenes/mesh/mesh-report';
import {
  leaveOutUnusable,
  MAX_COORDINATE,
  type PolygonMesh,
  readOwnComments,
} from '../../physics/scenes/mesh/parse-obj';
import type { MeshFormat } from './file-kinds';
import { glbOf } from './glb-file';

/** Reads the objects of a file, with their geometry and their place. */
const READERS: Record<MeshFormat, (bytes: ArrayBuffer) => Promise<Object3D>> = {
  async gltf(bytes) {
    const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
    const { MeshBasicMaterial } = await import('three');
    const loader = new GLTFLoader();
    // Materials have pictures, which no cloth needs.
    const plain = { name: 'plain', loadMaterial: async () => new MeshBasicMaterial() };
    loader.register(() => plain as never);
    const { scene, asset } = await loader.parseAsync(bytes, '');
    scene.userData = { own: asset.extras?.hooke };
    scene.updateMatrixWorld(true);
    return scene;
  },
  async ply(bytes) {
    const { PLYLoader } = await import('three/addons/loaders/PLYLoader.js');
    const { Points } = await import('three');
    const geometry = new PLYLoader().parse(bytes);
    const object = geometry.index ? await objectOf(geometry) : new Points(geometry);
    object.userData = { own: ownComments(headerOfPly(bytes)) };
    return object;
  },
  async stl(bytes) {
    const { STLLoader } = await import('three/addons/loaders/STLLoader.js');
    return objectOf(new STLLoader().parse(bytes));
  },
};

/** What the loaders do not say. @throws Error in words */
const CHECKS: Record<MeshFormat, (bytes: ArrayBuffer) => ArrayBuffer | Promise<ArrayBuffer>> = {
  gltf: glbOf,
  ply(bytes) {
    const header = headerOfPly(bytes);
    const [, faces = 0] = /^element face (\d+)/m.exec(header) ?? [];
    if (Number(faces) === 0 && !ownComments(header)) throw new Error('it has points without faces');
    return bytes;
  },
  stl: (bytes) => bytes,
};

/** Bytes of the header of a PLY file at most. What Hooke writes in it is some 20 bytes a spring. */
const MAX_HEADER = 1 << 25;

const headerOfPly = (bytes: ArrayBuffer) =>
  new TextDecoder('latin1').decode(bytes.slice(0, MAX_HEADER)).split('end_header')[0];

/** What Hooke writes in the comments of a header. */
const ownComments = (header: string) => header.match(/(?<=^comment )#hooke .*$/gm)?.join('\n');

async function objectOf(geometry: BufferGeometry): Promise<Object3D> {
  const { Mesh } = await import('three');
  return new Mesh(geometry);
}

/** Vertices and corners between two reports of progress. */
const SLICE = 1 << 14;

/** How the corners of each kind of object form triangles or lines. A loop and a strip of lines have the mark of lines as well. */
const KINDS = {
  isMesh: { corners: 3, step: 3 },
  isPoints: { corners: 1, step: 1 },
  isLineSegments: { corners: 2, step: 2 },
  isLineLoop: { corners: 2, step: 1, isClosed: true },
  isLine: { corners: 2, step: 1 },
};

/** An object of a file that has vertices. */
interface Part extends Object3D {
  geometry: BufferGeometry;
}

/**
 * The work that makes one mesh of the triangles and lines of all objects of a file. Their faces are numbered from 1, in the order of
 * the file. It yields the fraction that is done.
 * @throws Error if the file cannot be read
 */
export async function readFormat(
  format: MeshFormat,
  bytes: ArrayBuffer,
  notes: MeshNotes,
): Promise<Generator<number, PolygonMesh, void>> {
  const checked = await CHECKS[format](bytes);
  const scene = await READERS[format](checked).catch(({ message }: Error) => {
    throw new Error(`it is damaged, or ends early (${message})`);
  });
  const { Vector3 } = await import('three');
  const mesh: PolygonMesh = { vertices: [], faces: [], lines: [], groups: [], own: null };
  // glTF is in metres; the others do not say.
  if (format === 'gltf') mesh.unit = 'm';
  return addObjects(mesh, scene, new Vector3(), notes);
}

/** @param vertex overwritten */
function* addObjects(
  mesh: PolygonMesh,
  scene: Object3D,
  vertex: Vector3,
  notes: MeshNotes,
): Generator<number, PolygonMesh, void> {
  const parts: Part[] = [];
  scene.traverse((object) => {
    if ((object as Part).geometry?.attributes.position) parts.push(object as Part);
  });
  const total = parts.reduce(
    (sum, { geometry }) => sum + geometry.attributes.position.count + cornerCount(geometry),
    0,
  );
  /** What Hooke writes beside the mesh: all its parts have the same vertices then. */
  const own: unknown = scene.userData.own;
  let done = 0;
  for (const part of parts) {
    const { name, geometry, matrixWorld } = part;
    const kind = Object.entries(KINDS).find(([mark]) => mark in part);
    if (!kind) continue;
    if (name) mesh.groups.push({ name, line: mesh.faces.length });
    const { position } = geometry.attributes;
    const isShared = typeof own === 'string' && mesh.vertices.length === position.count;
    const first = isShared ? 0 : mesh.vertices.length;
    for (let i = 0; i < position.count && !isShared; i++) {
      if (++done % SLICE === 0) yield done / total;
      const { x, y, z } = vertex.fromBufferAttribute(position, i).applyMatrix4(matrixWorld);
      const isUsable = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= MAX_COORDINATE;
      mesh.vertices.push(isUsable ? [x, y, z] : [Number.NaN, Number.NaN, Number.NaN]);
    }
    const { index } = geometry;
    const count = cornerCount(geometry);
    const corner = (c: number) => first + (index ? index.getX(c % count) : c % count);
    const { corners, step, isClosed }: (typeof KINDS)['isLineLoop'] = { isClosed: false, ...kind[1] };
    for (let c = 0; c + (isClosed ? 1 : corners) <= count; c += step) {
      done += step;
      if (done % SLICE < step) yield done / total;
      if (corners === 3) addTriangle(mesh, [corner(c), corner(c + 1), corner(c + 2)], notes);
      else if (corners === 2) addLine(mesh, [corner(c), corner(c + 1)], notes);
    }
  }
  notes.report.counts.vertex = mesh.vertices.length;
  leaveOutUnusable(mesh, notes);
  if (typeof own === 'string') readOwnComments(mesh, own, notes);
  return mesh;
}

const cornerCount = ({ index, attributes }: BufferGeometry) => (index ?? attributes.position).count;

function addTriangle(mesh: PolygonMesh, corners: Vec3, notes: MeshNotes): void {
  const line = ++notes.report.counts.face;
  const [i, j, k] = corners;
  if (i === j || j === k || k === i) notes.omit('face', line, 'a corner occurs twice in the face');
  else mesh.faces.push({ corners, line });
}

function addLine({ lines }: PolygonMesh, ends: [number, number], { report }: MeshNotes): void {
  report.counts.line++;
  if (ends[0] !== ends[1]) lines.push({ ends, line: report.counts.line });
}
