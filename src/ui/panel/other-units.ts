/** Inputs of a parameter in another quantity: the mass of a particle by area, and the velocity decay in percent a step. */

import type { GUI } from 'lil-gui';
import { t } from '../../language/translate';
import { SPRING_KINDS } from '../../physics/model/model';
import type { Structure } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import type { PanelPart } from './param-groups';
import { addSlider } from './slider';

/** Area of a net at rest, m²: its cells have the rest lengths of the first structural springs; 0 for what is no net. */
function areaOf({ grid, springs, kinds, restLengths }: Structure): number {
  if (!grid) return 0;
  const structural = SPRING_KINDS.indexOf('structural');
  /** Rest length of a spring between neighbours so many numbers apart, m. */
  const side = (apart: number) => {
    const j = kinds.findIndex((kind, k) => kind === structural && springs[2 * k + 1] - springs[2 * k] === apart);
    return j < 0 ? 0 : restLengths[j];
  };
  return (grid.columns - 1) * side(1) * ((grid.rows - 1) * side(grid.columns));
}

/** The mass of a net over its area. */
export function addMassByArea(folder: GUI, lab: Lab): PanelPart {
  let known: Structure | null = null;
  let area = 0;
  let mass = 0;
  const measure = (structure: Structure) => {
    if (structure === known) return;
    known = structure;
    area = areaOf(structure);
    mass = 0;
    for (const one of structure.masses) mass += one;
  };
  /** kg/m² for a mass of a particle, kg: all masses grow alike. */
  const density = (particle: number) => rounded((mass * particle) / (lab.frame.status.params.mass * area));
  const slider = addSlider(
    folder,
    'massByArea',
    {
      label: 'mass by area',
      unit: 'kg/m²',
      help: 'Mass of the cloth over its area at rest. It sets the particle mass, so that nets of any resolution weigh the same.',
      range: [0.01, 100],
      scale: 'logarithmic',
      accepts: 'positive',
    },
    {
      read: () => density(lab.frame.status.params.mass),
      initial: () => density(lab.defaultOf('mass')),
      write: (value) =>
        lab.set('mass', typeof value === 'number' ? (lab.frame.status.params.mass * value * area) / mass : value),
      restore: () => lab.restore('mass'),
    },
  );
  return ({ structure, status }) => {
    measure(structure);
    slider.show(area > 0);
    if (area > 0) slider.update(status);
  };
}

/** The velocity decay as the part of every velocity that a step of dt takes away. */
export function addLossPerStep(folder: GUI, lab: Lab): PanelPart {
  const percent = (decay: number, dt: number) => rounded(100 * -Math.expm1(-decay * dt));
  const slider = addSlider(
    folder,
    'lossPerStep',
    {
      label: 'velocity lost a step',
      unit: '%',
      help: 'The part of every velocity that each step takes away. It sets the velocity decay for the present dt; another dt changes it.',
      range: [0, 5],
      scale: 'linear',
      accepts: 'non-negative',
    },
    {
      read: () => percent(lab.frame.status.params.decay, lab.frame.status.params.dt),
      initial: () => percent(lab.defaultOf('decay'), lab.frame.status.params.dt),
      async write(value) {
        if (typeof value === 'string') return lab.set('decay', value);
        if (value < 100) return lab.set('decay', 0 - Math.log1p(-value / 100) / lab.frame.status.params.dt);
        const text = t`The velocity lost a step must be less than 100 %, got ${value} %.`;
        lab.messages.show({ kind: 'error', text });
      },
      restore: () => lab.restore('decay'),
    },
  );
  return ({ status }) => slider.update(status);
}

/** Without the last digits, in which conversions differ. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
