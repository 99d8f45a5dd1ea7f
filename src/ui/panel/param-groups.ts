import type { GUI } from 'lil-gui';
import type { ParamSpec } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import { addSwitch, type PanelControl } from './controls';
import { addParamSlider } from './slider';

type Group = ParamSpec['group'];

/** Updates a part of the panel to a frame. */
export type PanelPart = (frame: Frame) => void;

/** A control for each parameter of the group, in the order of the table; it includes the parameters that forces define. */
export function addGroup(folder: GUI, lab: Lab, group: Group): PanelControl[] {
  return Object.entries(lab.catalog.params)
    .filter(([, spec]) => spec.group === group)
    .map(([key, { label, help, accepts }]) =>
      accepts === 'switch'
        ? addSwitch(folder, {
            label,
            help,
            read: (status) => status.params[key] === 1,
            write: (on) => lab.set(key, on ? 1 : 0),
          })
        : addParamSlider(folder, lab, key),
    );
}

/** Fills a folder with the parameters of these groups. */
export function addGroups(folder: GUI, lab: Lab, ...groups: Group[]): PanelPart {
  const controls = groups.flatMap((group) => addGroup(folder, lab, group));
  return ({ status }) => {
    for (const control of controls) control.update(status);
  };
}
