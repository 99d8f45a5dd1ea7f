/** All attacks. */
export { browser } from './browser';
export { commands } from './commands';
export { links } from './links';
export { obj } from './obj-files';
export { files } from './scene-files';
export { soak } from './soak';
