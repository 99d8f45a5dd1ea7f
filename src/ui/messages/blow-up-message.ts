/** The message about a blow-up: what happened, where, why, and buttons that continue. */
import { t } from '../../language/translate';
import type { BlowUp, StabilityLimit } from '../../physics';
import type { Frame, Status } from '../../runtime/frame/frame';
import { formatCount, formatNumber, formatQuantity, listed, toThreeDigits } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { compareWithLimit, exceedsLimit, lackOf, safeStep } from '../lab/limit';
import type { Message } from '../lab/message-list';
import { type BlowUpNumbers, blowUpKey } from '../lab/page-state';
import { remedies, waitsMessage } from './remedies';

const CAUSES: Record<BlowUp['cause'], string> = {
  'non-finite': 'A position or a velocity is no longer a finite number.',
  energy: 'Its energy is more than 1,000 times what the start, gravity, wind and your pull supplied.',
  jitter: 'The springs change by more than their rest length in each step.',
};

/** Shown until the limit is found. */
const SEARCHING = 'Computing the limit of dt …';

/** The report of a blow-up. It stays the same while the run is stopped; the remedies may change. */
interface Report {
  readonly key: string;
  readonly blowUp: BlowUp;
  /** Null until the limit is found. */
  numbers: BlowUpNumbers | null;
  /** True once the engine is asked for the limit. */
  asked: boolean;
  /** True if the settings have been changed so that the run can continue, and the slow replay was ended for it. */
  cured: boolean;
}

/** Reports a blow-up and offers remedies until it is over. */
export function createBlowUpWatch(lab: Lab): (frame: Frame) => void {
  let report: Report | null = null;
  /** The settings and the state of the slow replay that the message was made from. */
  let settings = '';
  let showed = false;
  /** True from the end of a blow-up until the limit of the state after it is known. */
  let ended = false;
  let waiting: Message | null = null;

  /** Explains why the run is paused after a reset, while it is. */
  function updateWaiting({ status }: Frame): void {
    const waits = lab.paused && !status.blowUp && status.stepCount === 0 && exceedsLimit(status);
    if (waiting && !waits) {
      lab.messages.remove(waiting);
      waiting = null;
    }
    if (!ended || status.stability.sought) return;
    ended = false;
    if (!waits) return;
    waiting = waitsMessage(lab);
    lab.messages.show(waiting);
  }

  function reportNumbers(of: Report, stability: StabilityLimit): void {
    if (of !== report || of.numbers) return;
    of.numbers = numbersOf(lab, of.blowUp, stability);
    lab.page.blowUp = of.numbers;
  }

  /** Takes the limit of the settings that blew up from the meter, or from the engine where a hand has changed them since. */
  function findNumbers(of: Report, status: Status): void {
    const isMeters = changedSince(of.blowUp, status).every((key) => key === 'dt');
    if (isMeters && !status.stability.sought) reportNumbers(of, status.stability);
    if (isMeters || of.asked) return;
    of.asked = true;
    lab.ask('limitOfBlowUp', {}).then(
      (limit) => limit && reportNumbers(of, limit),
      () => {
        of.asked = false;
      },
    );
  }

  return (frame) => {
    const { status } = frame;
    const { blowUp, stability, replay } = status;
    if (!blowUp) {
      ended ||= report !== null;
      if (report) lab.messages.hide('blow-up');
      report = null;
      lab.page.blowUp = null;
    }
    updateWaiting(frame);
    if (!blowUp) return;
    const key = blowUpKey(blowUp);
    const isNew = report?.key !== key;
    if (!report || isNew) {
      lab.page.blowUp = null;
      report = { key, blowUp, numbers: null, asked: false, cured: false };
    }
    if (!report.numbers) findNumbers(report, status);
    const { numbers } = report;
    const since = sinceText(lab, blowUp, status);
    const isStable = since !== '' && numbers !== null && !stability.sought && !exceedsLimit(status);
    const isCured = isStable && numbers.dt > numbers.stability.dt;
    // A slider that is brought back within the limit and released ends the slow replay.
    if (!isCured) report.cured = false;
    else if (!report.cured && !lab.pressed) {
      report.cured = true;
      if (replay) void lab.controlReplay({ type: 'end' });
    }
    const now = [key, since, settingsOf(status), stability.sought, numbers === null].join();
    const shows = replay !== null;
    if (now === settings && shows === showed && !isNew) return;
    // Why Play does not resume holds until a setting changes, and not only until the slow replay ends.
    const note = now === settings ? lab.messages.list.find(({ kind }) => kind === 'blow-up')?.note : undefined;
    settings = now;
    showed = shows;
    const message: Message = {
      kind: 'blow-up',
      text: textOf(blowUp),
      since,
      reason: numbers ? reasonOf(lab, numbers, blowUp, status) : SEARCHING,
      note,
      actions: remedies(lab, isStable && (isCured ? 'instead' : 'first')),
    };
    if (isNew) lab.messages.show(message);
    else lab.messages.replace(message);
  };
}

/** What the limit and the remedies depend on. */
function settingsOf({ stability, params, integrator, report }: Status): string {
  const { dt, clamp, cgIterations, newtonIterations, stopOnBlowUp } = params;
  const limit = stability.sought ? '' : stability.dt;
  return [limit, dt, clamp, cgIterations, newtonIterations, stopOnBlowUp, integrator, report.converged].join();
}

function numbersOf({ catalog, frame }: Lab, { integrator, params }: BlowUp, stability: StabilityLimit): BlowUpNumbers {
  return {
    method: methodLabel(catalog, integrator),
    dt: params.dt,
    stability: { ...stability },
    proposedStep: safeStep(params.dt, stability.dt),
    stepCount: frame.status.stepCount,
  };
}

/** A method that solves springs can be stopped by its other forces before one sees it: its message says how fast it is. */
function textOf({ step, time, cause, speed, limitedBy }: BlowUp): string {
  const fastest = cause === 'non-finite' ? 'Just before, the fastest particle moved' : 'The fastest particle moves';
  const motion = limitedBy.length > 0 && Number.isFinite(speed) ? t` ${fastest} at ${toThreeDigits(speed)} m/s.` : '';
  return t`The simulation blew up at t = ${time.toFixed(3)} s, in step ${formatCount(step)}. ${CAUSES[cause]}${motion}`;
}

/** Why it blew up, by the limit for small motion about the last good state. */
function reasonOf({ catalog }: Lab, numbers: BlowUpNumbers, blowUp: BlowUp, { report }: Status): string {
  const { params, limitedBy, integrator } = blowUp;
  const { method, dt, stability, stepCount } = numbers;
  const comparison = compareWithLimit(dt, stability, method);
  const lack = lackOf(stability);
  if (lack === 'none') {
    let blame = 'this motion was too large and too fast for this dt';
    if (catalog.integrators.find(({ id }) => id === integrator)?.solvesSprings)
      blame = 'its iterations in each step are too few, or this motion was too large and too fast for this dt';
    else if (params.clamp === 0) blame = 'an unclamped matrix can be indefinite, and then its solution is meaningless';
    else if (!report.converged) blame = 'its solver did not reach its tolerance';
    return t`${comparison}, but ${blame}.`;
  }
  if (lack) return `${comparison}.`;
  if (stability.omegaMax === 0) {
    return t`Nothing oscillates here, but damping alone limits dt to ${formatQuantity(stability.dt, 's')} with ${method}; dt was ${formatQuantity(dt, 's')}.`;
  }
  if (dt <= stability.dt) {
    return t`${comparison}. That limit is for small motion; this motion was too large and too fast.`;
  }
  const forces = limitedBy.length > 0 ? t` It has none for springs: this is the limit of ${limitedBy.join(', ')}.` : '';
  return t`${comparison}.${forces} In the last good state, at step ${formatCount(stepCount)}, the fastest mode has ω = ${toThreeDigits(stability.omegaMax)} rad/s, so hω = ${toThreeDigits(dt * stability.omegaMax)}; with this damping it is stable up to hω = ${toThreeDigits(stability.dt * stability.omegaMax)}.`;
}

// What has changed on the panel since a blow-up: the run is stopped, and the report is about the settings that blew up.

/** As keys of `lab.set`. */
type Settings = Pick<Status, 'integrator'> & { params: Readonly<Record<string, number>> };

/** A sentence has no more values. */
const MAX_NAMED = 3;

/** Keys of the parameters that have changed, and 'integrator'. The playback speed does not matter. */
function changedSince(blowUp: BlowUp, now: Settings): string[] {
  const before: Settings = blowUp;
  const keys = Object.keys(now.params).filter((key) => key !== 'speed' && now.params[key] !== before.params[key]);
  return now.integrator === before.integrator ? keys : ['integrator', ...keys];
}

/** `It blew up with stiffness 1370 N/m, and the panel now shows 20,000 N/m.` The empty string if nothing has changed. */
function sinceText(lab: Lab, blowUp: BlowUp, now: Settings): string {
  const changed = changedSince(blowUp, now);
  if (changed.length === 0) return '';
  const keys = changed.slice(0, MAX_NAMED);
  const list = (settings: Settings, named: boolean) =>
    listed(keys.map((key) => `${named ? `${labelOf(lab, key)} ` : ''}${settingText(lab, key, settings)}`));
  const more = changed.length > keys.length ? ' Other settings have changed too.' : '';
  return t`It blew up with ${list(blowUp, true)}, and the panel now shows ${list(now, keys.length > 1)}.${more}`;
}

function labelOf({ catalog }: Lab, key: string): string {
  if (key === 'dt') return 'dt';
  return key === 'integrator' ? 'the method' : (catalog.params[key]?.label ?? key);
}

function settingText({ catalog }: Lab, key: string, { integrator, params }: Settings): string {
  if (key === 'integrator') return methodLabel(catalog, integrator);
  if (key === 'dt') return formatQuantity(params.dt, 's');
  return `${formatNumber(params[key], 3)} ${catalog.params[key]?.unit ?? ''}`.trim();
}
