import type { Frame } from '../runtime/protocol';
import { createEcho } from './echo';
import { element, place } from './element';
import type { Lab } from './lab';

/** The list of scenes beside the wordmark; a loaded file stands in it by its name while it runs. */
export function createScenePicker(lab: Lab): { update(frame: Frame): void } {
  const loaded = element('option', { hidden: true, value: '' });
  const select = element(
    'select',
    { id: 'scene', 'aria-label': 'Scene', change: () => echo.wait(lab.set('scene', select.value)) },
    ...lab.catalog.scenes.map(({ id, label, summary }) => element('option', { value: id, title: summary }, label)),
    loaded,
  );
  place('top').append(select);

  let shown = '';
  const show = () => {
    const { scene, builtIn } = lab.frame.status;
    shown = `${builtIn} ${scene}`;
    loaded.hidden = builtIn;
    loaded.textContent = builtIn ? '' : scene;
    select.value = builtIn ? scene : '';
    select.title = lab.catalog.scenes.find(({ id }) => builtIn && id === scene)?.summary ?? 'A loaded scene file.';
  };
  const echo = createEcho(show);
  return {
    update({ status }) {
      if (echo.settled && shown !== `${status.builtIn} ${status.scene}`) show();
    },
  };
}
