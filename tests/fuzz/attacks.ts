/** All attacks. */
export { browser } from './browser';
export { commands } from './commands';
export { contexts } from './contexts';
export { deaths } from './deaths';
export { links } from './links';
export { obj } from './obj-files';
export { pageSoak } from './page-soak';
export { restarts } from './restarts';
export { files } from './scene-files';
export { soak } from './soak';
