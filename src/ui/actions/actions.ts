/** Actions of buttons, keys and lessons. They are loaded together on first use: see lazy-actions.ts. */
export { copyLink } from '../sharing/copy-link';
export { savePicture, saveScene } from '../sharing/files';
export { setWind, toggleWind } from './environment-items';
export { findEquilibrium } from './equilibrium';
export { chooseMaterial, showMaterial } from './material';
export { findMechanisms } from './mechanisms';
