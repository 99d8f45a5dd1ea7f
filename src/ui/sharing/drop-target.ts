import type { Lab } from '../lab/lab';

/** Files may be dropped anywhere on the page. */
export function listenToDrops(lab: Lab): void {
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  window.addEventListener('dragover', (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    if (!event.dataTransfer || !holdsFiles(event)) return;
    event.preventDefault();
    // The list is empty once this event is over.
    const files = [...event.dataTransfer.files];
    void import('./files').then(({ readFiles }) => readFiles(lab, files));
  });
}
