import { loadLanguage } from './language/translate';
import { messageOf } from './runtime/host/message-of';
import { button, element, elementById } from './ui/controls/element';
import { scripting } from './ui/lab/scripting';
import { openHost } from './ui/page/open-host';
import { serveEmbedding, shownControls } from './ui/sharing/embedding';

// The engine starts in a worker while this thread loads the view and the controls.
const opening = openHost();
const ready = loadLanguage()
  .then(() => import('./page'))
  .then(({ setUpPage }) => setUpPage(opening));
ready.catch(showStartupError);
if (shownControls()) ready.then((lab) => serveEmbedding(lab, window.hooke)).catch(() => {});
window.hooke = scripting(ready, async (lab) => (await import('./ui/sharing/export/exporting')).createExporting(lab));

/** Shows that the page could not be set up, before the banner exists. */
function showStartupError(error: unknown): void {
  const reload = button('Reload', 'Load the page again with this setup', () => location.reload());
  elementById('messages').append(
    element(
      'div',
      { class: 'banner failure', role: 'alert' },
      element('p', {}, 'A part of the page could not be loaded.'),
      element('p', { class: 'reason' }, messageOf(error)),
      element('div', { class: 'actions' }, reload),
    ),
  );
}
