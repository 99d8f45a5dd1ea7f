import { type BlowUp, CHECK_EVERY, findWorstOffender, forcesAtStart } from '../blow-up/blow-up-detector';
import { jitterTime } from '../blow-up/jitter';
import { isFiniteState } from '../model/state';
import { quote } from '../model/validate';
import { methodOf } from '../registry';
import type { Account, ConstraintDefinition } from '../world/constraint';
import type { Run } from './run';
import { restoreState, saveCheckpoint } from './save-checkpoint';
import { tearSheet } from './slits';

/** One step of dt, with a check for a blow-up every CHECK_EVERY steps. */
export function advance(run: Run): void {
  stepOnce(run);
  if (run.stepCount % CHECK_EVERY === 0) checkForBlowUp(run);
}

function stepOnce(run: Run): void {
  const { state, world, grab, detector, ledger, timeOrigin } = run;
  const h = run.settings.params.dt;
  ledger?.beginStep();
  for (let i = 0; i < world.forces.length; i++) world.forces[i].beforeStep?.(state, h);
  ledger?.addChangeInStep('damping');
  grab.beforeStep(state, h);
  const { constraints } = world;
  let tears = false;
  for (let i = 0; i < constraints.length; i++) constraints[i].beforeStep?.(state, h);
  ledger?.addChangeInStep('hand');
  run.report = run.movingOrigin.step(run.integrator, state, h);
  ledger?.addChangeInStep(null);
  detector.addWork(grab.afterStep(state, h));
  ledger?.addChangeInStep('hand');
  for (let i = 0; i < constraints.length; i++) {
    const work = constraints[i].afterStep?.(state, h) ?? 0;
    detector.addWork(work);
    const { changed, workOfPins, boundsHeat } = constraints[i];
    const account = changed === undefined ? accountOf(world.constraintDefinitions[i], work) : changed;
    // With the step the layers end that pushed each other in it: this changes the energy, even if no particle moves.
    ledger?.addChangeInStep(account, changed !== undefined, workOfPins, boundsHeat);
    constraints[i].report?.(run.report);
    if (constraints[i].tearsSheet) tears = true;
  }
  run.stepCount++;
  state.time = timeOrigin.time + (run.stepCount - timeOrigin.step) * h;
  if (!tears) return;
  tearSheet(run);
  ledger?.addChange('parameters');
}

/** A damping constraint that does positive work pushed particles out of an obstacle, where a command had put them. */
function accountOf({ account }: ConstraintDefinition, work: number): Account {
  return account === 'damping' && work > 0 ? 'parameters' : (account ?? null);
}

/** @throws RangeError for an invalid number of steps */
export function checkCount(count: number): void {
  if (Number.isSafeInteger(count) && count >= 0) return;
  throw new RangeError(`step: the count must be a whole number of at least 0, got ${quote(count)}`);
}

/** Checks for a blow-up, at most once a step: saves a checkpoint at the end of the recording, or returns to the last good state. */
export function checkForBlowUp(run: Run): void {
  if (run.checkedAt === run.stepCount || run.blowUp || !run.detectsBlowUps) return;
  run.checkedAt = run.stepCount;
  const { state, world, recording, ledger, stepCount: step } = run;
  const { params, integrator } = run.settings;
  const method = methodOf(integrator, run.settings.definitions);
  const { solvesSprings = false } = method;
  const check = run.detector.check(state, jitterTime(method, params), solvesSprings);
  const { cause } = check;
  if (cause === 'non-finite' || (cause && params.stopOnBlowUp === 1)) {
    const { time } = state;
    const findFirst = () => findFirstNonFinite(run);
    const worst =
      cause === 'non-finite' ? (ledger?.whilePaused(findFirst) ?? findFirst()) : findWorstOffender(world, state);
    const limitedBy = solvesSprings ? forcesAtStart(world) : [];
    run.blowUp = { step, time, cause, ...worst, limitedBy, integrator, params };
    recording.future = { step, time, blowUp: run.blowUp };
    recording.stoppedHistory = recording.history;
    restoreLastGoodState(run);
    ledger?.restore(run.stepCount);
  } else if (!recording.future) saveCheckpoint(run, check);
}

/** The worst offender just before the first non-finite value: repeats the steps since the last checkpoint. */
function findFirstNonFinite(run: Run): Pick<BlowUp, 'spring' | 'particle' | 'speed'> {
  const { checkpoints } = run.recording;
  restoreState(run, checkpoints[checkpoints.length - 1]);
  let worst = findWorstOffender(run.world, run.state);
  for (let i = 1; i < CHECK_EVERY; i++) {
    stepOnce(run);
    if (!isFiniteState(run.state)) break;
    worst = findWorstOffender(run.world, run.state);
  }
  return worst;
}

/** Restores the newest good state since the last edit, or if there is none, the one with the smallest energy ratio. */
function restoreLastGoodState(run: Run): void {
  const { checkpoints } = run.recording;
  let best = checkpoints[checkpoints.length - 1];
  for (let i = checkpoints.length - 1; i >= 0 && checkpoints[i].editCount === run.editCount && !best.isGood; i--) {
    if (checkpoints[i].isGood || checkpoints[i].energyRatio < best.energyRatio) best = checkpoints[i];
  }
  run.recording.nextCommand = best.commandCount;
  restoreState(run, best);
}
