import type { Frame } from '../../runtime/frame/frame';
import { element, place } from '../controls/element';
import { createPendingChange } from '../controls/pending-change';
import type { Lab } from '../lab/lab';

/**
 * The list of scenes beside the wordmark, in groups by what they teach; a loaded file stands in it by its name while it
 * runs.
 */
export function createScenePicker(lab: Lab): { update(frame: Frame): void } {
  const { scenes } = lab.catalog;
  const loaded = element('option', { hidden: true, value: '' });
  const groups = [...new Set(scenes.map(({ group }) => group))].map((label) => {
    const members = scenes.filter(({ group }) => group === label);
    const options = members.map(({ id, label, summary }) => element('option', { value: id, title: summary }, label));
    return element('optgroup', { label }, ...options);
  });
  const select = element(
    'select',
    { id: 'scene', 'aria-label': 'Scene', change: () => echo.wait(lab.set('scene', select.value)) },
    ...groups,
    loaded,
  );
  place('top').append(select);

  let shown = { scene: '', builtIn: false };
  const show = () => {
    const { scene, builtIn } = lab.frame.status;
    shown = { scene, builtIn };
    loaded.hidden = builtIn;
    loaded.textContent = builtIn ? '' : scene;
    select.value = builtIn ? scene : '';
    select.title = scenes.find(({ id }) => builtIn && id === scene)?.summary ?? 'A loaded scene file.';
  };
  const echo = createPendingChange(show);
  return {
    update({ status }) {
      if (echo.settled && (status.scene !== shown.scene || status.builtIn !== shown.builtIn)) show();
    },
  };
}
