/** A modal dialog, which is removed when it closes: by its button, by Escape, or by a click beside it. */
import './dialog.css';
import { type Attribute, element } from './element';
import { closeButton } from './icons';

type Attributes = { id: string } & Record<string, Attribute>;

/** The heading that names it has its id with `-title`. */
export function createDialog(attributes: Attributes): { dialog: HTMLDialogElement; closeButton: HTMLButtonElement } {
  const dialog: HTMLDialogElement = element('dialog.modal', {
    'aria-labelledby': `${attributes.id}-title`,
    ...attributes,
    close: () => dialog.remove(),
    // A click whose target is the dialog itself is on its backdrop.
    click: (event) => event.target === dialog && dialog.close(),
  });
  return { dialog, closeButton: closeButton('Close', 'Close (Esc)', () => dialog.close()) };
}

/** Shows it with what it contains; Tab stays in it, and the focus returns when it closes. */
export function showDialog(dialog: HTMLDialogElement): void {
  document.body.append(dialog);
  dialog.showModal();
}

/** Shows a dialog with a heading and what is below it. */
export function openDialog(attributes: Attributes, heading: string, ...content: readonly Node[]): HTMLDialogElement {
  const { dialog, closeButton } = createDialog(attributes);
  dialog.append(element('div', closeButton, element('h2', { id: `${attributes.id}-title` }, heading), ...content));
  showDialog(dialog);
  return dialog;
}
