import type { Frame } from '../../runtime/frame/frame';
import { element, elementById } from '../controls/element';
import { createPendingChange } from '../controls/pending-change';
import type { Engine } from '../lab/engine-client';

/**
 * The list of scenes in the header, grouped by topic. A loaded file is in the list by its name while it runs.
 */
export function createScenePicker(engine: Engine): { update(frame: Frame): void } {
  const { scenes } = engine.catalog;
  const loaded = element('option', { hidden: true, value: '' });
  const groups = [...new Set(scenes.map(({ group }) => group))].map((label) => {
    const members = scenes.filter(({ group }) => group === label);
    const options = members.map(({ id, label, summary }) => element('option', { value: id, title: summary }, label));
    return element('optgroup', { label }, ...options);
  });
  const select = element(
    'select',
    { id: 'scene', 'aria-label': 'Scene', change: () => pending.wait(engine.set('scene', select.value)) },
    ...groups,
    loaded,
  );
  elementById('top').append(select);

  let shown = { scene: '', builtIn: false };
  const show = () => {
    const { scene, builtIn } = engine.frame.status;
    shown = { scene, builtIn };
    loaded.hidden = builtIn;
    loaded.textContent = builtIn ? '' : scene;
    select.value = builtIn ? scene : '';
    select.title = scenes.find(({ id }) => builtIn && id === scene)?.summary ?? 'A loaded scene file.';
  };
  const pending = createPendingChange(show);
  return {
    update({ status }) {
      if (pending.settled && (status.scene !== shown.scene || status.builtIn !== shown.builtIn)) show();
    },
  };
}
