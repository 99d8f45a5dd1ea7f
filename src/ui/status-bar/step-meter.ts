import type { Status } from '../../runtime/frame/frame';
import { element, setAttribute, setText } from '../controls/element';
import { formatQuantity } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { bringToLimit, nearLimit } from '../lab/limit-follower';
import { ignoreShownError } from '../lab/message-list';

/** Share of the limit above which the meter turns warm. */
const NEAR = 0.95;

/** How far dt is from the limit of the method, as a thin bar and in words, and ways to bring it there. */
export function createStepMeter(into: HTMLElement, lab: Lab): { write(status: Status): void } {
  const fill = element('i');
  const gauge = element(
    'span',
    {
      class: 'gauge',
      role: 'meter',
      'aria-label': 'dt against its limit',
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': 0,
    },
    fill,
  );
  const name = element('span', {}, 'dt');
  const limit = element('b');
  const bring = element(
    'button',
    { type: 'button', 'aria-label': 'Set dt to 90 % of the limit', click: () => ignoreShownError(bringToLimit(lab)) },
    '90 %',
  );
  const follow = element(
    'button',
    {
      type: 'button',
      title: 'Keep dt at about 90 % of the limit while it changes, until dt is set by hand (Shift D)',
      'aria-label': 'Follow the limit',
      'aria-pressed': 'false',
      click: () => {
        lab.page.followsLimit = !lab.page.followsLimit;
        write(lab.frame.status);
      },
    },
    'Follow',
  );
  const shown = element(
    'span',
    {
      class: 'figure meter',
      title:
        'The time step against the longest one that this method holds with these springs as they are now, for small motion: estimated on the safe side a few times a second. Violent motion may blow up below it',
    },
    name,
    gauge,
    limit,
    element('span', { class: 'limit-buttons', role: 'group', 'aria-label': 'dt and its limit' }, bring, follow),
  );
  into.append(shown);

  function write(status: Status): void {
    const { fraction } = status.stability;
    const text = describeLimit(lab, status);
    setText(name, lab.page.followsLimit ? 'dt follows' : 'dt');
    setText(limit, text);
    const percent = String(Math.round(100 * Math.min(1, fraction)));
    if (fill.style.width !== `${percent}%`) fill.style.width = `${percent}%`;
    setAttribute(gauge, 'aria-valuenow', percent);
    setAttribute(gauge, 'aria-valuetext', text);
    shown.classList.toggle('warm', fraction > NEAR);
    setAttribute(follow, 'aria-pressed', String(lab.page.followsLimit));
    const dt = nearLimit(status.stability);
    bring.disabled = dt === 0 || lab.page.followsLimit;
    bring.title = lab.page.followsLimit
      ? 'dt follows the limit'
      : dt === 0
        ? 'There is no limit to set dt to'
        : `Set dt to 90 % of the limit, ${formatQuantity(dt, 's')} (D)`;
  }
  return { write };
}

function describeLimit({ catalog }: Lab, { params, integrator, stability }: Status): string {
  const { dt, fraction } = stability;
  const { implicit } = catalog.integrators.find(({ id }) => id === integrator) ?? {};
  // Where springs are compressed an unclamped matrix may be indefinite, at any dt.
  if (dt === Number.POSITIVE_INFINITY) return implicit && params.clamp === 0 ? 'no limit while stretched' : 'no limit';
  if (!(dt > 0)) return 'no dt is safe';
  const limit = formatQuantity(dt, 's');
  return fraction > 1
    ? `${fraction < 9.95 ? fraction.toFixed(1) : Math.round(fraction)}× the limit ${limit}`
    : `${Math.round(100 * fraction)} % of limit ${limit}`;
}
