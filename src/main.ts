import { scripting } from './ui/lab/scripting';
import { showStartupError } from './ui/messages/startup-error';
import { openHost } from './ui/page/open-host';
import { shownControls } from './ui/sharing/embedding';

// The engine starts in a worker while this thread loads the view and the controls.
const opening = openHost();
const lab = import('./page').then(({ setUpPage }) => setUpPage(opening));
lab.catch(showStartupError);
if (shownControls())
  lab
    .then(async (there) => (await import('./ui/sharing/embedding')).serveEmbedding(there, window.hooke))
    .catch(() => {});
window.hooke = scripting(lab, async (there) => (await import('./ui/sharing/export/exporting')).createExporting(there));
