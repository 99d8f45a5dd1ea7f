import type { GUI } from 'lil-gui';
import type { Lab } from '../lab/lab';
import type { PanelControl } from './controls';
import { addSlider } from './slider';

/** One parameter; its own value is the scene's. */
export function addParamSlider(folder: GUI, lab: Lab, key: string): PanelControl {
  return addSlider(folder, key, lab.catalog.params[key], {
    read: () => lab.frame.status.params[key],
    own: () => lab.defaultOf(key),
    write: (value) => lab.set(key, value),
    restore: () => lab.restore(key),
  });
}
