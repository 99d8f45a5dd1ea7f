import { GUI } from 'lil-gui';
import type { Frame } from '../../runtime/frame/frame';
import { button, element, elementById, setAttribute } from '../controls/element';
import { withIcon } from '../controls/icons';
import { NARROW } from '../controls/media';
import type { Lab } from '../lab/lab';
import { addBasics } from './basics';
import { fillMore } from './more';
import { addFolder } from './param-groups';

/** Somewhat longer than the transition of a folder, ms. */
const TRANSITION = 350;

/** The panel of all parameters, built from the catalog, the basic ones first; a button (and H) shows and hides it. */
export function createPanel(lab: Lab): (frame: Frame) => void {
  const aside = elementById('panel');
  const toggle = button(
    withIcon('controls', 'Controls'),
    'Show or hide the controls (H)',
    () => {
      lab.page.panel = !lab.page.panel;
    },
    { id: 'panel-toggle', 'aria-label': 'Controls', 'aria-controls': 'panel-body' },
  );
  const body = element('div', { id: 'panel-body' });
  aside.append(toggle, body);
  const gui = new GUI({ container: body, title: 'Controls', touchStyles: 0, injectStyles: false });
  gui.$title.remove();
  // With reduced motion lil-gui may miss the end of its transition: the folder would keep its height, and contents that are
  // built later would overlap the next folders.
  gui.onOpenClose((changed) => {
    setTimeout(() => {
      changed.$children.style.height = '';
    }, TRANSITION);
  });

  const fill = () => [addBasics(gui, lab), addFolder(gui, lab, { title: 'More', fill: (more) => fillMore(more, lab) })];
  let { own } = lab;
  let parts = fill();
  /** Definitions from source have joined or left: their names and parameters are on the panel. */
  const refill = () => {
    for (const child of [...gui.children]) child.destroy();
    gui.$children.replaceChildren();
    parts = fill();
  };
  // On a phone the open sheet would cover the cloth, and on a tablet the open drawer a third of it.
  lab.page.panel = !matchMedia(NARROW).matches;

  return (frame) => {
    if (lab.own !== own) {
      ({ own } = lab);
      refill();
    }
    if (body.hidden === lab.page.panel) body.hidden = !lab.page.panel;
    setAttribute(toggle, 'aria-expanded', String(lab.page.panel));
    if (lab.page.panel) for (const part of parts) part(frame);
  };
}
