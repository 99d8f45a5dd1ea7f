import type { GUI } from 'lil-gui';
import { t } from '../../language/translate';
import type { Processor, Status } from '../../runtime/frame/frame';
import { formatPercent, formatTimes } from '../controls/number-format';
import { methodOf } from '../lab/applies';
import { preconditionerChoices } from '../lab/catalog-labels';
import type { Engine } from '../lab/engine-client';
import type { Lab } from '../lab/lab';
import { addChoice, addNote } from './controls';
import { addGroups, type PanelPart } from './param-groups';

/** Playback, precision, and the solvers of implicit methods. */
export function fillIntegratorFolder(folder: GUI, lab: Lab): PanelPart {
  const playback = addGroups(folder, lab, 'Integrator');
  const precision = addChoice(
    folder,
    { [t('single')]: 'single', [t('double')]: 'double' },
    {
      label: 'precision',
      help: 'Floating-point precision of the engine: single has 7 digits, double 16.',
      read: (status) => status.precision,
      write: (id) => lab.set('precision', id),
    },
  );
  const processor = addChoice(
    folder,
    { automatic: 'auto', CPU: 'cpu', GPU: 'gpu' },
    {
      label: 'compute on',
      help: 'What computes the steps. Automatic: above 128 × 128 particles the graphics card, if it is at least twice as fast in a short trial. Its results differ in the last bits from those of the CPU and of other cards.',
      read: (status) => status.processor,
      write: (id) => lab.computeOn(id as Processor),
    },
  );
  const kernel = addKernelLine(folder, lab);
  const springs = addGroups(folder, lab, 'Springs');
  const stiffness = addStiffnessMeter(folder, lab);
  const solver = addGroups(folder, lab, 'Solver');
  const newton = addGroups(folder, lab, 'Newton');
  const preconditioner = addPreconditioner(folder, lab);
  return (frame) => {
    for (const part of [playback, springs, solver, newton]) part(frame);
    precision.update(frame.status);
    processor.update(frame.status);
    kernel(frame.status);
    stiffness(frame);
    preconditioner.show(methodOf(frame, lab.catalog)?.implicit ?? false);
    preconditioner.update(frame.status);
  };
}

/** A line that names the active kernel, and why a faster one is not used. */
function addKernelLine(folder: GUI, engine: Engine): (status: Status) => void {
  const line = addNote(folder);
  let shown = '';
  return ({ kernel, kernelFallbackReason, gain }) => {
    const now = [kernel, kernelFallbackReason, gain].join('\n');
    if (now === shown) return;
    shown = now;
    const { label, summary } = engine.catalog.kernels.find(({ id }) => id === kernel) ?? { label: kernel, summary: '' };
    const trial = gain === null ? '' : t` In a trial the GPU was ${formatTimes(gain)} times as fast as the CPU.`;
    const reason = kernelFallbackReason ?? '';
    if (reason === '') line(t`Kernel: ${label}.${trial}`, summary);
    else if (reason.endsWith('.')) line(t`Kernel: ${label}. ${reason}${trial}`, summary);
    else line(t`Kernel: ${label} (${reason}).${trial}`, summary);
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
      const reason = status.preconditionerFallbackReason;
      if (!shown || !present) explain('');
      else if (reason === null) explain(t`${present.label}. ${present.summary}`);
      else explain(t`${present.label}. ${present.summary} ${reason}.`);
    },
    show(on) {
      shown = on;
      choice.show(on);
    },
  };
}

/** ms between two measurements of the stiffness shown. */
const EVERY = 1000;
const METER_HELP =
  'How stiff the cloth acts, from its stretch under its own weight. It needs springs that hang at rest and touch no obstacle.';

/** A line that compares the stiffness that hanging springs show with the one that was set, for methods whose iterations may be too few. */
function addStiffnessMeter(folder: GUI, lab: Lab): PanelPart {
  const line = addNote(folder);
  let asked = Number.NEGATIVE_INFINITY;
  return (frame) => {
    const solves = methodOf(frame, lab.catalog)?.solvesSprings ?? false;
    if (!solves) {
      if (asked > 0) line('');
      asked = Number.NEGATIVE_INFINITY;
      return;
    }
    if (performance.now() - asked < EVERY) return;
    asked = performance.now();
    lab.ask('shownStiffness', {}).then(
      (answer) => {
        if (asked < 0) return;
        const shown =
          'ratio' in answer ? t`${formatPercent(answer.ratio)} of what is set` : t`none: it ${answer.reason}`;
        line(t`Stiffness shown: ${shown}.`, METER_HELP);
      },
      // The engine may have restarted.
      () => {},
    );
  };
}
