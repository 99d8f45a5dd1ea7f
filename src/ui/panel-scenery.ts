import type { GUI } from 'lil-gui';
import type { Lab } from './lab';
import { addButtons, addNote } from './panel-controls';
import type { PanelPart } from './panel-groups';
import { createThingList } from './panel-things';
import { addersOf } from './scenery-adders';
import type { SceneryList } from './scenery-form';

/** Lists of the scenery in one folder: buttons that add, and what there is. */
export async function fillScenery(
  folder: GUI,
  lab: Lab,
  lists: readonly SceneryList[],
  about: string,
): Promise<PanelPart> {
  const kinds = await lab.ask('kinds', {});
  addNote(folder)(about);
  const adders = lists.flatMap((list) => addersOf(list, lab, kinds));
  addButtons(
    folder,
    'Add',
    adders.map(({ label, help, list, make }) => ({
      label,
      help,
      act() {
        const item = make();
        if (item) made.get(list)?.add(item);
      },
    })),
  );
  const made = new Map(lists.map((list) => [list, createThingList(folder, lab, list, kinds)]));
  return (frame) => {
    for (const list of made.values()) list.update(frame);
  };
}
