/** The job that reads a scene or a mesh from the bytes of a file, and checks it. */
import type { SceneFile } from '../../physics';
import type { Progress } from '../../physics/analysis/sliced-work';
import { parseSceneFile } from '../../physics/scenes/file/parse-scene-file';
import type { MeshOptions, MeshReport } from '../../physics/scenes/mesh/mesh-report';
import { readObjInSlices } from '../../physics/scenes/mesh/obj-file';
import { mapSlices } from '../../physics/slices';
import { isObj, MESH, textOf } from './file-kinds';
import { type PackedScene, pack } from './packed-scene';

interface FileArgs {
  name: string;
  bytes: ArrayBuffer;
  /** Characters of the JSON of a small scene. */
  small: number;
  /** Of a mesh; absent: the defaults. */
  options?: MeshOptions;
}

/** A small scene as its file, which the engine is to check; any other is checked, and packed. Of a mesh its report too. */
export type ReadScene = FileAndReport | { packed: PackedScene; report?: MeshReport };

interface FileAndReport {
  file: SceneFile;
  report?: MeshReport;
}

/** Texts that are so many times longer than `small` are not of a small scene. */
const MAX_EXPANSION = 16;
/** Fraction of the work until the file is there, and is to be checked. */
const UNCHECKED = 0.6;

/** @throws Error whose message goes on after the name of the file */
export function* readFile(args: FileArgs): Generator<Progress<null>, ReadScene, void> {
  const at = (done: number) => ({ done, partial: null });
  const text = textOf(new Uint8Array(args.bytes));
  yield at(0.02);
  const isMesh = MESH.test(args.name) || isObj(text);
  const reading = isMesh ? readMesh(text, args) : readJson(text);
  const read = yield* mapSlices(reading, (done) => at(UNCHECKED * done));
  const { file } = read;
  yield at(UNCHECKED);
  // What it defines has to join before it can be checked.
  if (file.definitions) return read;
  if (text.length <= MAX_EXPANSION * args.small && JSON.stringify(file).length <= args.small) return read;
  try {
    return { report: read.report, packed: pack(parseSceneFile(file)) };
  } catch (error) {
    throw explained('can’t be loaded', error);
  }
}

function* readMesh(text: string, { name, options }: FileArgs): Generator<number, FileAndReport, void> {
  try {
    return yield* readObjInSlices(text, name.replace(MESH, ''), options);
  } catch (error) {
    throw explained('can’t be loaded as a cloth', error);
  }
}

function* readJson(text: string): Generator<number, FileAndReport, void> {
  yield 0.1;
  try {
    return { file: JSON.parse(text) };
  } catch (error) {
    throw explained('is not a scene file', error);
  }
}

function explained(what: string, error: unknown): Error {
  return new RangeError(`${what}: ${(error as Error).message}`);
}
