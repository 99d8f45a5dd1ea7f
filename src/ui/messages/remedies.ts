/** Buttons that continue after a blow-up, and the names of what they change in a solver. */
import { t } from '../../language/translate';
import type { Status } from '../../runtime/frame/frame';
import { formatQuantity } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import type { Engine } from '../lab/engine-client';
import type { Lab } from '../lab/lab';
import { compareWithLimit, safeStep } from '../lab/limit';
import { type Action, action, type Message } from '../lab/message-list';
import { setImplicitEuler } from './step-notices';

/** Resumes from the last good state after a change, and plays. */
export async function resumeAfter(lab: Lab, change: () => Promise<void>): Promise<void> {
  await lab.together(async () => {
    await change();
    if (lab.frame.status.blowUp) await lab.send({ type: 'resume' });
  });
  lab.play();
}

/**
 * The buttons of the message about a blow-up.
 * @param fixed whether a change since the blow-up has made the run stable: offer to resume instead of other remedies, or first
 */
export function remedies(lab: Lab, fixed: 'instead' | 'first' | false): Action[] {
  const { status } = lab.frame;
  const resume = action('Resume', 'Resume from the last good state, with the changes made since (Space)', () =>
    resumeAfter(lab, async () => {}),
  );
  const reset = action('Reset', 'Restart the scene with the same parameters (R)', () => lab.reset());
  const why: Action = {
    label: 'Why?',
    help: 'Open the diagnosis: where the blow-up began, its cause, and tested remedies',
    act() {
      lab.page.instrument = 'diagnosis';
    },
  };
  const again: Action = {
    label: 'Show it again',
    help: 'Show the blow-up in slow motion again; the run stays as it is',
    act: () => void lab.controlReplay({ type: 'play' }),
  };
  const looks = status.replay === null ? [again, why] : [why];
  if (fixed === 'instead') return [resume, reset, ...looks];
  const actions = fixed ? [resume] : [];
  actions.push(...changes(lab, status), reset, ...looks);
  if (status.params.stopOnBlowUp !== 0) {
    const help = 'Resume unchanged, and stop only when a value is no longer finite';
    actions.push(setting(lab, 'Continue without stopping', help, 'stopOnBlowUp', 0));
  }
  return actions;
}

/** Changes of a setting that may prevent the blow-up. */
function changes(lab: Lab, status: Status): Action[] {
  const { params, stability, integrator, report } = status;
  const limitless = stability.dt === Number.POSITIVE_INFINITY;
  const method = lab.catalog.integrators.find(({ id }) => id === integrator);
  const actions: Action[] = [];
  const dt = safeStep(params.dt, stability.dt);
  const help = 'Set a shorter dt and resume from the last good state';
  if (stability.sought && !limitless) actions.push({ label: 'Set dt to …', help: 'The limit of dt is being computed' });
  else if (dt > 0) actions.push(setting(lab, t`Set dt to ${formatQuantity(dt, 's')}`, help, 'dt', dt));
  if (method?.solvesSprings && limitless) {
    const help = 'Pass four times as often over the springs in each step, and resume';
    const { iterations } = params;
    actions.push(setting(lab, t`Use ${4 * iterations} iterations`, help, 'iterations', 4 * iterations));
  } else if (method?.solvesSprings && dt > 0) {
    const help = 'Make each step in more parts, which the limit holds for, and resume';
    const substeps = Math.ceil((params.substeps * params.dt) / dt);
    actions.push(setting(lab, t`Use ${substeps} substeps`, help, 'substeps', substeps));
  }
  if (limitless && params.clamp === 0) {
    actions.push(setting(lab, 'Clamp the matrix', 'Make the matrix definite again and resume', 'clamp', 1));
  } else if (limitless && !report.converged) {
    const { short, iterations } = solverWords(lab);
    const help = 'Allow four times as many iterations per step and resume';
    actions.push(setting(lab, t`Allow more ${short} iterations`, help, iterations, 4 * params[iterations]));
  }
  if (!limitless || (method && method.order > 1 && !method.createsNoEnergy)) {
    // Such a method without a limit has no numerical damping: fast motion persists.
    const help = t`Change to a method that ${limitless ? 'damps fast motion' : 'has no limit on dt'} and resume`;
    actions.push(action('Use implicit Euler', help, () => resumeAfter(lab, () => setImplicitEuler(lab))));
  }
  return actions;
}

const setting = (lab: Lab, label: string, help: string, key: string, value: number) =>
  action(label, help, () => resumeAfter(lab, () => lab.set(key, value)));

/** Explains why the run is paused after such a reset. */
export function waitsMessage(lab: Lab): Message {
  const { params, stability, integrator } = lab.frame.status;
  const dt = safeStep(params.dt, stability.dt);
  const actions: Action[] = [{ label: 'Play anyway', help: 'Play with the same dt (Space)', act: () => lab.play() }];
  if (dt > 0) {
    const act = () => lab.set('dt', dt).then(() => lab.play());
    actions.unshift(action(t`Set dt to ${formatQuantity(dt, 's')}`, 'Set a shorter dt and play', act));
  }
  const excess = compareWithLimit(params.dt, stability, methodLabel(lab.catalog, integrator));
  return {
    kind: 'notice',
    text: t`The scene is reset and paused: ${excess}, so the simulation may blow up again.`,
    actions,
  };
}

/** Names for the solver of an implicit method, and the parameters that stop it. */
const GRADIENTS = {
  name: 'linear solver',
  /** First word of a label. */
  short: 'CG',
  tolerance: 'cgTolerance',
  iterations: 'cgIterations',
  /** What the relative residual is relative to. */
  whole: 'the right-hand side',
};

const NEWTON: typeof GRADIENTS = {
  name: 'Newton solver',
  short: 'Newton',
  tolerance: 'newtonTolerance',
  iterations: 'newtonIterations',
  whole: 'its value at the start',
};

/** The solver of the present method. */
export function solverWords({ catalog, frame }: Engine): typeof GRADIENTS {
  const method = catalog.integrators.find(({ id }) => id === frame.status.integrator);
  return method?.newton ? NEWTON : GRADIENTS;
}
