import type { Frame } from '../../runtime/frame/frame';
import { formatNumber, formatQuantity } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { safeStep } from '../lab/limit-follower';
import { ignoreShownError, type Message } from '../lab/message-list';
import { createBlowUpWatch } from './blow-up-message';
import { solverWords } from './solver-words';

/** Looks at every frame; the message while its condition holds, else null. `make` is called when it begins to. */
type Watch = (frame: Frame) => (() => Message) | null;

/** The messages that the page shows by itself: about a blow-up, and about what may lead to one. */
export function createWarnings(lab: Lab): { update(frame: Frame): void } {
  const blowUp = createBlowUpWatch(lab);
  const notices = createNotices(lab);
  return {
    update(frame) {
      blowUp.update(frame);
      notices.update(frame);
    },
  };
}

/** Shows each notice once when its condition begins, and hides it when the condition ends. */
function createNotices(lab: Lab): { update(frame: Frame): void } {
  const watches = [stepLimit(lab), lostMotion(lab), unfinishedSolve(lab), spareSolver(lab)].map((watch) => ({
    watch,
    said: null as Message | null,
  }));
  return {
    update(frame) {
      for (const notice of watches) {
        const make = notice.watch(frame);
        if (make && !notice.said) {
          notice.said = make();
          lab.messages.show(notice.said);
        } else if (!make && notice.said) {
          if (lab.messages.list.includes(notice.said)) lab.messages.hide(notice.said.kind);
          notice.said = null;
        }
      }
    },
  };
}

/** Another resolution is another limit: where dt has come to lie beyond it, a cloth that was sound may blow up. */
function stepLimit(lab: Lab): Watch {
  let size = '';
  let scene = '';
  let changed = false;
  return (frame) => {
    const { status, structure } = frame;
    const { dt } = status.stability;
    const present = `${structure.grid?.rows} × ${structure.grid?.columns}`;
    const over = dt > 0 && status.params.dt > dt;
    if (scene !== status.scene) changed = false;
    else if (size !== present) changed = true;
    else if (!over) changed = false;
    scene = status.scene;
    size = present;
    if (!changed || !over || status.blowUp) return null;
    return () => {
      const safe = safeStep(lab.frame.status);
      return {
        kind: 'notice',
        text: `At this resolution dt is ${formatNumber(status.params.dt / dt, 2)}× the limit of ${formatQuantity(dt, 's')}: it may blow up.`,
        actions: [
          {
            label: `dt to ${formatQuantity(safe, 's')}`,
            help: 'Shorten the step below the limit',
            act: () => ignoreShownError(lab.set('dt', safe)),
          },
        ],
      };
    };
  };
}

/** Half the distance between neighbouring Float32 numbers from 1 to 2: what a position, m, can lose in a step. */
const HALF_ULP = 2 ** -24;

/** In single precision a step shorter than this doesn't even start to fall: h g h is rounded away. */
function lostMotion(lab: Lab): Watch {
  return ({ status: { precision, params } }) => {
    const { dt } = params;
    if (precision === 'double' || dt >= Math.sqrt(HALF_ULP / (Math.abs(params.gravity) || 9.81))) return null;
    return () => ({
      kind: 'notice',
      text: `In single precision, motion slower than ${formatNumber((1000 * HALF_ULP) / dt, 2)} mm/s is lost at dt = ${formatQuantity(dt, 's')}.`,
      reason:
        'A step that short moves a particle by less than the last digit of its position. Double precision doesn’t mind.',
      actions: [
        {
          label: 'Double precision',
          help: 'Compute with 16 digits in place of 7',
          act: () => ignoreShownError(lab.set('precision', 'double')),
        },
      ],
    });
  };
}

/** Wall time for which solves must have ended early before that is worth a word, ms. */
const PERSISTS = 1500;

function unfinishedSolve(lab: Lab): Watch {
  let since = 0;
  return ({ status: { report, params, blowUp } }) => {
    const now = performance.now();
    // While nothing is computed, the last report proves nothing new.
    if (report.converged || lab.paused || blowUp) since = 0;
    else if (since === 0) since = now;
    if (since === 0 || now - since < PERSISTS) return null;
    const { name, short, tolerance, iterations, whole } = solverWords(lab);
    return () => ({
      kind: 'solver',
      text: `The ${name} stops short of its tolerance.`,
      reason: `In the last step it had ${report.residual.toExponential(1)} of ${whole} left after ${report.iterations} iterations of conjugate gradients; the tolerance is ${formatNumber(params[tolerance])}. ${
        params.clamp === 0
          ? 'An unclamped matrix can be indefinite, where conjugate gradients break down.'
          : 'A step that is solved only in part is not exact, and may even blow up.'
      }`,
      actions:
        params.clamp === 0
          ? [
              {
                label: 'Clamp stiffness',
                help: 'Make the matrix definite again',
                act: () => ignoreShownError(lab.set('clamp', 1)),
              },
            ]
          : [
              {
                label: `More ${short} iterations`,
                help: 'Allow four times as many a step',
                act: () => ignoreShownError(lab.set(iterations, 4 * params[iterations])),
              },
            ],
    });
  };
}

/** ms after the last such step for which it is still worth its word. */
const LASTS = 4000;

/** A solve that another preconditioner had to end. */
function spareSolver(lab: Lab): Watch {
  let last = Number.NEGATIVE_INFINITY;
  let wish = '';
  return ({ status: { report, preconditioner, preconditionerWish, blowUp } }) => {
    const now = performance.now();
    if (wish !== preconditionerWish) last = Number.NEGATIVE_INFINITY;
    wish = preconditionerWish;
    // Where block Jacobi has failed as well, something else is the matter.
    if (report.fellBack && report.converged && !lab.paused) last = now;
    if (blowUp || now - last > LASTS) return null;
    const { label } = lab.catalog.preconditioners.find(({ id }) => id === preconditioner) ?? { label: preconditioner };
    return () => ({
      kind: 'notice',
      text: `${label} did not converge in this step: block Jacobi took over.`,
      reason: 'The step is as exact as the others; it has only taken longer.',
      actions: [
        {
          label: 'Block Jacobi',
          help: 'Let it do all the steps, without the attempt',
          act: () => ignoreShownError(lab.set('preconditioner', 'block-jacobi')),
        },
      ],
    });
  };
}
