/** Reads a scene for a command: a scene file, one of Berkeley's cloth simulator, or a mesh. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SceneFile } from '../physics';
import { runToEnd } from '../physics/slices';
import { MESH } from '../runtime/jobs/file-kinds';
import { CLOTHSIM, listOfOmissions, meshInWords, omissionsInWords } from '../runtime/jobs/mesh-words';
import { CommandFailure, causeOf, readJson } from './command';

/** Parts left out that are listed. */
const LISTED = 20;

/**
 * Says on standard error how a file of another program was read.
 * @returns a scene, or the value of a JSON file that the engine is to check
 * @throws CommandFailure for a file that can't be read
 */
export async function readScene(path: string): Promise<unknown> {
  if (MESH.test(path)) return readMesh(path);
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

async function readMesh(path: string): Promise<SceneFile> {
  const bytes = await readFile(path).catch((error) => {
    throw new CommandFailure(`${path} can't be read: ${causeOf(error)}`);
  });
  const { readMesh: work } = await import('../runtime/jobs/read-mesh');
  try {
    const { file, report } = runToEnd(await work(basename(path), bytes));
    const lines = [...meshInWords(report), ...omissionsInWords(report), ...listOfOmissions(report, LISTED)];
    process.stderr.write(lines.map((line) => `${path}: ${line}\n`).join(''));
    return file;
  } catch (error) {
    throw new CommandFailure(`${path} can't be loaded as a cloth: ${(error as Error).message}`);
  }
}
