/** All attacks. */
export { commands } from './commands';
export { links } from './links';
export { obj } from './obj-files';
export { files } from './scene-files';
