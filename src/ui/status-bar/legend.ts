import { FIELD_STOPS, STRAIN_RANGE, STRAIN_STOPS } from '../../runtime/frame/color-scales';
import type { Frame } from '../../runtime/frame/frame';
import { element, elementById, setText } from '../controls/element';
import { formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';

/** Time between two updates of a field's range, ms: it changes with each frame. */
const PERIOD = 250;

/** Time that the scale of strain stays after the last spring that showed it, ms. */
const LINGERS = 1500;

/** The colour scale of the view: of the field that colours the cloth, else of the strain of springs while some are shown. */
export function createLegend(lab: Lab): { update(frame: Frame): void } {
  const percent = Math.round(100 * STRAIN_RANGE);
  const stops = STRAIN_STOPS.map(({ strain, color }) => `${color} ${(50 * (strain + STRAIN_RANGE)) / STRAIN_RANGE}%`);
  const [name, low, scale, high] = ['name', 'low', 'scale', 'high'].map((part) => element('span', { class: part }));
  const legend = elementById('legend');
  legend.append(name, low, scale, high);
  let shown: string | null = null;
  let written = 0;
  let seen = -Infinity;

  function label(id: string): void {
    shown = id;
    written = 0;
    const field = lab.catalog.fields.find((one) => one.id === id);
    setText(name, field?.label ?? 'strain');
    legend.title = field?.summary ?? 'Colour of a spring by its strain, length over rest length − 1';
    legend.setAttribute('aria-label', field ? `Color scale: ${field.label}` : 'Strain scale');
    const colors = field ? FIELD_STOPS[field.diverging ? 'diverging' : 'sequential'] : stops;
    scale.style.background = `linear-gradient(90deg,${colors.join()})`;
    setText(low, `−${percent} %`);
    setText(high, `+${percent} %`);
  }

  function range(unit: string): void {
    const now = performance.now();
    const { fieldRange } = lab.view;
    if (!fieldRange || now - written < PERIOD) return;
    written = now;
    const [from, to] = fieldRange.map((end) => formatNumber(end, 3).replace('-', '−'));
    setText(low, from);
    setText(high, `${to} ${unit}`.trim());
  }

  return {
    update({ field }) {
      const id = field?.id ?? '';
      if (id !== shown) label(id);
      if (id !== '') range(lab.catalog.fields.find((one) => one.id === id)?.unit ?? '');
      const now = performance.now();
      if (lab.view.showsSprings) seen = now;
      const hidden = id === '' && now - seen > LINGERS;
      if (legend.hidden !== hidden) legend.hidden = hidden;
    },
  };
}
