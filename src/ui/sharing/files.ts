import { t } from '../../language/translate';
import { inPlaceOfFile } from '../../physics/scenes/file/checked-scene';
import type { MeshOptions } from '../../physics/scenes/mesh/mesh-report';
import type { Follow } from '../../runtime/connect';
import { messageOf } from '../../runtime/host/message-of';
import { OtherKind, refuseOtherKinds } from '../../runtime/jobs/file-kinds';
import { listOfOmissions, meshInWords, omissionsInWords } from '../../runtime/jobs/mesh-words';
import { runJob } from '../../runtime/jobs/run-job';
import { button, element } from '../controls/element';
import type { Lab } from '../lab/lab';
import { sayIfPaused } from '../lab/limit';
import { action, type Message, showingErrors } from '../lab/message-list';
import type { LoadedMesh } from './mesh-dialog';
import { MAX_IN_LINK } from './permalink';

/** Size limit of a file, bytes. */
const MAX_BYTES = 64 * 2 ** 20;
/** Wall time after which the progress of reading is shown, ms. */
const PROGRESS_TIMEOUT = 1000;
/** Time that the browser has to save a download, ms. */
const DOWNLOAD_TIME = 60_000;

/** Ends the reading of the last file. */
let reading = new AbortController();

/** A second file that is read ends the reading of the first one. */
export function beginReading(): AbortController {
  reading.abort();
  reading = new AbortController();
  return reading;
}

/** Loads the first of the files. It is read and checked beside the run; a second one that is dropped ends that. @param options of a mesh */
export async function readFiles(lab: Lab, files: readonly File[], options?: MeshOptions): Promise<void> {
  const [file] = files;
  if (!file) return;
  const own = beginReading();
  const { signal } = own;
  const { loadNumber } = lab.frame.status;
  const read = await readBeside(lab, file, own, (bytes, follow) =>
    runJob('readFile', [{ name: file.name, bytes, small: MAX_IN_LINK, options }], follow),
  );
  if (!read) return;
  if ('lesson' in read) {
    Object.assign(lab.page, { lesson: true, lessonFile: read.lesson });
    return;
  }
  if (lab.frame.status.loadNumber !== loadNumber) {
    const text = t`${file.name} is not shown: another scene was loaded while it was read.`;
    lab.messages.show({ kind: 'notice', text });
    return;
  }
  let message: Message | null = null;
  let built = '';
  const show = () => {
    const text = t`${file.name} is read. Its scene is built …${built}`;
    message = { kind: 'notice', text, actions: built ? [cancelBy(own)] : [] };
    lab.messages.show(message);
  };
  const onProgress = (done: number) => {
    built = ` ${Math.floor(100 * done)} %.`;
    if (message) show();
  };
  const patience = setTimeout(show, PROGRESS_TIMEOUT);
  try {
    await lab.load('file' in read ? read.file : inPlaceOfFile(read.packed), { signal, onProgress });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') showFileError(lab, file, t`can’t be loaded: ${messageOf(error)}`);
    return;
  } finally {
    clearTimeout(patience);
    if (message && lab.messages.list.includes(message)) lab.messages.hide('notice');
  }
  lab.messages.hide('error');
  sayIfPaused(lab);
  const others = files.length > 1 ? t`Only the first of ${files.length} files, ${file.name}, was loaded.` : '';
  const readAgain = (other: MeshOptions) => void readFiles(lab, [file], other);
  if (read.report) showMeshReport(lab, { name: file.name, report: read.report, readAgain }, others);
  else if (others || read.note)
    lab.messages.show({ kind: 'notice', text: [others, read.note].filter(Boolean).join(' ') });
}

const cancelBy = (reading: AbortController) => ({
  label: 'Cancel',
  help: 'Do not load this file: the present scene stays',
  act: () => reading.abort(),
});

function showFileError(lab: Lab, { name }: File, what: string, reason?: string): void {
  lab.messages.show({ kind: 'error', text: `${name} ${what}`, ...(reason && { reason }) });
}

type FollowReading = Required<Follow<{ done: number }>>;

/**
 * Reads a file beside the run. After a while a message has the progress, and can cancel.
 * @returns null if it is not read: a message says why, unless the user has cancelled
 */
export async function readBeside<T>(
  lab: Lab,
  file: File,
  abort: AbortController,
  read: (bytes: ArrayBuffer, follow: FollowReading) => Promise<T>,
): Promise<T | null> {
  if (file.size > MAX_BYTES) {
    showFileError(lab, file, t`has ${megabytes(file.size)} MB; the limit is ${megabytes(MAX_BYTES)} MB.`);
    return null;
  }
  const actions = [cancelBy(abort)];
  const { signal } = abort;
  let done = 0;
  let shown = false;
  const show = () => {
    shown = true;
    lab.messages.show({ kind: 'notice', text: t`Reading ${file.name} … ${Math.floor(100 * done)} %.`, actions });
  };
  const patience = setTimeout(show, PROGRESS_TIMEOUT);
  const work = async (): Promise<T> => {
    await refuseOtherKinds(file);
    const bytes = await file.arrayBuffer();
    signal.throwIfAborted();
    const onProgress = (progress: { done: number }) => {
      done = progress.done;
      if (shown) show();
    };
    return read(bytes, { signal, onProgress });
  };
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  try {
    return await Promise.race([work(), aborted]);
  } catch (error) {
    if (signal.aborted) return null;
    const what = error instanceof RangeError ? error.message : t`can’t be read: ${messageOf(error)}`;
    showFileError(lab, file, what, error instanceof OtherKind ? error.advice : undefined);
    return null;
  } finally {
    clearTimeout(patience);
    if (shown) lab.messages.hide('notice');
  }
}

/** Referenced while the dialog is open: some browsers discard an input that nothing references. */
let chooser: HTMLInputElement | null = null;

/** Opens the browser's file dialog. @param accept endings and types, with commas between them */
export function chooseFiles(accept: string, onFiles: (files: File[]) => void): void {
  const input = element('input', { type: 'file', accept, change: () => onFiles([...(input.files ?? [])]) });
  chooser = input;
  chooser.click();
}

/** Endings and types of meshes, and of what Hooke writes itself. */
export const MESHES = '.obj,.glb,.gltf,.ply,.stl,model/*';
const JSON_FILES = '.json,application/json';

/** Loads the file that is chosen in the browser's dialog. */
export const chooseFile = (lab: Lab) => chooseFiles(`${JSON_FILES},${MESHES}`, (files) => void readFiles(lab, files));

/** A button that opens the dialog for a JSON file. */
export const fileButton = (label: string, title: string, open: (file: File) => void) =>
  button(label, title, () => chooseFiles(JSON_FILES, ([file]) => file && open(file)));

/** @param what the file should be, as in "the file of an experiment" @throws RangeError with the file's name */
export async function jsonOf(file: File, what: string): Promise<unknown> {
  if (file.size > MAX_BYTES) throw new RangeError(t`${file.name} is too large: the limit is 64 MB`);
  try {
    return JSON.parse(await file.text());
  } catch (error) {
    throw new RangeError(t`${file.name} is not ${what}: ${messageOf(error)}`);
  }
}

/** Loads a file that is dropped anywhere on the page. */
export function listenToDrops(lab: Lab): void {
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  window.addEventListener('dragover', (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    if (!event.dataTransfer || !holdsFiles(event)) return;
    event.preventDefault();
    // The list is empty after this event.
    void readFiles(lab, [...event.dataTransfer.files]);
  });
}

/** Downloads the present state as a scene file. */
export const saveScene = showingErrors(async (lab: Lab) => {
  saveAs(new Blob([JSON.stringify(await lab.save())], { type: 'application/json' }), `${fileNameOf(lab)}.json`);
});

/** Downloads the view as a PNG file. */
export const savePicture = showingErrors(async (lab: Lab) => {
  saveAs(await lab.view.toPng(), `${fileNameOf(lab)}.png`);
});

/** Name of the scene, with only letters, digits and hyphens. */
export const fileNameOf = (lab: Lab) => nameInFile(lab.frame.status.scene, 'scene');

/** A name with only letters, digits and hyphens. @param other in place of a name that has none */
export const nameInFile = (name: string, other: string) =>
  name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || other;

/** Downloads a file. */
export function saveAs(content: Blob, name: string): void {
  const link = element('a', { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_TIME);
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/** Parts left out that the message itself lists. */
const LISTED = 2;

/** The same of the mesh of a scene. @param others what is to be said as well, or an empty string */
const showMeshReport = (lab: Lab, mesh: LoadedMesh, others: string) =>
  showMeshMessage(lab, mesh, {
    text: [`${mesh.name}: ${meshInWords(mesh.report).join(' ')}`, others].filter(Boolean).join(' '),
    listed: LISTED,
    details: 'Read the mesh in another unit, with another mass or welding, and list what is left out of it',
    undo: 'Go back to the scene before this mesh (Ctrl Z)',
  });

interface MeshMessage {
  text: string;
  /** Parts left out that it lists. */
  listed: number;
  /** Tooltips of its buttons. */
  details: string;
  undo: string;
  /** More buttons. */
  others?: readonly ReturnType<typeof action>[];
}

/** Says how a mesh was read and what is left out of it, with a button for the dialog, and undo. */
export function showMeshMessage(
  lab: Lab,
  mesh: LoadedMesh,
  { text, listed, details, undo, others = [] }: MeshMessage,
): void {
  const { report } = mesh;
  const open = async () => (await import('./mesh-dialog')).openMeshDialog(lab, mesh);
  lab.messages.show({
    kind: 'notice',
    text,
    reason: [...omissionsInWords(report), ...listOfOmissions(report, listed)].join(' '),
    actions: [
      action('Details…', details, () => open().catch(lab.messages.rethrow)),
      ...others,
      action('Undo', undo, () => lab.undo().then(() => lab.messages.hide('notice'))),
    ],
  });
}
