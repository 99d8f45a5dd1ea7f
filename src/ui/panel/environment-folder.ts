import type { GUI } from 'lil-gui';
import type { EnvironmentList } from '../lab/environment-form';
import type { Lab } from '../lab/lab';
import { addButtons, addNote } from './controls';
import { addersOf } from './environment-adders';
import { createPanelEnvironmentList } from './panel-environment-list';
import type { PanelPart } from './param-groups';

/** Lists of the environment in one folder: buttons that add, and what there is. */
export async function fillEnvironment(
  folder: GUI,
  lab: Lab,
  lists: readonly EnvironmentList[],
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
  const made = new Map(lists.map((list) => [list, createPanelEnvironmentList(folder, lab, list, kinds)]));
  return (frame) => {
    for (const list of made.values()) list.update(frame);
  };
}
