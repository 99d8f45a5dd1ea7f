import { openHost } from './ui/open-host';
import { scripting } from './ui/scripting';
import { sayUnfinished } from './ui/unfinished';

// The engine starts in its own thread while this one loads all that is seen.
const opening = openHost();
const lab = import('./page').then(({ setUpPage }) => setUpPage(opening));
lab.catch(sayUnfinished);
window.hooke = scripting(lab);
