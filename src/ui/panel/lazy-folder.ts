import type { GUI } from 'lil-gui';
import type { Frame } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import type { PanelPart } from './param-groups';

/**
 * A closed folder whose contents are loaded when it is first opened.
 * @param count of its items, shown in its title
 */
export function addLazyFolder(
  parent: GUI,
  lab: Lab,
  title: string,
  fill: (folder: GUI) => Promise<PanelPart>,
  count?: (frame: Frame) => number,
): PanelPart {
  const folder = parent.addFolder(title).close();
  let part: PanelPart | null = null;
  let loading = false;
  folder.onOpenClose((changed) => {
    if (changed !== folder || folder._closed || loading) return;
    loading = true;
    fill(folder).then(
      (loaded) => {
        part = loaded;
        loaded(lab.frame);
      },
      (error: unknown) => {
        loading = false;
        lab.messages.show({ kind: 'error', text: `“${title}” could not be loaded: ${String(error)}` });
      },
    );
  });
  let shown = 0;
  return (frame) => {
    const present = count?.(frame) ?? 0;
    if (present !== shown) folder.title(present > 0 ? `${title} (${present})` : title);
    shown = present;
    if (!folder._closed) part?.(frame);
  };
}
