import { STRAIN_RANGE, STRAIN_STOPS } from '../runtime/strain-scale';
import { element, place } from './element';
import type { Lab } from './lab';

/** The strain scale in the picture's own colours. On a phone it is there only while the springs are. */
export function createLegend(lab: Lab): { update(): void } {
  const percent = Math.round(100 * STRAIN_RANGE);
  const stops = STRAIN_STOPS.map(({ strain, color }) => `${color} ${(50 * (strain + STRAIN_RANGE)) / STRAIN_RANGE}%`);
  const legend = place('legend');
  legend.title = 'Colour of a spring by its strain, length over rest length − 1';
  legend.append(
    element('span', {}, 'strain'),
    element('span', {}, `−${percent} %`),
    element('span', { class: 'scale', style: `background:linear-gradient(90deg,${stops.join()})` }),
    element('span', {}, `+${percent} %`),
  );
  return {
    update() {
      legend.classList.toggle('asked', lab.options.springs);
    },
  };
}
