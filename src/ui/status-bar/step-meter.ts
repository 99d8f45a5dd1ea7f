import { t } from '../../language/translate';
import type { Frame, Status } from '../../runtime/frame/frame';
import { button, element, setAttribute, setText } from '../controls/element';
import { formatMilliseconds, formatNumber, formatQuantity } from '../controls/number-format';
import type { Engine } from '../lab/engine-client';
import type { Lab } from '../lab/lab';
import { bringToLimit, describeLimit, lackOf, nearLimit } from '../lab/limit';
import { ignoreShownError } from '../lab/message-list';
import { createLimitingTriangle } from './limiting-triangle';

const HELP =
  'Time step over its limit. The limit is the longest dt at which this method makes no mode of small motion about the current state grow. It is up to 1 % too low here, where the dampers of the springs differ up to 20 %, and updated a few times per second; with ≥ it may be much longer, and follows while the run is paused. Left out: motion along an axis along which nothing moves. Large motion may blow up below the limit';
/** Added above the limit, where nothing is about to be seen of it. */
const FOR_A_MOMENT =
  'dt is above the limit for a part of the motion only: what grows then is too small to be seen, and decays below the limit.';

/** Shows dt relative to its limit as a bar and as text, with buttons that set dt from the limit. */
export function createStepMeter(into: HTMLElement, lab: Lab): { write(status: Status): void } {
  const fill = element('i');
  const gauge = element(
    'span.gauge',
    {
      role: 'meter',
      'aria-label': 'dt relative to its limit',
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': 0,
    },
    fill,
  );
  const name = element('small');
  const limit = element('b');
  const toLimit = element(
    'button',
    { type: 'button', 'aria-label': 'Set dt to 90 % of the limit', click: () => ignoreShownError(bringToLimit(lab)) },
    '90 %',
  );
  const follow = button(
    'Follow',
    'Keep dt at about 90 % of its limit while the limit changes, until you set dt (Shift D)',
    () => {
      lab.page.toggle('followsLimit');
      write(lab.frame.status);
    },
    { 'aria-label': 'Follow the limit', 'aria-pressed': 'false' },
  );
  const triangle = createLimitingTriangle(lab);
  const shown = element(
    'span.figure.meter',
    { title: HELP },
    element('span', element('span', name, gauge), limit),
    element(
      'span.limit-buttons',
      { role: 'group', 'aria-label': 'dt and its limit' },
      toLimit,
      follow,
      triangle.button,
    ),
  );
  into.append(shown);

  const unstableMode = createUnstableMode(lab);

  /** The mode that grows at every dt, so that the meter says more than that. */
  function namedMode({ stability }: Status): typeof unstableMode | null {
    if (lackOf(stability) !== 'never') return null;
    unstableMode.update(lab.frame);
    return unstableMode.label ? unstableMode : null;
  }

  function write(status: Status): void {
    const { fraction, grows, sought } = status.stability;
    const mode = namedMode(status);
    const text = describeLimit(lab.catalog, status);
    const step = `${lab.page.followsLimit ? 'dt follows' : 'dt'} ${formatMilliseconds(status.params.dt)}`;
    const first =
      mode?.sentence ?? (fraction > 1 && !grows && !sought && Number.isFinite(fraction) ? FOR_A_MOMENT : '');
    setAttribute(shown, 'title', `${first} ${HELP}`.trim());
    setText(name, mode ? `${step}, ${mode.label}` : step);
    gauge.classList.toggle('empty', mode !== null);
    setText(limit, text);
    if (!sought) {
      const percent = String(Math.round(100 * Math.min(1, fraction)));
      if (fill.style.width !== `${percent}%`) fill.style.width = `${percent}%`;
      setAttribute(gauge, 'aria-valuenow', percent);
      shown.classList.toggle('warm', grows);
    }
    setAttribute(gauge, 'aria-valuetext', text);
    setAttribute(follow, 'aria-pressed', String(lab.page.followsLimit));
    triangle.update(lab.frame);
    const dt = nearLimit(status.stability);
    toLimit.disabled = dt === 0 || lab.page.followsLimit;
    const help = lab.page.followsLimit
      ? t('dt follows the limit')
      : dt === 0
        ? status.stability.dt === 0
          ? t('No dt is stable')
          : t('There is no limit')
        : t`Set dt to 90 % of the limit, ${formatMilliseconds(dt)} (D)`;
    setAttribute(toLimit, 'title', help);
  }
  return { write };
}

/** Least time between two searches, ms. */
const PERIOD = 2000;
/** Smaller damping ratios are rounding errors. */
const ROUNDING = 1e-6;

/** Names the mode that makes a method unstable at every dt. */
function createUnstableMode(engine: Engine) {
  const mode = {
    /** Its name, for the meter: `mode of 0.58 Hz`; '' until it is known. */
    label: '',
    /** One sentence about it. */
    sentence: '',
    update,
  };
  let scene = '';
  let last = -PERIOD;
  let busy = false;

  async function search(): Promise<void> {
    busy = true;
    try {
      const { omega, damping } = await engine.ask('spectrum', { quality: 'quick' });
      const { growth, h } = await engine.ask('modeGrowth', { omega, damping });
      const worst = growth.indexOf(Math.max(...growth));
      // The motion may have changed meanwhile, so that nothing grows now: the last mode stays named.
      if (growth[worst] > 1) {
        const zeta = omega[worst] > 0 ? damping[worst] / (2 * omega[worst]) : 0;
        mode.label = t`mode of ${formatNumber(omega[worst] / (2 * Math.PI), 3)} Hz`;
        mode.sentence = t`The ${mode.label}, ${zeta < ROUNDING ? 'which is undamped' : `ζ = ${formatNumber(zeta, 3)}`}, grows at any dt: at this one its amplitude doubles in ${timeText((h * Math.LN2) / Math.log(growth[worst]))}.`;
      }
    } catch {
      // The state is not finite: a message says so.
    }
    busy = false;
  }

  /** Call while the method is unstable at every dt. */
  function update({ status, structure }: Frame): void {
    const key = `${structure.generation} ${status.integrator}`;
    if (key !== scene) mode.label = mode.sentence = '';
    const now = performance.now();
    if (busy || (key === scene && now - last < PERIOD)) return;
    scene = key;
    last = now;
    void search();
  }

  return mode;
}

/** `31 s`, `8.7 hours`. @param time s */
function timeText(time: number): string {
  if (time < 120) return formatQuantity(time, 's');
  const [seconds, unit] = time < 7200 ? [60, 'minutes'] : time < 172_800 ? [3600, 'hours'] : [86_400, 'days'];
  return `${formatNumber(time / seconds, 2)} ${unit}`;
}
