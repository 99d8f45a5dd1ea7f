/** The report on a mesh that was loaded. */
import './mesh-dialog.css';
import type { MeshReport } from '../../physics/scenes/file/mesh-report';
import { listOfOmissions, omissionsInWords } from '../../runtime/jobs/mesh-words';
import { element } from '../controls/element';
import { icon } from '../controls/icons';

export function openMeshDialog(name: string, report: MeshReport): void {
  const list = listOfOmissions(report, report.omissions.length);
  const total = Object.values(report.omitted).reduce((sum, count) => sum + count, 0);
  const close = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close', title: 'Close (Esc)', click: () => dialog.close() },
    icon('close'),
  );
  const dialog: HTMLDialogElement = element(
    'dialog',
    {
      id: 'mesh',
      'aria-labelledby': 'mesh-title',
      close: () => dialog.remove(),
      // A click whose target is the dialog itself is on its backdrop.
      click: (event) => event.target === dialog && dialog.close(),
    },
    element(
      'div',
      {},
      close,
      element('h2', { id: 'mesh-title' }, name),
      ...omissionsInWords(report).map((sentence) => element('p', {}, sentence)),
      element('ul', { tabindex: 0, 'aria-label': 'What is left out' }, ...list.map((text) => element('li', {}, text))),
      ...(total > list.length ? [element('p', {}, `These are the first ${list.length} of ${total}.`)] : []),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
