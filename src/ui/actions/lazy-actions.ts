import type { Lab } from '../lab/lab';

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

export const chooseMaterial = (lab: Lab, id: string | null) =>
  import('./actions').then((actions) => actions.chooseMaterial(lab, id)).catch(lab.messages.rethrow);
