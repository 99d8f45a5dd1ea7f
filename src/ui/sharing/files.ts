import { t } from '../../language/translate';
import type { SceneFile } from '../../physics';
import { inPlaceOfFile } from '../../physics/scenes/file/checked-scene';
import type { MeshOptions, MeshReport } from '../../physics/scenes/mesh/mesh-report';
import { messageOf } from '../../runtime/host/message-of';
import { OtherKind, refuseOtherKinds } from '../../runtime/jobs/file-kinds';
import { listOfOmissions, meshInWords, omissionsInWords } from '../../runtime/jobs/mesh-words';
import { runJob } from '../../runtime/jobs/run-job';
import { sayIfPaused } from '../lab/continue-run';
import type { Lab } from '../lab/lab';
import { ignoreShownError, type Message } from '../lab/message-list';
import { MAX_IN_LINK } from './link-extras';
import type { LoadedMesh } from './mesh-dialog';

/** Size limit of a file, bytes. */
const MAX_BYTES = 64 * 2 ** 20;
/** Wall time after which the progress of reading is shown, ms. */
const PROGRESS_TIMEOUT = 1000;
/** Time that the browser has to save a download, ms. */
const DOWNLOAD_TIME = 60_000;

interface ReadScene {
  scene: SceneFile;
  /** Of a mesh. */
  report?: MeshReport;
  /** How a file of another program was read. */
  note?: string;
}

/** A teacher's lesson, unchecked. */
interface TeachersLesson {
  lesson: object;
}

/** Ends the reading of the last file. */
let reading = new AbortController();

/** Loads the first of the files. It is read and checked beside the run; a second one that is dropped ends that. @param options of a mesh */
export async function readFiles(lab: Lab, files: readonly File[], options?: MeshOptions): Promise<void> {
  const [file] = files;
  if (!file) return;
  reading.abort();
  const own = new AbortController();
  reading = own;
  const { signal } = own;
  const showError = (what: string, reason?: string) =>
    lab.messages.show({ kind: 'error', text: `${file.name} ${what}`, ...(reason && { reason }) });
  if (file.size > MAX_BYTES) {
    showError(t`has ${megabytes(file.size)} MB; the limit is ${megabytes(MAX_BYTES)} MB.`);
    return;
  }
  const { loadNumber } = lab.frame.status;
  let read: ReadScene | TeachersLesson;
  try {
    read = await readBeside(lab, file, own, options);
  } catch (error) {
    if (signal.aborted) return;
    const what = error instanceof RangeError ? error.message : t`can’t be read: ${messageOf(error)}`;
    showError(what, error instanceof OtherKind ? error.advice : undefined);
    return;
  }
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
    await lab.load(read.scene, { signal, onProgress });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') showError(t`can’t be loaded: ${messageOf(error)}`);
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

/** Reads a file. After a while a message has the progress, and can cancel. Rejects with a RangeError for an invalid file. */
async function readBeside(
  lab: Lab,
  file: File,
  abort: AbortController,
  options?: MeshOptions,
): Promise<ReadScene | TeachersLesson> {
  const actions = [cancelBy(abort)];
  const { signal } = abort;
  let done = 0;
  let shown = false;
  const show = () => {
    shown = true;
    lab.messages.show({ kind: 'notice', text: t`Reading ${file.name} … ${Math.floor(100 * done)} %.`, actions });
  };
  const patience = setTimeout(show, PROGRESS_TIMEOUT);
  const read = async (): Promise<ReadScene | TeachersLesson> => {
    await refuseOtherKinds(file);
    const bytes = await file.arrayBuffer();
    signal.throwIfAborted();
    const onProgress = (progress: { done: number }) => {
      done = progress.done;
      if (shown) show();
    };
    const args = { name: file.name, bytes, small: MAX_IN_LINK, options };
    const result = await runJob('readFile', [args], { signal, onProgress });
    if ('lesson' in result) return result;
    return {
      scene: 'file' in result ? result.file : inPlaceOfFile(result.packed),
      report: result.report,
      note: result.note,
    };
  };
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  try {
    return await Promise.race([read(), aborted]);
  } finally {
    clearTimeout(patience);
    if (shown) lab.messages.hide('notice');
  }
}

/** Referenced while the dialog is open: some browsers discard an input that nothing references. */
let chooser: HTMLInputElement | null = null;

/** Opens the browser's file dialog and loads what is chosen. */
export function chooseFile(lab: Lab): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json,.obj,.glb,.gltf,.ply,.stl,model/*';
  input.addEventListener('change', () => void readFiles(lab, [...(input.files ?? [])]));
  chooser = input;
  chooser.click();
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
export function fileNameOf(lab: Lab): string {
  return lab.frame.status.scene.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'scene';
}

/** Downloads a file. */
export function saveAs(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_TIME);
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/** Parts left out that the message itself lists. */
const LISTED = 2;

/** Says how a mesh was read, with a dialog to read it otherwise. @param others what is to be said as well, or an empty string */
function showMeshReport(lab: Lab, mesh: LoadedMesh, others: string): void {
  const { name, report } = mesh;
  const open = async () => {
    const { openMeshDialog } = await import('./mesh-dialog');
    openMeshDialog(lab, mesh);
  };
  lab.messages.show({
    kind: 'notice',
    text: [`${name}: ${meshInWords(report).join(' ')}`, others].filter(Boolean).join(' '),
    reason: [...omissionsInWords(report), ...listOfOmissions(report, LISTED)].join(' '),
    actions: [
      {
        label: 'Details…',
        help: 'Read the mesh in another unit, with another mass or welding, and list what is left out of it',
        act: () => ignoreShownError(open().catch(lab.messages.rethrow)),
      },
      {
        label: 'Undo',
        help: 'Go back to the scene before this mesh (Ctrl Z)',
        act: () => ignoreShownError(lab.undo().then(() => lab.messages.hide('notice'))),
      },
    ],
  });
}
