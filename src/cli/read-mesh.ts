/** Reads a mesh for a command. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SceneFile } from '../physics';
import { runToEnd } from '../physics/slices';
import { MESH } from '../runtime/jobs/file-kinds';
import { listOfOmissions, meshInWords, omissionsInWords } from '../runtime/jobs/mesh-words';
import { CommandFailure, causeOf } from './command';

/** Parts left out that are listed. */
const LISTED = 20;

export const isMesh = (path: string) => MESH.test(path);

/** Says on standard error how it was read. @throws CommandFailure for a file that can't be read, or is no mesh */
export async function readMesh(path: string): Promise<SceneFile> {
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
