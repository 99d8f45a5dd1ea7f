/** The job that reads a scene or a mesh from the bytes of a file, and checks it. */
import type { SceneFile } from '../../physics';
import { isClothsim, readClothsim } from '../../physics/scenes/file/clothsim-file';
import { parseSceneFile } from '../../physics/scenes/file/parse-scene-file';
import type { ReadBody } from '../../physics/scenes/mesh/body';
import type { MeshOptions, MeshReport } from '../../physics/scenes/mesh/mesh-report';
import type { Progress } from '../../physics/slices';
import { mapSlices } from '../../physics/slices';
import { textOf } from './file-kinds';
import { CLOTHSIM } from './mesh-words';
import { type PackedScene, pack } from './packed-scene';
import { isMesh, readBodyMesh, readMesh } from './read-mesh';

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
