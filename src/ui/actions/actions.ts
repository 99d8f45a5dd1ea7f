/** Actions of buttons, keys and lessons. An error is shown as a message and thrown on. */
import type { Lab } from '../lab/lab';
import * as sharing from '../sharing/copy-link';
import * as files from '../sharing/files';
import * as environment from './environment-items';
import * as equilibrium from './equilibrium';
import * as material from './material';
import * as mechanisms from './mechanisms';

const showingErrors =
  <A extends unknown[]>(act: (lab: Lab, ...args: A) => Promise<void>) =>
  (lab: Lab, ...args: A): Promise<void> =>
    act(lab, ...args).catch(lab.messages.rethrow);

export const copyLink = showingErrors(sharing.copyLink);
export const findEquilibrium = showingErrors(equilibrium.findEquilibrium);
export const findMechanisms = showingErrors(mechanisms.findMechanisms);
export const savePicture = showingErrors(files.savePicture);
export const saveScene = showingErrors(files.saveScene);
export const setWind = showingErrors(environment.setWind);
export const toggleWind = showingErrors(environment.toggleWind);
export const chooseMaterial = showingErrors(material.chooseMaterial);
export const showMaterial = showingErrors(material.showMaterial);
export { SHOW_MATERIAL } from './material';
