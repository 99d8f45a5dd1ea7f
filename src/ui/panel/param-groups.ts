import type { GUI } from 'lil-gui';
import { t } from '../../language/translate';
import type { ParamSpec } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { paramApplies } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { addSwitch, type PanelControl } from './controls';
import { addParamSlider } from './slider';

type Group = ParamSpec['group'];

/** Updates a part of the panel to a frame. */
export type PanelPart = (frame: Frame) => void;

export const together =
  (...parts: PanelPart[]): PanelPart =>
  (frame) => {
    for (const part of parts) part(frame);
  };

/** A control for each of the parameters; those that do not apply to the present scene are hidden. */
function addParams(folder: GUI, lab: Lab, keys: readonly string[]): PanelPart {
  const rows = keys.map((key) => ({ key, control: addParam(folder, lab, key) }));
  return (frame) => {
    for (const { key, control } of rows) {
      const shown = paramApplies(key, frame, lab.catalog);
      control.show(shown);
      if (shown) control.update(frame.status);
    }
  };
}

function addParam(folder: GUI, lab: Lab, key: string): PanelControl {
  const { label, help, accepts } = lab.catalog.params[key];
  if (accepts !== 'switch') return addParamSlider(folder, lab, key);
  return addSwitch(folder, {
    label,
    help,
    read: (status) => status.params[key] === 1,
    write: (on) => lab.set(key, on ? 1 : 0),
  });
}

/** Fills a folder with the parameters of these groups, those of forces included, without the basic ones. */
export function addGroups(folder: GUI, lab: Lab, ...groups: Group[]): PanelPart {
  return addParams(folder, lab, keysOf(lab, groups, false));
}

/** Adds the basic parameters of these groups. */
export function addBasicParams(folder: GUI, lab: Lab, ...groups: Group[]): PanelPart {
  return addParams(folder, lab, keysOf(lab, groups, true));
}

/** Keys in the order of the table. */
function keysOf({ catalog: { params } }: Lab, groups: readonly Group[], basic: boolean): string[] {
  return Object.keys(params).filter(
    (key) => groups.includes(params[key].group) && (params[key].basic ?? false) === basic,
  );
}

export interface Folder {
  title: string;
  /** Builds the contents, when the folder is first opened. */
  fill(folder: GUI): PanelPart;
  /** Number of its items, shown in its title. */
  count?(frame: Frame): number;
  /** False where it does not apply to the scene: then it is hidden. */
  applies?(frame: Frame): boolean;
}

/** A folder whose contents are built when it is first opened. It is closed unless the page has it open. */
export function addFolder(parent: GUI, lab: Lab, { title, fill, count, applies }: Folder): PanelPart {
  const folder = parent.addFolder(t(title)).close();
  let part: PanelPart | null = null;

  const { openFolders } = lab.page;
  folder.onOpenClose((changed) => {
    if (changed !== folder) return;
    if (folder._closed) openFolders.delete(title);
    else openFolders.add(title);
    if (!folder._closed && !part) {
      part = fill(folder);
      part(lab.frame);
    }
  });
  if (openFolders.has(title)) folder.open();

  let shown = 0;
  return (frame) => {
    const present = count?.(frame) ?? 0;
    if (present !== shown) folder.title(present > 0 ? `${t(title)} (${present})` : t(title));
    shown = present;
    const applied = applies?.(frame) ?? true;
    if (folder._hidden === applied) folder.show(applied);
    if (!folder._closed) part?.(frame);
  };
}
