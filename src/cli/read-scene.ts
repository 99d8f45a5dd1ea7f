/** Reads a scene for a command: a scene file, one of Berkeley's cloth simulator, or a mesh. */
import { basename } from 'node:path';
import type { MeshReport, SceneFile } from '../physics';
import { runToEnd } from '../physics/slices';
import { MESH } from '../runtime/jobs/file-kinds';
import { CLOTHSIM, listOfOmissions, meshInWords, omissionsInWords } from '../runtime/jobs/mesh-words';
import { CommandFailure, readBytes, readJson } from './command';

/** μ of a body. */
const FRICTION = 0.4;
/** Parts left out that are listed. */
const LISTED = 20;

/**
 * Says on standard error how a file of another program was read.
 * @returns a scene, or the value of a JSON file that the engine is to check
 * @throws CommandFailure for a file that can't be read
 */
export async function readScene(path: string): Promise<unknown> {
  if (MESH.test(path)) {
    const { readMesh } = await import('../runtime/jobs/read-file');
    return (await readBy(path, readMesh, 'loaded as a cloth')).file;
  }
  const value = await readJson(path);
  const { isClothsim, readClothsim } = await import('../physics/scenes/file/clothsim-file');
  if (!isClothsim(value)) return value;
  try {
    const file = readClothsim(value, basename(path).replace(/\.[^.]*$/, ''));
    process.stderr.write(`${path}: ${CLOTHSIM}\n`);
    return file;
  } catch (error) {
    throw new CommandFailure(`${path} can't be loaded: ${(error as Error).message}`);
  }
}

/**
 * A scene with a body more: a closed mesh, where its file has it. Says on standard error how the mesh was read.
 * @throws CommandFailure for a file that can't be read, or a scene that is not in a file
 */
export async function withBody(scene: unknown, path: string): Promise<unknown> {
  if (typeof scene !== 'object' || scene === null)
    throw new CommandFailure(`--body needs a scene from a file, got ${JSON.stringify(scene)}`, 2);
  const { readBodyMesh } = await import('../runtime/jobs/read-file');
  const { mesh, center } = await readBy(path, readBodyMesh, 'a body');
  const { meshes = [], bodies = [] } = scene as SceneFile;
  const body = { shape: mesh.name, center, friction: FRICTION };
  return { ...scene, meshes: [...meshes, mesh], bodies: [...bodies, body] };
}

/** @param what the mesh can't be, for the error */
async function readBy<T extends { report: MeshReport }>(
  path: string,
  read: (name: string, bytes: Uint8Array) => Promise<Generator<number, T, void>>,
  what: string,
): Promise<T> {
  const bytes = await readBytes(path);
  try {
    const result = runToEnd(await read(basename(path), bytes));
    const { report } = result;
    const lines = [...meshInWords(report), ...omissionsInWords(report), ...listOfOmissions(report, LISTED)];
    process.stderr.write(lines.map((line) => `${path}: ${line}\n`).join(''));
    return result;
  } catch (error) {
    throw new CommandFailure(`${path} can't be ${what}: ${(error as Error).message}`);
  }
}
