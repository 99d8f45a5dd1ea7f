/** Reads meshes as glTF, PLY and STL, by the loaders of three. */
import type { BufferGeometry, Object3D } from 'three';
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
    return objectOf(new PLYLoader().parse(bytes));
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
    // The loader gives the points of a cloud as it gives the corners of triangles.
    const header = new TextDecoder('latin1').decode(bytes.slice(0, MAX_HEADER)).split('end_header')[0];
    const [, faces = 0] = /^element face (\d+)/m.exec(header) ?? [];
    if (Number(faces) === 0) throw new Error('it has points without faces');
    return bytes;
  },
  stl: (bytes) => bytes,
};

/** Bytes of the header of a PLY file at most. */
const MAX_HEADER = 1 << 16;

async function objectOf(geometry: BufferGeometry): Promise<Object3D> {
  const { Mesh } = await import('three');
  return new Mesh(geometry);
}

/**
 * The triangles and lines of all objects of a file. Their faces are numbered from 1, in the order of the file.
 * @throws Error if it cannot be read
 */
export async function readFormat(format: MeshFormat, bytes: ArrayBuffer, notes: MeshNotes): Promise<PolygonMesh> {
  const checked = await CHECKS[format](bytes);
  const scene = await READERS[format](checked).catch(({ message }: Error) => {
    throw new Error(`it is damaged, or ends early (${message})`);
  });
  const mesh: PolygonMesh = { vertices: [], faces: [], lines: [], groups: [], own: null };
  // glTF is in metres; the others do not say.
  if (format === 'gltf') mesh.unit = 'm';
  const { Vector3 } = await import('three');
  const vertex = new Vector3();
  /** What Hooke writes beside the mesh: all its parts have the same vertices then. */
  const own: unknown = scene.userData.own;
  scene.traverse((object) => {
    const { geometry } = object as Object3D & { geometry?: BufferGeometry };
    const kind = Object.keys(PARTS).find((one) => one in object) as keyof typeof PARTS | undefined;
    if (!geometry?.attributes.position || !kind) return;
    if (object.name) mesh.groups.push({ name: object.name, line: mesh.faces.length });
    const { position } = geometry.attributes;
    const isShared = typeof own === 'string' && mesh.vertices.length === position.count;
    const first = isShared ? 0 : mesh.vertices.length;
    for (let i = 0; i < position.count && !isShared; i++) {
      const { x, y, z } = vertex.fromBufferAttribute(position, i).applyMatrix4(object.matrixWorld);
      const isUsable = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= MAX_COORDINATE;
      mesh.vertices.push(isUsable ? [x, y, z] : [Number.NaN, Number.NaN, Number.NaN]);
    }
    const { index } = geometry;
    const corners = Array.from({ length: (index ?? position).count }, (_, c) => first + (index ? index.getX(c) : c));
    PARTS[kind](mesh, corners, notes);
  });
  notes.report.counts.vertex = mesh.vertices.length;
  leaveOutUnusable(mesh, notes);
  if (typeof own === 'string') readOwnComments(mesh, own, notes);
  return mesh;
}

/** What the corners of each kind of object form. A loop and a strip of lines have the mark of lines as well. */
const PARTS = {
  isMesh(mesh: PolygonMesh, corners: readonly number[], notes: MeshNotes) {
    for (let c = 0; c + 2 < corners.length; c += 3) {
      const [i, j, k] = corners.slice(c, c + 3);
      const line = ++notes.report.counts.face;
      if (i === j || j === k || k === i) notes.omit('face', line, 'a corner occurs twice in the face');
      else mesh.faces.push({ corners: [i, j, k], line });
    }
  },
  isPoints() {},
  isLineSegments(mesh: PolygonMesh, corners: readonly number[], notes: MeshNotes) {
    for (let c = 0; c + 1 < corners.length; c += 2) addLine(mesh, corners[c], corners[c + 1], notes);
  },
  isLineLoop(mesh: PolygonMesh, corners: readonly number[], notes: MeshNotes) {
    for (let c = 0; c < corners.length; c++) addLine(mesh, corners[c], corners[(c + 1) % corners.length], notes);
  },
  isLine(mesh: PolygonMesh, corners: readonly number[], notes: MeshNotes) {
    for (let c = 0; c + 1 < corners.length; c++) addLine(mesh, corners[c], corners[c + 1], notes);
  },
};

function addLine({ lines }: PolygonMesh, one: number, other: number, { report }: MeshNotes): void {
  report.counts.line++;
  if (one !== other) lines.push({ ends: [one, other], line: report.counts.line });
}
