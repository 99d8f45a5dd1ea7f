import type { GUI } from 'lil-gui';
import type { Status } from '../../runtime/frame/frame';
import { preconditionerChoices } from '../lab/catalog-labels';
import type { Engine } from '../lab/engine-client';
import type { Lab } from '../lab/lab';
import { bringToLimit, nearLimit } from '../lab/limit-follower';
import { ignoreShownError } from '../lab/message-list';
import { addButtons, addChoice, addNote, addSwitch } from './controls';
import { addGroup, type PanelPart } from './param-groups';

/** Controls of the integrator, dt, precision, and the solvers of implicit methods. */
export function addIntegratorFolder(folder: GUI, lab: Lab): PanelPart {
  const { integrators } = lab.catalog;
  const method = addChoice(folder, Object.fromEntries(integrators.map(({ id, label }) => [label, id])), {
    label: 'method',
    help: 'Integrator: how one step of dt is computed.',
    read: (status) => status.integrator,
    write: (id) => lab.set('integrator', id),
  });
  const explain = addNote(folder);
  const basics = addGroup(folder, lab, 'Integrator');
  const follow = addSwitch(folder, {
    label: 'follow the limit',
    help: 'Keep dt at about 90 % of its limit while the limit changes, until you set dt (Shift D).',
    read: () => lab.page.followsLimit,
    write: (on) => {
      lab.page.followsLimit = on;
    },
  });
  const [toLimit] = addButtons(folder, 'dt', [
    {
      label: 'Set dt to 90 % of the limit',
      help: 'The limit is the longest stable dt of this method in the present state (D)',
      act: () => ignoreShownError(bringToLimit(lab)),
    },
  ]);
  const precision = addChoice(
    folder,
    { single: 'single', double: 'double' },
    {
      label: 'precision',
      help: 'Floating-point precision of the engine: single has 7 digits, double 16.',
      read: (status) => status.precision,
      write: (id) => lab.set('precision', id),
    },
  );
  const kernel = addKernelLine(folder, lab);
  const solver = addGroup(folder, lab, 'Solver');
  const newton = addGroup(folder, lab, 'Newton');
  const preconditioner = addPreconditioner(folder, lab);
  const controls = [method, ...basics, follow, precision, ...solver, ...newton];
  let shown = '';
  return ({ status }) => {
    for (const control of controls) control.update(status);
    kernel(status);
    preconditioner.update(status);
    toLimit.disabled = nearLimit(status.stability) === 0 || lab.page.followsLimit;
    if (shown === status.integrator) return;
    shown = status.integrator;
    const present = integrators.find(({ id }) => id === shown);
    explain(present ? `${present.summary} Order\u00a0${present.order}.` : '');
    for (const control of [preconditioner, ...solver]) control.show(present?.implicit ?? false);
    for (const control of newton) control.show(present?.newton ?? false);
  };
}

/** A line that names the active kernel, and why a faster one is not used. */
function addKernelLine(folder: GUI, engine: Engine): (status: Status) => void {
  const line = addNote(folder);
  let [shown, reason] = ['', ''] as [string, string | null];
  return ({ kernel, kernelFallbackReason }) => {
    if (kernel === shown && kernelFallbackReason === reason) return;
    [shown, reason] = [kernel, kernelFallbackReason];
    const { label, summary } = engine.catalog.kernels.find(({ id }) => id === kernel) ?? { label: kernel, summary: '' };
    line(`Kernel: ${label}${kernelFallbackReason ? ` (${kernelFallbackReason})` : ''}.`, summary);
  };
}

/** The choice of the preconditioner, and a line about the active one. */
function addPreconditioner(folder: GUI, engine: Engine): { update(status: Status): void; show(on: boolean): void } {
  const { preconditioners } = engine.catalog;
  const choice = addChoice(folder, preconditionerChoices(engine.catalog), {
    label: 'preconditioner',
    help: 'Reduces the iterations of conjugate gradients. Automatic: the best one that supports the scene.',
    read: (status) => status.requestedPreconditioner,
    write: (id) => engine.set('preconditioner', id),
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
