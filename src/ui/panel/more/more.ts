/** The folders of the panel below *More*: everything that is not basic. */
import type { GUI } from 'lil-gui';
import type { Lab } from '../../lab/lab';
import { fillEnvironment } from '../environment-folder';
import { addFolder, type Folder } from '../folder';
import { addGroups, type PanelPart } from '../param-groups';
import { fillContactFolder, fillForcesFolder, fillMembraneFolder } from './forces-folders';
import { fillIntegratorFolder } from './integrator-folder';
import { fillSelectionFolder } from './selection-controls';
import { fillInstrumentsFolder, fillViewFolder } from './view-folders';

export function fillMore(parent: GUI, lab: Lab): PanelPart {
  const folders: Folder[] = [
    { title: 'Integrator', fill: (folder) => fillIntegratorFolder(folder, lab) },
    { title: 'Material', fill: (folder) => addGroups(folder, lab, 'Material') },
    {
      title: 'Membrane',
      fill: (folder) => fillMembraneFolder(folder, lab),
      applies: ({ structure }) => structure.membrane,
    },
    { title: 'Forces', fill: (folder) => fillForcesFolder(folder, lab) },
    { title: 'Contact', fill: (folder) => fillContactFolder(folder, lab) },
    {
      title: 'Moving pins',
      fill: (folder) =>
        fillEnvironment(folder, lab, ['motion'], 'Move the selected pins (or all pins) along a set path.'),
      count: ({ status }) => status.environment.motion.length,
    },
    {
      title: 'Selected particles',
      fill: (folder) => fillSelectionFolder(folder, lab),
      count: () => lab.selection.particles.length,
    },
    { title: 'View', fill: (folder) => fillViewFolder(folder, lab) },
    { title: 'Instruments', fill: (folder) => fillInstrumentsFolder(folder, lab.page) },
  ];
  const parts = folders.map((folder) => addFolder(parent, lab, folder));
  return (frame) => {
    for (const part of parts) part(frame);
  };
}
