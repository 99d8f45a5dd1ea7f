import type { GUI } from 'lil-gui';
import { t } from '../../language/translate';
import { findEquilibrium, findMechanisms } from '../actions/actions';
import { formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { addButtons, addNote } from './controls';
import { fillEnvironment } from './environment-folder';
import { addLossPerStep } from './other-units';
import { addFolder, addGroups, type PanelPart } from './param-groups';

/** Parameters of the forces on all particles, and a list of added forces. */
export function fillForcesFolder(folder: GUI, lab: Lab): PanelPart {
  const groups = addGroups(folder, lab, 'Forces', 'Grab');
  const lossPerStep = addLossPerStep(folder, lab);
  const added = addFolder(folder, lab, {
    title: 'Added forces',
    fill: (inner) => fillEnvironment(inner, lab, ['forces'], 'W turns a wind on or off.'),
    count: ({ status }) => status.environment.forces.length,
  });
  addButtons(folder, 'Statics', [
    {
      label: 'Find equilibrium',
      help: 'Pause, and move all particles to rest with zero net force (E)',
      act: () => ignoreShownError(findEquilibrium(lab)),
    },
    {
      label: 'Find mechanisms',
      help: 'Pause, and find mechanisms (zero-stiffness motions) of the current state (M)',
      act: () => ignoreShownError(findMechanisms(lab)),
    },
  ]);
  return (frame) => {
    groups(frame);
    lossPerStep(frame);
    added(frame);
  };
}

/** Parameters of the membrane, with the stiffness and Poisson’s ratio that they give. */
export function fillMembraneFolder(folder: GUI, lab: Lab): PanelPart {
  const explain = addNote(folder);
  const group = addGroups(folder, lab, 'Membrane');
  let shown = { l: Number.NaN, m: Number.NaN, thickness: Number.NaN };
  return (frame) => {
    group(frame);
    const { membraneLambda: l, membraneMu: m, membraneThickness: thickness } = frame.status.params;
    if (l === shown.l && m === shown.m && thickness === shown.thickness) return;
    shown = { l, m, thickness };
    // Plane stress: λ = Eν/(1 − ν²), μ = E/(2(1 + ν)).
    const nu = formatNumber(l / (l + 2 * m), 3);
    const stiffness = formatNumber((4 * thickness * m * (l + m)) / (l + 2 * m), 3);
    if (!(l + 2 * m > 0)) explain('With both moduli 0 there is no membrane, only springs.');
    else explain(t`A sheet with E·t = ${stiffness}\u00a0N/m and Poisson’s ratio ν = ${nu}.`);
  };
}

/** Parameters of contact and self-collision, and a list of obstacles. */
export function fillContactFolder(folder: GUI, lab: Lab): PanelPart {
  const groups = addGroups(folder, lab, 'Contact');
  const lists = lab.catalog.itemSchemas.obstacles.map(({ list }) => list);
  const obstacles = addFolder(folder, lab, {
    title: 'Obstacles',
    fill: (inner) =>
      fillEnvironment(
        inner,
        lab,
        lists,
        'Drag an obstacle by its handle in the view. Turn a plane by the tip of its normal. The floor at height 0 has no handles.',
      ),
    count: ({ status }) => lists.reduce((count, list) => count + (status.environment[list]?.length ?? 0), 0),
  });
  return (frame) => {
    groups(frame);
    obstacles(frame);
  };
}
