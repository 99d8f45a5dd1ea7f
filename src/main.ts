import { loadLanguage } from './language/translate';
import { scripting } from './ui/lab/scripting';
import { showStartupError } from './ui/messages/startup-error';
import { openHost } from './ui/page/open-host';
import { shownControls } from './ui/sharing/embedding';

// The engine starts in a worker while this thread loads the view and the controls.
const opening = openHost();
const ready = loadLanguage()
  .then(() => import('./page'))
  .then(({ setUpPage }) => setUpPage(opening));
ready.catch(showStartupError);
if (shownControls())
  ready.then(async (lab) => (await import('./ui/sharing/embedding')).serveEmbedding(lab, window.hooke)).catch(() => {});
window.hooke = scripting(ready, async (lab) => (await import('./ui/sharing/export/exporting')).createExporting(lab));
