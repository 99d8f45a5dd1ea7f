import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';

/** Runs an action that is loaded on first use. An error is shown as a message and thrown on. */
const lazyAction = (name: Exclude<keyof typeof import('./actions'), 'setWind' | 'chooseMaterial'>) => (lab: Lab) =>
  import('./actions').then((actions) => actions[name](lab)).catch(lab.messages.rethrow);

export const copyLink = lazyAction('copyLink');
export const findEquilibrium = lazyAction('findEquilibrium');
export const findMechanisms = lazyAction('findMechanisms');
export const savePicture = lazyAction('savePicture');
export const saveScene = lazyAction('saveScene');
export const toggleWind = lazyAction('toggleWind');

export const setWind = (lab: Lab, speed: number | string, last?: object) =>
  import('./actions').then((actions) => actions.setWind(lab, speed, last)).catch(lab.messages.rethrow);

/** The button of `showMaterial`. */
export const SHOW_MATERIAL = {
  label: 'Show what it does',
  help: 'Load a square of this material, 40 cm wide, that falls into folds over a hoop, on a net with cells of 12.5 mm; Undo goes back',
};
export const showMaterial = lazyAction('showMaterial');

export const chooseMaterial = (lab: Lab, id: string | null) =>
  import('./actions')
    .then((actions) =>
      actions.chooseMaterial(lab, id, { ...SHOW_MATERIAL, act: () => ignoreShownError(showMaterial(lab)) }),
    )
    .catch(lab.messages.rethrow);
