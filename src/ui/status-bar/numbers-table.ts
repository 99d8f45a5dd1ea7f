import { t } from '../../language/translate';
import type { StepCounts } from '../../physics/world/integrator';
import type { Status } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import { button, element, elementById, setAttribute, setText } from '../controls/element';
import { icon } from '../controls/icons';
import { formatCount, formatMilliseconds, formatPercent } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { energyText } from './energy-strip';

const CORRECTED = [
  ['shortenedSteps', t('shortened')],
  ['repeatedSteps', t('repeated')],
  ['replacedSteps', t('replaced')],
  ['brakedSteps', t('braked')],
  ['stoppedSteps', t('stopped')],
] as const satisfies [keyof StepCounts, string][];

interface Row {
  name: string;
  help: string;
  /** null: it does not apply, and the row shows a dash. */
  text(status: Status, catalog: Catalog, framesPerSecond: string): string | null;
}

const ROWS: readonly Row[] = [
  { name: 'kinetic energy', help: '½ m v², summed', text: energyPart('kinetic') },
  { name: 'elastic energy', help: 'Energy of springs and membrane', text: energyPart('elastic') },
  { name: 'gravity energy', help: 'm g y, summed', text: energyPart('gravity') },
  { name: 'total energy', help: 'The sum of the three', text: energyPart('total') },
  {
    name: 'largest strain',
    help: 'Of a spring, |length / rest length − 1|',
    text: ({ strain }) => formatPercent(strain),
  },
  { name: t('particles'), help: 'Pinned ones included', text: ({ particleCount }) => formatCount(particleCount) },
  { name: t('springs'), help: 'Without cut ones', text: ({ springCount }) => formatCount(springCount) },
  {
    name: 'one step takes',
    help: 'Computing time of one step, and the kernel',
    text: ({ stepTime, kernel }) =>
      stepTime > 0 ? `${formatMilliseconds(stepTime / 1000)} ${kernel.toUpperCase()}` : null,
  },
  { name: t('frames'), help: 'Frames drawn per second', text: (_status, _catalog, framesPerSecond) => framesPerSecond },
  {
    name: 'corrected steps',
    help: 'Steps that would have created energy: shortened, repeated, replaced by implicit Euler, or braked. TR-BDF2 also replaces steps in which a net hits something',
    text: ({ report }) => correctedText(report),
  },
  {
    name: t('solver'),
    help: 'Conjugate gradients in the last step: preconditioner, iterations and relative residual',
    text: solverText,
  },
];

/** `1 repeated, 2 braked of 120`; null if the method corrects no steps. */
export function correctedText(report: StepCounts): string | null {
  if (report.allSteps === undefined) return null;
  const parts = CORRECTED.flatMap(([key, word]) => (report[key] ? `${formatCount(report[key])} ${word}` : []));
  return t`${parts.join(', ') || '0'} of ${formatCount(report.allSteps)}`;
}

/** All energies have the unit of the largest. */
function energyPart(part: keyof Status['energy']): Row['text'] {
  return ({ energy }) => energyText(Math.max(...Object.values(energy).map(Math.abs)), 4)(energy[part]);
}

function solverText({ integrator, preconditioner, report }: Status, catalog: Catalog): string | null {
  if (!catalog.integrators.find(({ id }) => id === integrator)?.implicit) return null;
  const { label } = catalog.preconditioners.find(({ id }) => id === preconditioner) ?? { label: 'None' };
  const { iterations, residual, converged } = report;
  const count = iterations === 1 ? t`1 iteration` : t`${formatCount(iterations)} iterations`;
  const method = preconditioner === 'none' ? 'CG' : label;
  return t`${method}: ${count}, residual ${residual.toExponential(1)}${converged ? '' : ', not converged'}`;
}

/** The button that shows and hides a table of all numbers about the run, above the status bar. */
export function createNumbers(lab: Lab) {
  const values = ROWS.map(() => element('dd'));
  const table = element(
    'section',
    { id: 'numbers', 'aria-label': 'Numbers', hidden: true },
    element('dl', ...ROWS.flatMap(({ name, help }, i) => [element('dt', { title: help }, name), values[i]])),
  );
  elementById('bar').before(table);
  const toggle = button(
    icon('numbers'),
    'All numbers: energies, strain, solver, computing time',
    () => {
      table.hidden = !table.hidden;
      setAttribute(toggle, 'aria-expanded', String(!table.hidden));
      write(lab.frame.status, '–');
    },
    { 'aria-label': 'Numbers', 'aria-expanded': 'false' },
  );

  function write(status: Status, framesPerSecond: string): void {
    if (table.hidden) return;
    for (const [i, { text }] of ROWS.entries()) setText(values[i], text(status, lab.catalog, framesPerSecond) ?? '–');
  }
  return { button: toggle, write };
}
