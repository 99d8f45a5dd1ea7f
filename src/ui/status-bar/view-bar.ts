/** The buttons beside the legend: cloth, wireframe or strain, and the look of the cloth. */

import { t } from '../../language/translate';
import { FIELD_STOPS, STRAIN_RANGE, STRAIN_STOPS } from '../../runtime/frame/color-scales';
import type { Frame } from '../../runtime/frame/frame';
import { setViewMode, VIEW_MODES, viewModeOf } from '../actions/view';
import { buttonChoice, element, elementById, setText } from '../controls/element';
import { addMenu } from '../controls/menu';
import { formatNumber, formatPercent } from '../controls/number-format';
import { isAvailable, strainField } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';

/** They are hidden in a scene without cloth. */
export function createViewBar(lab: Lab): (frame: Frame) => void {
  const { page, view } = lab;
  const modes = buttonChoice(VIEW_MODES, (mode) => setViewMode(lab, mode));
  const title = 'Look of the cloth; the panel has its material';
  const material = element('button.material', { type: 'button', title });
  const group = element('div.tools', { role: 'group', 'aria-label': 'Shown' }, ...modes.nodes, material);
  elementById('legend').before(group);
  const wear = (look: string | null) => () => {
    page.look = look;
    setViewMode(lab, VIEW_MODES[0]);
  };
  addMenu(material, 'Look', [
    { label: 'Its own', help: 'The look of its material, or the one that the scene begins with', act: wear(null) },
    ...view.looks.map(({ id, label, summary }) => ({ label, help: summary, act: wear(id) })),
  ]);

  const { fields } = lab.catalog;
  let strain: string | null = null;

  /** Another scene may not have the field that colours the cloth, or its strain may be another field. */
  function checkField(frame: Frame): void {
    const next = strainField(fields, frame);
    const field = fields.find(({ id }) => id === lab.color);
    if (field && next !== strain && field.id === strain) lab.colorBy(next);
    else if (field && !isAvailable(field, frame)) lab.colorBy(null);
    strain = next;
  }

  return (frame) => {
    checkField(frame);
    const shown = viewModeOf(lab);
    group.hidden = frame.structure.surface.length === 0;
    modes.press((mode) => mode === VIEW_MODES[shown]);
    material.hidden = shown !== 0;
    setText(material, view.looks.find(({ id }) => id === view.look)?.label ?? '');
  };
}

/** Time between two updates of a field's range, ms: it changes with each frame. */
const PERIOD = 250;

const OUTSIDE = 'What is outside the scale has the color of its end';

/**
 * The largest values outside the scale; empty if all are inside. The scale leaves out some particles, and a field of springs shows
 * means: the largest strain of one spring can be several times that.
 * @param scale values at its ends, in the unit of the field
 */
export function outsideText(
  { field, status }: Pick<Frame, 'field'> & { status: Pick<Frame['status'], 'strain' | 'replay'> },
  [low, high]: readonly [number, number],
  unit: string,
): string {
  // The status belongs to the state at rest, the values to what is drawn.
  if (!status.replay && (!field || field.id === 'spring-strain'))
    return 100 * status.strain > high ? t`largest of a spring: ${formatPercent(status.strain)}` : '';
  let [least, most] = [low, high];
  for (const value of field?.values ?? []) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const parts = [least < low && `down to ${short(least)}`, most > high && `up to ${short(most)}`].filter(Boolean);
  return parts.length > 0 ? `outside: ${parts.join(', ')} ${unit}`.trim() : '';
}

function short(value: number): string {
  return formatNumber(value, 3).replace('-', '−');
}

/** Time that the scale of strain stays after the last spring that showed it, ms. */
const LINGERS = 1500;

/** The colour scale of the view: of the field that colours the cloth, else of the strain of springs while some are shown. */
export function createLegend(lab: Lab): (frame: Frame) => void {
  const percent = Math.round(100 * STRAIN_RANGE);
  const stops = STRAIN_STOPS.map(({ strain, color }) => `${color} ${(50 * (strain + STRAIN_RANGE)) / STRAIN_RANGE}%`);
  const parts = ['name', 'low', 'scale', 'high', 'outside'];
  const [name, low, scale, high, outside] = parts.map((part) => element('span', { class: part }));
  outside.title = t(OUTSIDE);
  const legend = elementById('legend');
  legend.append(name, low, scale, high, outside);
  let shown: string | null = null;
  let written = 0;
  let seen = -Infinity;

  function label(id: string): void {
    shown = id;
    written = 0;
    const field = lab.catalog.fields.find((one) => one.id === id);
    setText(name, field?.label ?? 'strain');
    legend.title = t(field?.summary ?? 'Colour of a spring by its strain, length over rest length − 1');
    legend.setAttribute('aria-label', field ? t`Color scale: ${field.label}` : t('Strain scale'));
    const colors = field ? FIELD_STOPS[field.diverging ? 'diverging' : 'sequential'] : stops;
    scale.style.background = `linear-gradient(90deg,${colors.join()})`;
    setText(low, `−${percent} %`);
    setText(high, `+${percent} %`);
  }

  function range(frame: Frame, id: string): void {
    const now = performance.now();
    const shown = id === '' ? ([-percent, percent] as const) : lab.view.fieldRange;
    if (!shown || now - written < PERIOD) return;
    written = now;
    const unit = lab.catalog.fields.find((one) => one.id === id)?.unit ?? '';
    if (id !== '') {
      setText(low, short(shown[0]));
      setText(high, `${short(shown[1])} ${unit}`.trim());
    }
    setText(outside, outsideText(frame, shown, unit));
  }

  return (frame) => {
    const id = frame.field?.id ?? '';
    if (id !== shown) label(id);
    range(frame, id);
    const now = performance.now();
    if (lab.view.showsSprings) seen = now;
    const hidden = id === '' && now - seen > LINGERS;
    if (legend.hidden !== hidden) legend.hidden = hidden;
  };
}
