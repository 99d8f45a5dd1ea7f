import { GUI } from 'lil-gui';
import type { Frame } from '../../runtime/frame/frame';
import { element, place, setAttribute } from '../controls/element';
import { icon } from '../controls/icons';
import { PHONE } from '../controls/media';
import type { Lab } from '../lab/lab';
import { addClothFolder } from './cloth-folder';
import { addContactFolder, addForcesFolder, addMembraneFolder } from './forces-folders';
import { addIntegratorFolder } from './integrator-folder';
import { addGroups, type PanelPart } from './param-groups';
import { addFileFolder, addInstrumentsFolder, addViewFolder } from './view-folders';

/** ms; somewhat longer than a folder takes to open. */
const TRANSITION = 350;

/** The panel of all parameters, made from the catalog; one button (and H) shows and hides it. */
export function createPanel(lab: Lab): { update(frame: Frame): void } {
  const aside = place('panel');
  const toggle = element(
    'button',
    { type: 'button', id: 'panel-toggle', 'aria-controls': 'panel-body', title: 'Show or hide the controls (H)' },
    icon('controls'),
    'Controls',
  );
  toggle.addEventListener('click', () => {
    lab.page.panel = !lab.page.panel;
  });
  const body = element('div', { id: 'panel-body' });
  aside.append(toggle, body);
  const gui = new GUI({ container: body, title: 'Controls', touchStyles: 0 });
  gui.$title.remove();
  // Where motion is reduced lil-gui may miss the end of its transition: the folder would keep its height for ever, and
  // what is loaded into it later would lie over the next ones.
  gui.onOpenClose((changed) => {
    setTimeout(() => {
      changed.$children.style.height = '';
    }, TRANSITION);
  });

  const parts: PanelPart[] = [
    addIntegratorFolder(gui.addFolder('Integrator'), lab),
    addGroups(gui.addFolder('Material'), lab, 'Material'),
    addMembraneFolder(gui.addFolder('Membrane').close(), lab),
    addForcesFolder(gui.addFolder('Forces'), lab),
    addContactFolder(gui.addFolder('Contact').close(), lab),
    addClothFolder(gui.addFolder('Cloth'), lab),
    addViewFolder(gui.addFolder('View'), lab),
    addInstrumentsFolder(gui.addFolder('Instruments'), lab),
    addFileFolder(gui.addFolder('File'), lab),
  ];
  // On a phone the sheet would cover what it changes.
  if (matchMedia(PHONE).matches) lab.page.panel = false;

  return {
    update(frame) {
      if (body.hidden === lab.page.panel) body.hidden = !lab.page.panel;
      setAttribute(toggle, 'aria-expanded', String(lab.page.panel));
      if (lab.page.panel) for (const part of parts) part(frame);
    },
  };
}
