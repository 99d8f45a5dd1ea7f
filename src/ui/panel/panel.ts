import { GUI } from 'lil-gui';
import type { Frame } from '../../runtime/frame/frame';
import { element, elementById, setAttribute } from '../controls/element';
import { icon } from '../controls/icons';
import { PHONE } from '../controls/media';
import type { Lab } from '../lab/lab';
import { addClothFolder } from './cloth-folder';
import { addContactFolder, addForcesFolder, addMembraneFolder } from './forces-folders';
import { addIntegratorFolder } from './integrator-folder';
import { addGroups, type PanelPart } from './param-groups';
import { addDefaultsFolder, addInstrumentsFolder, addViewFolder } from './view-folders';

/** Somewhat longer than the transition of a folder, ms. */
const TRANSITION = 350;

/** The panel of all parameters, built from the catalog; a button (and H) shows and hides it. */
export function createPanel(lab: Lab): { update(frame: Frame): void } {
  const aside = elementById('panel');
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
  // With reduced motion lil-gui may miss the end of its transition: the folder would keep its height, and contents that are
  // loaded later would overlap the next folders.
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
    addInstrumentsFolder(gui.addFolder('Instruments'), lab.page),
    addDefaultsFolder(gui.addFolder('Defaults'), lab),
  ];
  // On a phone the open sheet would cover the cloth.
  if (matchMedia(PHONE).matches) lab.page.panel = false;

  return {
    update(frame) {
      if (body.hidden === lab.page.panel) body.hidden = !lab.page.panel;
      setAttribute(toggle, 'aria-expanded', String(lab.page.panel));
      if (lab.page.panel) for (const part of parts) part(frame);
    },
  };
}
