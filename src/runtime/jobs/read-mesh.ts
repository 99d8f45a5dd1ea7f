/** Reads a mesh from the bytes of a file, whatever its format, for the page and for the command line. */
import { createMeshNotes, type MeshOptions } from '../../physics/scenes/mesh/mesh-report';
import { meshAsCloth, type ReadMesh, readObjInSlices } from '../../physics/scenes/mesh/obj-file';
import { formatOf, isObj, MESH, textOf } from './file-kinds';

/** True for a file that is a mesh by its content or its name. */
export function isMesh(name: string, bytes: Uint8Array): boolean {
  return MESH.test(name) || formatOf(bytes) !== null || isObj(bytes);
}

/** The work that makes a cloth of a mesh. It yields the fraction that is done. @throws Error if the file cannot be read */
export async function readMesh(
  name: string,
  bytes: Uint8Array,
  options?: MeshOptions,
): Promise<Generator<number, ReadMesh, void>> {
  const title = name.replace(MESH, '');
  const format = formatOf(bytes);
  if (format === null) return readObjInSlices(textOf(bytes), title, options);
  const { readFormat } = await import('./mesh-formats');
  const notes = createMeshNotes('face');
  const { buffer, byteOffset, length } = bytes;
  const mesh = await readFormat(format, buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer, notes);
  return meshAsCloth(mesh, notes, title, options);
}
