import type { Lab } from '../lab/lab';

/** Referenced while the dialog is open: some browsers discard an input that nothing references. */
let chooser: HTMLInputElement | null = null;

/** Opens the browser's file dialog and loads what is chosen. */
export function chooseFile(lab: Lab): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json,.obj,model/obj';
  input.addEventListener('change', () => load(lab, [...(input.files ?? [])]));
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
    load(lab, [...event.dataTransfer.files]);
  });
}

function load(lab: Lab, files: readonly File[]): void {
  import('./files')
    .then(({ readFiles }) => readFiles(lab, files))
    .catch(lab.messages.rethrow)
    .catch(() => {});
}
