/** Reads a mesh from the bytes of a file, whatever its format, for the page and for the command line. */
import { meshAsBody } from '../../physics/scenes/mesh/body';
import { createMeshNotes, type MeshNotes, type MeshOptions } from '../../physics/scenes/mesh/mesh-report';
import { meshAsCloth } from '../../physics/scenes/mesh/obj-file';
import { type PolygonMesh, parseObj } from '../../physics/scenes/mesh/parse-obj';
import { mapSlices } from '../../physics/slices';
import { formatOf, isObj, MESH, textOf } from './file-kinds';

/** Fraction of the work that reading the text is. */
const TEXT = 0.5;

/** True for a file that is a mesh by its content or its name. */
export function isMesh(name: string, bytes: Uint8Array): boolean {
  return MESH.test(name) || formatOf(bytes) !== null || isObj(bytes);
}

type Build<T> = (
  polygons: PolygonMesh,
  notes: MeshNotes,
  title: string,
  options?: MeshOptions,
) => Generator<number, T, void>;

const reading =
  <T>(build: Build<T>) =>
  async (name: string, bytes: Uint8Array, options?: MeshOptions): Promise<Generator<number, T, void>> => {
    const { mesh, notes } = await polygonsOf(bytes);
    return buildFrom(mesh, (polygons) => build(polygons, notes, name.replace(MESH, ''), options));
  };

/** The work that makes a cloth of a mesh. It yields the fraction that is done. @throws Error if the file cannot be read */
export const readMesh = reading(meshAsCloth);

/** The same for the shape of a body. @throws as `readMesh`, and where the mesh encloses no volume */
export const readBodyMesh = reading(meshAsBody);

interface Polygons {
  mesh: Generator<number, PolygonMesh, void>;
  notes: MeshNotes;
}

async function polygonsOf(bytes: Uint8Array): Promise<Polygons> {
  const format = formatOf(bytes);
  if (format === null) {
    const notes = createMeshNotes();
    return { mesh: parseObj(textOf(bytes), notes), notes };
  }
  const { readFormat } = await import('./mesh-formats');
  const notes = createMeshNotes('face');
  const { buffer, byteOffset, length } = bytes;
  const mesh = await readFormat(format, buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer, notes);
  return { mesh, notes };
}

function* buildFrom<T>(
  mesh: Polygons['mesh'],
  build: (polygons: PolygonMesh) => Generator<number, T, void>,
): Generator<number, T, void> {
  const polygons = yield* mapSlices(mesh, (done) => TEXT * done);
  return yield* mapSlices(build(polygons), (done) => TEXT + (1 - TEXT) * done);
}
