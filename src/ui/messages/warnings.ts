import { t } from '../../language/translate';
import type { Frame, Structure } from '../../runtime/frame/frame';
import { formatNumber, formatQuantity, prefixed } from '../controls/number-format';
import { methodLabel, sceneLabel } from '../lab/catalog-labels';
import { gravityOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { compareWithLimit, exceedsLimit, safeStep } from '../lab/limit';
import { action, type Message } from '../lab/message-list';
import { createBlowUpWatch } from './blow-up-message';
import { solverWords } from './remedies';
import { createSighting, crossedLayers, formerStep, longerSteps, stoppedParticles, stoppedSteps } from './step-notices';

/** Checks each frame. Returns a function that makes the message while the condition holds, else null. */
type Check = (frame: Frame) => (() => Message) | null;

/** The messages that the page shows by itself: about a blow-up, and about what may lead to one. */
export function createWarnings(lab: Lab): (frame: Frame) => void {
  const watchBlowUp = createBlowUpWatch(lab);
  const notices = [
    stepLimit(lab),
    standstill(lab),
    longerSteps(lab),
    formerStep(lab),
    lostMotion(lab),
    coarsePositions(lab),
    failedSolve(lab),
    fallbackSolver(lab),
    pausedScene(lab),
    smallSphere(),
    crossedLayers,
    stoppedParticles(),
    stoppedSteps(),
    withoutGpu,
  ].map((check) => ({ check, shown: null as Message | null }));
  return (frame) => {
    watchBlowUp(frame);
    // Each notice is shown once when its condition begins, and hidden when the condition ends.
    for (const notice of notices) {
      const make = notice.check(frame);
      if (make && !notice.shown) {
        notice.shown = make();
        lab.messages.show(notice.shown);
      } else if (!make && notice.shown) {
        lab.messages.remove(notice.shown);
        notice.shown = null;
      }
    }
  };
}

/** A new resolution has a new limit: dt may exceed it. */
function stepLimit(lab: Lab): Check {
  let size = '';
  let scene = '';
  let changed = false;
  return (frame) => {
    const { status, structure } = frame;
    const present = `${structure.grid?.rows} × ${structure.grid?.columns}`;
    const over = status.stability.dt > 0 && exceedsLimit(status);
    if (scene !== status.scene) changed = false;
    else if (size !== present) changed = true;
    else if (!over) changed = false;
    scene = status.scene;
    size = present;
    if (!changed || !over || status.blowUp) return null;
    return () => {
      const safe = safeStep(lab.frame.status.params.dt, lab.frame.status.stability.dt);
      return {
        kind: 'notice',
        text: t`${compareWithLimit(status.params.dt, status.stability, methodLabel(lab.catalog, status.integrator))}: small motion may grow.`,
        actions: [
          action(t`Set dt to ${formatQuantity(safe, 's')}`, 'Set dt below its limit', () => lab.set('dt', safe)),
        ],
      };
    };
  };
}

/** A scene that was chosen while the run was paused, until it moves. */
function pausedScene(lab: Lab): Check {
  return ({ status: { loadNumber, stepCount } }) => {
    if (!lab.paused || lab.page.pausedLoad !== loadNumber || stepCount > 0) return null;
    return () => ({
      kind: 'standstill',
      text: t`${sceneLabel(lab.catalog, lab.frame.status)} is paused.`,
      actions: [{ label: 'Play', help: 'Start the run (Space)', act: () => lab.play() }],
    });
  };
}

/** Wall time for one step from which on the run seems to stand still, s. */
const STANDSTILL = 2;

/** A playback speed of 0, or one so low that no step comes for seconds. */
function standstill(lab: Lab): Check {
  return ({ status: { params, replay } }) => {
    const { dt, speed } = params;
    if (!lab.playing || replay || dt <= STANDSTILL * speed) return null;
    return () => ({
      kind: 'standstill',
      text:
        speed === 0
          ? 'The playback speed is 0: no time passes.'
          : t`At a playback speed of ${formatNumber(speed)} ×, one step takes ${formatQuantity(dt / speed, 's')}.`,
      actions: [action('Set the speed to 1 ×', 'Play in real time', () => lab.set('speed', 1))],
    });
  };
}

/** Half the distance between neighbouring Float32 numbers from 1 to 2: what a position, m, can lose in a step. */
const HALF_ULP = 2 ** -24;

/** In single precision, a particle at rest does not start to fall if dt is too short: g dt² is rounded away. */
function lostMotion(lab: Lab): Check {
  return ({ status: { precision, params } }) => {
    const { dt } = params;
    if (precision === 'double' || dt >= Math.sqrt(HALF_ULP / gravityOf(params))) return null;
    return () => ({
      kind: 'notice',
      text: t`At dt = ${formatQuantity(dt, 's')}, motion below ${formatNumber((1000 * HALF_ULP) / dt, 2)} mm/s is rounded away; use double precision.`,
      reason: 'In single precision, such a slow particle moves by less than the last digit of its position in a step.',
      actions: [doublePrecision(lab)],
    });
  };
}

const doublePrecision = (lab: Lab) =>
  action('Use double precision', 'Compute with 16 digits instead of 7', () => lab.set('precision', 'double'));

/** Far from the origin a spring feels the rounding of positions, unless the engine's origin follows the particles. */
function coarsePositions(lab: Lab): Check {
  return ({ status: { coarseRounding, blowUp } }) => {
    if (!(coarseRounding > 0) || blowUp) return null;
    return () => ({
      kind: 'notice',
      text: t`So far from the origin, positions are rounded to ${formatNumber(1000 * coarseRounding, 2)} mm, which puts energy into springs; use double precision.`,
      reason:
        'In single precision a position has 7 digits. An origin near the particles would keep them accurate, but obstacles, moving pins, a held particle or a force that depends on the place hold it where it is.',
      actions: [doublePrecision(lab)],
    });
  };
}

/** Wall time for which solves must fail before a notice, ms. */
const FAILS_FOR = 1500;

function failedSolve(lab: Lab): Check {
  let since = 0;
  return ({ status: { report, params, blowUp } }) => {
    const now = performance.now();
    // While the run rests, the last report is old.
    if (report.converged || lab.paused || blowUp) since = 0;
    else if (since === 0) since = now;
    if (since === 0 || now - since < FAILS_FOR) return null;
    const { name, short, tolerance, iterations, whole } = solverWords(lab);
    return () => ({
      kind: 'solver',
      text: t`The ${name} does not reach its tolerance.`,
      reason: t`In the last step, the residual was ${report.residual.toExponential(1)} of ${whole} after ${report.iterations} iterations of conjugate gradients; the tolerance is ${formatNumber(params[tolerance])}. ${
        params.clamp === 0
          ? 'An unclamped matrix can be indefinite: then conjugate gradients fail.'
          : 'Such a step is less accurate, and may blow up.'
      }`,
      actions: [
        params.clamp === 0
          ? action('Clamp the matrix', 'Make the matrix definite again', () => lab.set('clamp', 1))
          : action(t`Allow more ${short} iterations`, 'Allow four times as many iterations per step', () =>
              lab.set(iterations, 4 * params[iterations]),
            ),
      ],
    });
  };
}

/** A solve that block Jacobi had to finish. */
function fallbackSolver(lab: Lab): Check {
  const stays = createSighting();
  return ({ status: { report, preconditioner, requestedPreconditioner, blowUp } }) => {
    // If block Jacobi fails too, the other notice explains it.
    const fellBack = report.fellBack && report.converged && !lab.paused;
    if (!stays(requestedPreconditioner, fellBack) || blowUp) return null;
    const { label } = lab.catalog.preconditioners.find(({ id }) => id === preconditioner) ?? { label: preconditioner };
    return () => ({
      kind: 'notice',
      text: t`${label} did not converge in this step; block Jacobi finished it.`,
      reason: 'The step is as accurate as the others, but took longer.',
      actions: [action('Use block Jacobi', 'Use it for all steps', () => lab.set('preconditioner', 'block-jacobi'))],
    });
  };
}

/**
 * Says that a ball fits between the particles of a net on the GPU, where only they touch obstacles. In the middle of a square cell with
 * sides d, it touches no particle if its radius is below d/√2.
 */
function smallSphere(): Check {
  let structure: Structure | null = null;
  /** m; the longest side of a cell at rest; 0 if the scene is no net. */
  let side = 0;
  return (frame) => {
    const { spheres } = frame.status.environment;
    // Most scenes have none: then the sides need not be known.
    if (spheres.length === 0 || frame.status.kernel !== 'gpu') return null;
    if (frame.structure !== structure) {
      structure = frame.structure;
      side = longestSide(structure);
    }
    const radius = Math.min(...spheres.map((sphere) => sphere.radius));
    if (radius >= side / Math.SQRT2) return null;
    return () => ({
      kind: 'notice',
      text: t`A ball of radius ${prefixed(radius, 'm')} fits through this net, whose particles are up to ${prefixed(side, 'm')} apart: only particles touch obstacles.`,
      reason: 'Springs and triangles pass through obstacles. Use a finer net or a larger ball.',
    });
  };
}

/** Kind 0 is along rows and columns. */
function longestSide({ grid, kinds, absent, restLengths }: Structure): number {
  if (!grid) return 0;
  return restLengths.reduce((most, length, j) => (kinds[j] === 0 && !absent[j] ? Math.max(most, length) : most), 0);
}

/** The GPU was requested, and does not compute the run. */
const withoutGpu: Check = ({ status: { processor, kernel, kernelFallbackReason } }) =>
  processor === 'gpu' && kernel !== 'gpu' && kernelFallbackReason
    ? () => ({ kind: 'notice', text: t`The CPU computes this run. ${kernelFallbackReason}` })
    : null;
