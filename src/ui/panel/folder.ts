import type { GUI } from 'lil-gui';
import type { Frame } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import type { PanelPart } from './param-groups';

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
  const folder = parent.addFolder(title).close();
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
    if (present !== shown) folder.title(present > 0 ? `${title} (${present})` : title);
    shown = present;
    const applied = applies?.(frame) ?? true;
    if (folder._hidden === applied) folder.show(applied);
    if (!folder._closed) part?.(frame);
  };
}
