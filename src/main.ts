import { openHost } from './ui/open-host';
import { scripting } from './ui/scripting';

// The engine starts in its own thread while this one loads all that is seen.
const opening = openHost();
window.hooke = scripting(import('./page').then(({ setUpPage }) => setUpPage(opening)));
