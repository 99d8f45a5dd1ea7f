import { messageOf } from '../../runtime/host/message-of';
import type { Lab } from '../lab/lab';

/** Size limit of a file, bytes. */
const LARGEST = 64 * 2 ** 20;
/** Names of mesh files. */
const MESH = /\.obj$/i;
/** Time that the browser has to save a download, ms. */
const DOWNLOAD_TIME = 60_000;

/** Loads the first of the files. */
export async function readFiles(lab: Lab, files: readonly File[]): Promise<void> {
  const [file] = files;
  if (!file) return;
  const showError = (reason: string) => lab.messages.show({ kind: 'error', text: `${file.name} ${reason}` });
  if (file.size > LARGEST) {
    showError(`has ${megabytes(file.size)} MB; the limit is ${megabytes(LARGEST)} MB.`);
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
    showError(`${mesh ? 'can’t be loaded as a cloth' : 'is not a scene file'}: ${messageOf(error)}`);
    return;
  }
  try {
    await lab.load(scene);
  } catch (error) {
    showError(`can’t be loaded: ${messageOf(error)}`);
    return;
  }
  lab.messages.hide('error');
  if (files.length > 1) {
    lab.messages.show({ kind: 'notice', text: `Only the first of ${files.length} files, ${file.name}, was loaded.` });
  }
}

/** Downloads the present state as a scene file. */
export async function saveScene(lab: Lab): Promise<void> {
  saveAs(new Blob([JSON.stringify(await lab.save())], { type: 'application/json' }), `${fileNameOf(lab)}.json`);
}

/** Downloads the view as a PNG file. */
export async function savePicture(lab: Lab): Promise<void> {
  saveAs(await lab.view.toPng(), `${fileNameOf(lab)}.png`);
}

/** Downloads rows as comma-separated values; null becomes an empty cell. */
export function downloadTable(lab: Lab, what: string, rows: readonly (readonly (string | number | null)[])[]): void {
  const text = rows.map((row) => row.map((cell) => cell ?? '').join()).join('\r\n');
  saveAs(new Blob([text], { type: 'text/csv' }), `${fileNameOf(lab)}-${what}.csv`);
}

/** Name of the scene, with only letters, digits and hyphens. */
function fileNameOf(lab: Lab): string {
  return lab.frame.status.scene.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'scene';
}

function saveAs(content: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_TIME);
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);
