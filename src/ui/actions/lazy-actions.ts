import type { Lab } from '../lab/lab';

/** Actions of buttons, keys and lessons that are loaded on first use. An error is shown as a message and thrown on. */
const lazyAction =
  <Module>(load: () => Promise<Module>, run: (module: Module, lab: Lab) => Promise<void>) =>
  (lab: Lab): Promise<void> =>
    load()
      .then((module) => run(module, lab))
      .catch(lab.messages.rethrow);

export const findEquilibrium = lazyAction(
  () => import('./equilibrium'),
  (module, lab) => module.findEquilibrium(lab),
);
export const findMechanisms = lazyAction(
  () => import('./mechanisms'),
  (module, lab) => module.findMechanisms(lab),
);
export const toggleWind = lazyAction(
  () => import('./environment-items'),
  (module, lab) => module.toggleWind(lab),
);
export const saveScene = lazyAction(
  () => import('../sharing/files'),
  (module, lab) => module.saveScene(lab),
);
export const savePicture = lazyAction(
  () => import('../sharing/files'),
  (module, lab) => module.savePicture(lab),
);
export const copyLink = lazyAction(
  () => import('../sharing/copy-link'),
  (module, lab) => module.copyLink(lab),
);
