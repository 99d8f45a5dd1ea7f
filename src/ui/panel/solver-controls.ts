import type { GUI } from 'lil-gui';
import type { Status } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import { preconditionerChoices } from '../lab/preconditioner-choices';
import { addChoice, addNote } from './controls';

/** A line that tells which kernel computes, and why not a better one. */
export function addKernelLine(folder: GUI, lab: Lab): (status: Status) => void {
  const line = addNote(folder);
  let [shown, excuse] = ['', ''] as [string, string | null];
  return ({ kernel, kernelExcuse }) => {
    if (kernel === shown && kernelExcuse === excuse) return;
    [shown, excuse] = [kernel, kernelExcuse];
    const { label, summary } = lab.catalog.kernels.find(({ id }) => id === kernel) ?? { label: kernel, summary: '' };
    line(`Kernel: ${label}${kernelExcuse ? ` (${kernelExcuse})` : ''}.`, summary);
  };
}

/** The choice of what helps the conjugate gradients, and a line about the one at work. */
export function addPreconditioner(folder: GUI, lab: Lab): { update(status: Status): void; show(on: boolean): void } {
  const { preconditioners } = lab.catalog;
  const choice = addChoice(folder, preconditionerChoices(lab.catalog), {
    label: 'preconditioner',
    help: 'What makes the conjugate gradients need fewer iterations: automatic takes the best that can serve the scene.',
    read: (status) => status.preconditionerWish,
    write: (id) => lab.set('preconditioner', id),
  });
  const explain = addNote(folder);
  let shown = false;
  return {
    update(status) {
      choice.update(status);
      const present = preconditioners.find(({ id }) => id === status.preconditioner);
      explain(shown && present ? `${present.label}. ${present.summary}` : '');
    },
    show(on) {
      shown = on;
      choice.show(on);
    },
  };
}
