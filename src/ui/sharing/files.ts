import { messageOf } from '../../runtime/host/message-of';
import type { Lab } from '../lab/lab';

/** bytes; a scene file beyond it is none that a person made. */
const LARGEST = 64 * 2 ** 20;
/** Files that are meshes and not scenes. */
const MESH = /\.obj$/i;
/** How long the browser may take to fetch what it downloads, ms. */
const PATIENCE = 60_000;

/** Loads the first of the files that were dropped or chosen. */
export async function readFiles(lab: Lab, files: readonly File[]): Promise<void> {
  const [file] = files;
  if (!file) return;
  const complain = (why: string) => lab.messages.show({ kind: 'error', text: `${file.name} ${why}` });
  if (file.size > LARGEST) {
    complain(`has ${megabytes(file.size)} MB; a scene file may have ${megabytes(LARGEST)}.`);
    return;
  }
  const mesh = MESH.test(file.name);
  let scene: unknown;
  try {
    const text = await file.text();
    scene = mesh
      ? (await import('../../physics/scenes/file/obj-file')).readObj(text, file.name.replace(MESH, ''))
      : JSON.parse(text);
  } catch (error) {
    complain(`${mesh ? 'can’t be a cloth' : 'is not a scene file'}: ${messageOf(error)}`);
    return;
  }
  try {
    await lab.load(scene);
  } catch (error) {
    complain(`can’t be loaded: ${messageOf(error)}`);
    return;
  }
  lab.messages.hide('error');
  if (files.length > 1) {
    lab.messages.show({ kind: 'notice', text: `Only the first of ${files.length} files, ${file.name}, was loaded.` });
  }
}

/** Downloads the present state as a scene file. */
export async function saveScene(lab: Lab): Promise<void> {
  write(new Blob([JSON.stringify(await lab.save())], { type: 'application/json' }), `${fileNameOf(lab)}.json`);
}

/** Downloads the view as a PNG file. */
export async function savePicture(lab: Lab): Promise<void> {
  write(await lab.view.picture(), `${fileNameOf(lab)}.png`);
}

/** Writes rows of numbers to the user's disk as comma-separated values; an empty cell where there is no number. */
export function downloadTable(lab: Lab, what: string, rows: readonly (readonly (string | number | null)[])[]): void {
  const text = rows.map((row) => row.map((cell) => cell ?? '').join()).join('\r\n');
  write(new Blob([text], { type: 'text/csv' }), `${fileNameOf(lab)}-${what}.csv`);
}

/** Of the scene, as a file may be called. */
function fileNameOf(lab: Lab): string {
  return lab.frame.status.scene.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'scene';
}

function write(content: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), PATIENCE);
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);
