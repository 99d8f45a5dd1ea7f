/** The job that reads a scene or a mesh from the bytes of a file, and checks it. */
import type { SceneFile } from '../../physics';
import { isClothsim, readClothsim } from '../../physics/scenes/file/clothsim-file';
import { parseSceneFile } from '../../physics/scenes/file/parse-scene-file';
import { meshAsBody, type ReadBody } from '../../physics/scenes/mesh/body';
import {
  createMeshNotes,
  type MeshNotes,
  type MeshOptions,
  type MeshReport,
} from '../../physics/scenes/mesh/mesh-report';
import { meshAsCloth } from '../../physics/scenes/mesh/obj-file';
import { type PolygonMesh, parseObj } from '../../physics/scenes/mesh/parse-obj';
import { mapSlices, type Progress } from '../../physics/slices';
import { formatOf, isObj, MESH, textOf } from './file-kinds';
import { CLOTHSIM } from './mesh-words';
import { type PackedScene, pack } from './packed-scene';

interface FileArgs {
  name: string;
  bytes: ArrayBuffer;
  /** Characters of the JSON of a small scene. */
  small: number;
  /** Of a mesh; absent: the defaults. */
  options?: MeshOptions;
}

/** A small scene as its file, which the engine is to check; any other is checked, and packed. */
export type ReadScene = FileAndReport | ({ packed: PackedScene } & AboutFile) | { lesson: object };

/** How a file was read. */
interface AboutFile {
  /** Of a mesh. */
  report?: MeshReport;
  /** What the page says of a file of another program. */
  note?: string;
}

interface FileAndReport extends AboutFile {
  file: SceneFile;
}

/** Texts that are so many times longer than `small` are not of a small scene. */
const MAX_EXPANSION = 16;
/** Fraction of the work until the file is there, and is to be checked. */
const UNCHECKED = 0.6;

/** @throws Error whose message goes on after the name of the file */
export async function* readFile(args: FileArgs): AsyncGenerator<Progress<null>, ReadScene, void> {
  const at = (done: number) => ({ done, partial: null });
  const bytes = new Uint8Array(args.bytes);
  yield at(0.02);
  const isScene = !isMesh(args.name, bytes);
  let read: FileAndReport;
  try {
    const work = isScene ? readJson(args.name, bytes) : await readMesh(args.name, bytes, args.options);
    read = yield* mapSlices(work, (done) => at(UNCHECKED * done));
  } catch (error) {
    throw explained(isScene ? 'is not a scene file' : 'can’t be loaded as a cloth', error);
  }
  const { file } = read;
  if (isLesson(file)) return { lesson: file };
  yield at(UNCHECKED);
  // What it defines has to join before it can be checked.
  if (file.definitions) return read;
  if (bytes.length <= MAX_EXPANSION * args.small && JSON.stringify(file).length <= args.small) return read;
  try {
    return { report: read.report, note: read.note, packed: pack(parseSceneFile(file)) };
  } catch (error) {
    throw explained('can’t be loaded', error);
  }
}

/** A mesh as the shape of a body. @throws Error whose message goes on after the name of the file */
export async function* readBody(args: Omit<FileArgs, 'small'>): AsyncGenerator<Progress<null>, ReadBody, void> {
  try {
    const work = await readBodyMesh(args.name, new Uint8Array(args.bytes), args.options);
    return yield* mapSlices(work, (done) => ({ done, partial: null }));
  } catch (error) {
    throw explained('can’t be a body', error);
  }
}

/** True for a teacher's lesson, which the page checks. */
function isLesson(file: unknown): boolean {
  return typeof file === 'object' && file !== null && 'hookeLesson' in file;
}

function* readJson(name: string, bytes: Uint8Array): Generator<number, FileAndReport, void> {
  yield 0.1;
  const file = JSON.parse(textOf(bytes));
  if (!isClothsim(file)) return { file };
  yield 0.2;
  return { file: readClothsim(file, name.replace(/\.[^.]*$/, '')), note: CLOTHSIM };
}

function explained(what: string, error: unknown): Error {
  return new RangeError(`${what}: ${(error as Error).message}`);
}

// Reads a mesh from the bytes of a file, whatever its format, for the page and for the command line.

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
