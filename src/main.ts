import { openHost } from './ui/lab/open-host';
import { scripting } from './ui/lab/scripting';
import { showStartupError } from './ui/messages/startup-error';

// The engine starts in its own thread while this one loads all that is seen.
const opening = openHost();
const lab = import('./page').then(({ setUpPage }) => setUpPage(opening));
lab.catch(showStartupError);
window.hooke = scripting(lab);
