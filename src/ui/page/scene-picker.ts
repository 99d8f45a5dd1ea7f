import type { Frame } from '../../runtime/frame/frame';
import { element, elementById, setAttribute, setText } from '../controls/element';
import { icon } from '../controls/icons';
import { sceneOf } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';

/** The button in the header that shows the scene's name and opens the gallery of scenes. */
export function createScenePicker({ catalog, page }: Lab): { update(frame: Frame): void } {
  const name = element('span');
  const open = () => {
    page.dialog = 'scenes';
  };
  const button = element(
    'button',
    {
      type: 'button',
      id: 'scene',
      'aria-haspopup': 'dialog',
      click: open,
      // As in a list: the arrow opens it.
      keydown: (event) => (event as KeyboardEvent).key === 'ArrowDown' && open(),
    },
    name,
    icon('list'),
  );
  elementById('top').append(button);
  return {
    update({ status }) {
      const entry = sceneOf(catalog, status);
      const label = entry?.label ?? status.scene;
      if (name.textContent === label) return;
      setText(name, label);
      setAttribute(button, 'aria-label', `Scene: ${label}`);
      setAttribute(button, 'title', `${entry?.summary ?? 'A loaded scene file.'} Click to choose another scene.`);
    },
  };
}
