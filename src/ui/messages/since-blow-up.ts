/** What has changed on the panel since a blow-up: the run is stopped, and the report is about the settings that blew up. */
import { t } from '../../language/translate';
import type { BlowUp } from '../../physics';
import type { Status } from '../../runtime/frame/frame';
import { formatNumber, formatQuantity } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';

/** As keys of `lab.set`. */
type Settings = Pick<Status, 'integrator'> & { params: Readonly<Record<string, number>> };

/** A sentence has no more values. */
const MAX_NAMED = 3;

/** Keys of the parameters that have changed, and 'integrator'. The playback speed does not matter. */
export function changedSince(blowUp: BlowUp, now: Settings): string[] {
  const before: Settings = blowUp;
  const keys = Object.keys(now.params).filter((key) => key !== 'speed' && now.params[key] !== before.params[key]);
  return now.integrator === before.integrator ? keys : ['integrator', ...keys];
}

/** `It blew up with stiffness 1370 N/m, and the panel now shows 20,000 N/m.` The empty string if nothing has changed. */
export function sinceText(lab: Lab, blowUp: BlowUp, now: Settings): string {
  const changed = changedSince(blowUp, now);
  if (changed.length === 0) return '';
  const keys = changed.slice(0, MAX_NAMED);
  const list = (settings: Settings, named: boolean) =>
    joined(keys.map((key) => `${named ? `${labelOf(lab, key)} ` : ''}${settingText(lab, key, settings)}`));
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

function joined(words: string[]): string {
  return words.length < 2 ? words.join() : t`${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
