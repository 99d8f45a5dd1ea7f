/** A modal dialog, which is removed when it closes: by its button, by Escape, or by a click beside it. */
import './dialog.css';
import { element } from './element';
import { closeButton } from './icons';

/** @param id of the dialog; the heading that names it has the id with `-title` */
export function createDialog(id: string): { dialog: HTMLDialogElement; closeButton: HTMLButtonElement } {
  const dialog: HTMLDialogElement = element('dialog', {
    id,
    class: 'modal',
    'aria-labelledby': `${id}-title`,
    close: () => dialog.remove(),
    // A click whose target is the dialog itself is on its backdrop.
    click: (event) => event.target === dialog && dialog.close(),
  });
  return { dialog, closeButton: closeButton('Close', 'Close (Esc)', () => dialog.close()) };
}

/** Shows it with what it contains; Tab stays in it, and the focus returns when it closes. */
export function openDialog(dialog: HTMLDialogElement): void {
  document.body.append(dialog);
  dialog.showModal();
}
